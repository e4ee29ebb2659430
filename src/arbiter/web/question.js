// What the person at this page is asked, or what the table waits for.

import { h, sign } from "./dom.js";
import { spoken } from "./log.js";
import { rules } from "./panels.js";
import { ui } from "./ui.js";

/** What a rule says first, where that is short enough to stand over the options; all of it is told to who asks why. */
function gist(text) {
  const first = text.split(/(?<=[^ .]{2}[.!?;:]) /)[0].replace(/[;:]$/, "");
  return first.length <= SHORT ? ` · ${first}` : "";
}

const SHORT = 120;

/** The question, with the rules by which it is asked. */
export function question(ask, picture, book, words) {
  return [h("h2", {}, spoken(words.parts(ask.prompt, ask.args))), asking(ask.rule ? [...picture.why.filter((id) => id !== ask.rule), ask.rule] : picture.why, book)];
}

/** The rule that asks, and those around it on demand. */
export function asking(why, book) {
  const [first, ...around] = rules(why, book);
  if (!first) return null;
  const asks = why.findLast((id) => book.rules[id]);
  return h("details", { class: "rule" },
    h("summary", {}, sign("rule"), h("span", { class: "gist" }, asks, h("span", {}, gist(book.rules[asks][1]))), h("span", { class: "why" }, ui("why"))),
    h("ol", {}, first), around.length ? [h("p", { class: "note" }, ui("rules_around")), h("ol", {}, around)] : null);
}

/** What is shown to somebody who is not asked: how it ended, or for whom the table waits. `said` is what was answered here, in words. */
export function waiting(picture, words, table, said) {
  if (picture.outcome) {
    const room = h("div");
    import("./ending.js").then(({ outcome }) => room.replaceWith(outcome(picture, words, table)));
    return room;
  }
  const names = picture.waiting.map(words.name);
  const answered = picture.answered.includes(picture.seat);
  return h("div", { class: "waiting" },
    h("h2", {}, ui(picture.seat === null ? "you_watch" : answered ? "answered" : "not_your_turn")),
    answered && picture.mine !== null ? h("p", { class: "mine" }, sign("eye"), said ?? shownAnswer(picture.mine), " ", h("span", { class: "note" }, ui("only_you"))) : null,
    h("p", { role: "status" }, names.length ? ui("waiting_for", { names }) : "", names.length ? h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")) : null));
}

const shownAnswer = (answer) =>
  Array.isArray(answer) ? answer.map(shownAnswer).join(", ") || ui("none")
    : answer && typeof answer === "object" ? Object.entries(answer).map(([name, one]) => `${name}: ${shownAnswer(one)}`).join("; ")
      : String(answer).replaceAll("_", " ");
