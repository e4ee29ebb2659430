// Panels that open on demand or at the end: the rule by which one is asked, the dice, the outcome, a word about a thing.

import { h, put } from "./dom.js";
import { seatColour } from "./board.js";
import { spoken } from "./log.js";

/** The rules in force, outermost first; the last is the one that asks. */
export function rules(ids, book) {
  const known = ids.filter((id) => book.rules[id]);
  return known.map((id) => {
    const [section, text] = book.rules[id];
    return h("li", {}, h("span", { class: "rule-id" }, id), section ? h("span", { class: "note" }, ` ${section}`) : null, h("p", {}, text));
  });
}

/** How the dice can be checked. */
export function dice(dialog, picture, table) {
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))];
  put(dialog.querySelector(".body"),
    h("p", {}, "Before anybody sat down, the table fixed a secret seed and showed this mark of it. Every roll follows from the seed and from the chance that each player's browser added, so nobody can choose a roll."),
    h("dl", {},
      row("Mark of the seed", picture.commitment),
      Object.entries(picture.entropy ?? {}).map(([at, text]) => row(`Added by ${picture.seats[at]?.name ?? at}`, text)),
      picture.seed ? row("Seed, now open", picture.seed) : [h("dt", {}, "Seed"), h("dd", {}, "is shown when the game is over")]),
    picture.status === "over" ? h("p", {}, h("a", { class: "chip", href: `/api/tables/${encodeURIComponent(table)}/save`, download: true }, "Download the game"), " and check it with ", h("code", {}, "arbiter verify FILE")) : null);
}

/** How the game ended. */
export function outcome(picture, words, table) {
  const { ranks, scores, why, args } = picture.outcome;
  const order = ranks.map((rank, seat) => ({ rank, seat, score: scores[seat] })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return h("div", { class: "outcome" },
    h("h2", {}, ranks[picture.seat] === 1 ? "You have won" : "The game is over"),
    h("p", {}, spoken(words.parts(why, args ?? {}))),
    h("ol", { class: "ranks" }, order.map(({ rank, seat, score }) => {
      const row = h("li", {}, h("span", { class: "rank" }, String(rank)), h("b", { class: "seat-name" }, picture.seats[seat].name), h("span", { class: "score" }, Number.isInteger(score) ? String(score) : score.toFixed(2)));
      seatColour(row, "--owner", seat);
      return row;
    })),
    h("p", { class: "quick" },
      h("a", { class: "chip", href: `/api/tables/${encodeURIComponent(table)}/save`, download: true }, "Download the game"),
      h("a", { class: "chip", href: "/" }, "Another game")),
    h("p", { class: "note" }, "The seed is open now: the saved game shows that no roll was chosen."));
}

/** A word about the thing under the pointer or the focus. */
export class Tip {
  constructor(describe) {
    this.describe = describe;
    this.box = h("div", { class: "tip", role: "tooltip", hidden: true });
    document.body.append(this.box);
    // A finger has no hover: there a tap shows the word.
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.over(event.target, event));
    document.addEventListener("click", (event) => event.pointerType === "touch" && this.over(event.target, event));
    document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.over(event.target));
    document.addEventListener("pointerdown", () => this.hide());
    document.addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  over(target, pointer) {
    const thing = target.closest?.("[data-id]");
    const lines = thing ? this.describe(thing.dataset.id) : [];
    if (!lines.length) return this.hide();
    put(this.box, h("b", {}, lines[0]), lines.slice(1).map((line) => h("span", {}, line)));
    this.box.hidden = false;
    const at = thing.getBoundingClientRect();
    const x = pointer ? pointer.clientX + 14 : at.right + 6;
    const y = pointer ? pointer.clientY + 16 : at.top;
    this.box.style.setProperty("left", `${Math.max(6, Math.min(x, innerWidth - this.box.offsetWidth - 6))}px`);
    this.box.style.setProperty("top", `${Math.max(6, Math.min(y, innerHeight - this.box.offsetHeight - 6))}px`);
  }

  hide() {
    this.box.hidden = true;
  }
}
