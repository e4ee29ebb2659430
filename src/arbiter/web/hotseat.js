// Several people at one device: each has a seat and a key of their own, and a curtain falls when the device goes round. Fetched when wanted.

import { h, put } from "./dom.js";
import { shape } from "./tinctures.js";
import { ui } from "./ui.js";

/** Let the curtain fall before a seat: `lift` hears that it is them, `undo` that whoever has just answered takes it back. */
export function curtain({ seat, undo }, next, words, lift, takeBack) {
  const dialog = document.getElementById("curtain");
  put(document.querySelector("#notes .body"));
  for (const open of document.querySelectorAll("dialog[open]")) if (open !== dialog) open.close();
  const name = words.name(next);
  put(dialog.querySelector(".body"), shape(next),
    h("h2", {}, ui("hand_to", { name })), h("p", {}, ui("hand_about")),
    h("button", { type: "button", class: "primary", "data-act": "mine", onclick: lift }, ui("i_am", { name })),
    undo?.may === "now" ? h("button", { type: "button", class: "chip", "data-act": "undo", onclick: takeBack }, `${words.name(seat)}: ${ui("undo_title")}`) : null);
  // Whoever presses Escape is still not the one whom it waits for.
  dialog.onclose = () => document.body.classList.contains("curtained") && dialog.showModal();
  if (!dialog.open) dialog.showModal();
}
