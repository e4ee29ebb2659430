// What a person prefers, kept in this browser: steps to an answer, size of text, colours, motion.

import { h, put } from "./dom.js";
import { myWishes, rememberWishes } from "./memory.js";
import { ui } from "./ui.js";

/** What can be chosen; the first of each is what holds until somebody chooses. */
const CHOICES = {
  steps: ["two", "one"],
  text: ["usual", "large", "larger"],
  theme: ["auto", "light", "dark"],
  motion: ["usual", "instant", "slow", "step"],
  title: ["on", "off"],
  sound: ["off", "on"],
  notice: ["off", "on"],
};

export const wish = (name) => {
  const kept = myWishes()[name];
  return CHOICES[name].includes(kept) ? kept : CHOICES[name][0];
};

/** Have the page follow what is wished. */
export function settle() {
  for (const name of Object.keys(CHOICES)) document.documentElement.dataset[name] = wish(name);
}

/** Where the browser allows no notices, none is promised. */
async function promised(dialog, choose) {
  if ((await globalThis.Notification?.requestPermission()) === "granted") return;
  choose("notice", "off");
  const off = dialog.querySelector("[name=wish-notice]");
  off.checked = true;
  const box = off.closest("fieldset");
  if (!box.querySelector("p")) box.append(h("p", { class: "note", role: "status" }, ui("wish_notice_refused")));
}

/** The dialog in which it is chosen; `changed` hears that something was. */
export function showSettings(dialog, changed = () => {}) {
  const choose = (name, value) => {
    rememberWishes({ ...myWishes(), [name]: value });
    settle();
    if (name === "notice" && value === "on") promised(dialog, choose);
    changed(name);
  };
  put(dialog.querySelector(".body"), Object.entries(CHOICES).map(([name, values]) => h("fieldset", { class: "wish" },
    h("legend", {}, ui(`wish_${name}`)),
    values.map((value) => {
      const input = h("input", { type: "radio", name: `wish-${name}`, value, onchange: () => choose(name, value) });
      input.checked = wish(name) === value;
      return h("label", {}, input, ui(`wish_${name}_${value}`));
    }))));
  dialog.showModal();
}

settle();
