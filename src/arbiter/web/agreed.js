// How a table was set: the game's options, and what its people agreed on, in words. Fetched when wanted.

import { h } from "./dom.js";
import { ui } from "./ui.js";

const SPANS = [["days", 86400], ["hours", 3600], ["minutes", 60], ["seconds", 1]];
const USUAL = { watch: "link", undo: "unseen", clock: null };

/** A stretch of time in words, by the largest unit that says it exactly. */
function span(seconds) {
  const [unit, long] = SPANS.find(([, one]) => seconds >= one && seconds % one === 0) ?? SPANS.at(-1);
  return ui(`span_${unit}`, { n: seconds / long });
}

/** A clock in a few words: what is in the bank, what an answer adds, the most there can be. */
export const clockSaid = ({ bank, gain, cap }) => ui(gain ? "clock_gains" : "clock_once", { bank: span(bank), gain: span(gain), cap: span(cap) });

/** What an option was set to, in words; nothing where it is off or says nothing. */
function chosen({ kind, choices }, value) {
  if (kind === "switch") return value ? ui("switched_on") : null;
  if (kind === "choice") return choices.find(([one]) => one === value)?.[1] ?? null;
  return value ? String(value) : null;
}

/** All of it as a list of names and what holds. */
export function agreed({ options, terms = USUAL }, book, botName) {
  const { clock } = terms;
  const rows = [
    ...book.options.map((option) => [option.words, chosen(option, options[option.name])]),
    [ui("term_watch"), ui(`term_watch_${terms.watch}`)],
    [ui("term_undo"), ui(`term_undo_${terms.undo}`)],
    [ui("term_clock"), clock ? clockSaid(clock) : ui("term_clock_none")],
    [ui("clock_zero"), clock ? ui(`term_zero_${clock.zero}`) : null],
    [ui("term_bot"), terms.bot ? botName(terms.bot) : null],
  ];
  return h("dl", { class: "agreed" }, rows.filter(([, said]) => said).map(([words, said]) => h("div", {}, h("dt", {}, words), h("dd", {}, said))));
}
