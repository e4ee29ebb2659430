// Panels that open on demand: the rule by which one is asked, a word about a thing.

import { largeCard } from "./cards.js";
import { asCard } from "./describe.js";
import { h, put } from "./dom.js";
import { ui } from "./ui.js";

/** The way to a rule in the rulebook, and from there back to the table; only its name on a page without a house. */
export function ruleLink(id, book) {
  if (location.protocol === "file:") return h("span", { class: "rule-id" }, id);
  const [, at, table] = location.pathname.split("/");
  const back = at === "table" ? `?table=${encodeURIComponent(decodeURIComponent(table))}` : "";
  return h("a", { class: "rule-id", href: `/rules/${encodeURIComponent(book.id)}${back}#${id}`, target: "rules", title: ui("rules_open") }, id);
}

/** The rules in force: the one that asks first, then those around it, from the inside out. */
export function rules(ids, book) {
  return ids.filter((id) => book.rules[id]).reverse().map((id) => {
    const [section, text] = book.rules[id];
    return h("li", {}, ruleLink(id, book), section ? h("span", { class: "note" }, ` ${section}`) : null, h("p", {}, text));
  });
}

/** The way to a finished game as a file. */
export const saveLink = (table) => h("a", { class: "chip", href: `/api/tables/${encodeURIComponent(table)}/save`, download: true }, ui("download"));

/** A word about the thing under the pointer or the focus. */
export class Tip {
  /** `describe` gives a thing, what is known of it, and the scene and words it belongs to; or nothing. */
  constructor(describe) {
    this.describe = describe;
    this.box = h("div", { class: "tip", role: "tooltip", hidden: true });
    document.querySelector("main").append(this.box);
    // A finger has no hover: there a tap shows the word.
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.over(event.target, event));
    document.addEventListener("click", (event) => event.pointerType === "touch" && !event.target.closest?.(".can, [data-about]") && this.over(event.target, event));
    this.listenForLongPress();
    document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.over(event.target));
    document.addEventListener("pointerdown", () => this.hide());
    document.addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  /** A finger that rests on a thing opens it; what can be clicked is then not clicked. */
  listenForLongPress() {
    let timer;
    let opened = false;
    document.addEventListener("pointerdown", (event) => {
      opened = false;
      if (event.pointerType === "mouse") return;
      timer = setTimeout(() => {
        opened = true;
        this.over(event.target, event);
      }, 420);
    });
    for (const name of ["pointerup", "pointercancel", "pointermove"]) {
      document.addEventListener(name, (event) => (name !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6) && clearTimeout(timer));
    }
    document.addEventListener("click", (event) => opened && (event.preventDefault(), event.stopPropagation(), (opened = false)), true);
    document.addEventListener("contextmenu", (event) => event.target.closest?.("[data-id]") && event.preventDefault());
  }

  over(target, pointer) {
    const thing = target.closest?.("[data-id], [data-about]");
    const { id, about } = thing?.dataset ?? {};
    const found = thing && this.describe(id ?? about);
    const shown = !found ? [] : thing.matches(".card") ? largeCard(found.thing, found.scene, found.words, found.known) : asCard(found.known);
    if (Array.isArray(shown) && !shown.length) return this.hide();
    put(this.box, shown);
    this.box.hidden = false;
    const at = thing.getBoundingClientRect();
    // What an option is about stands beside the options, over none of them.
    const x = about ? at.left - this.box.offsetWidth - 24 : pointer ? pointer.clientX + 14 : at.right + 6;
    const y = pointer && !about ? pointer.clientY + 16 : at.top;
    this.box.style.setProperty("left", `${Math.max(6, Math.min(x, innerWidth - this.box.offsetWidth - 6))}px`);
    this.box.style.setProperty("top", `${Math.max(6, Math.min(y, innerHeight - this.box.offsetHeight - 6))}px`);
  }

  hide() {
    this.box.hidden = true;
  }
}
