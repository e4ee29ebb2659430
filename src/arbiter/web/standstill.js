// A table at rest: what became of it when its rules were mended, and what its host can do about it.

import { h } from "./dom.js";
import { ui } from "./ui.js";

/** Why nobody is asked anything here; nothing where the table plays. `choose(goOn)` says what the host wants. */
export function standstill(picture, words, choose) {
  const { stalled, rest } = picture;
  if (!stalled) return rest === "archived" ? h("p", {}, ui("archived_table")) : null;
  const { good, of, seat, begun, here } = stalled;
  const button = (goOn, key) => h("button", { type: "button", class: goOn ? "primary" : "chip", onclick: () => choose(goOn) }, ui(key));
  return h("div", { class: "standstill" },
    h("h2", {}, ui("stalled_title")),
    h("p", {}, ui("stalled_about", { begun, here, good, of })),
    h("p", {}, seat === null ? ui("stalled_roll") : ui("stalled_answer", { name: picture.seats[seat]?.name ?? "" })),
    rest === "kept" ? h("p", {}, ui("stalled_kept")) : null,
    picture.may_mend
      ? h("p", { class: "quick" }, button(true, "stalled_go_on"), rest === "kept" ? null : button(false, "stalled_keep"))
      : h("p", { class: "note" }, ui("stalled_host")));
}
