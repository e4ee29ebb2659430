// What the journal tells about a game that is over: answers, time, and a few facts worth telling.

import { stretch } from "./clocks.js";
import { h, put } from "./dom.js";
import { shape } from "./tinctures.js";
import { ui } from "./ui.js";

/** Fetch and show what there is to tell of a finished game. */
export async function statistics(frame, picture, words, table) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/statistics`);
  if (!answer.ok || !frame) return;
  const { seats, facts, timed } = await answer.json();
  const row = (key, value) => h("tr", {}, h("th", { scope: "row" }, ui(key)), seats.map((one) => h("td", {}, value(one))));
  put(frame,
    h("ul", { class: "facts" }, facts.map(({ key, seat, other, n, of, what, args }) => h("li", {}, ui(key, { name: seat === null ? "" : words.name(seat), other: other === undefined ? "" : words.name(other), n, of, what: what ? words.say(what, args) : "", time: stretch(n) })))),
    h("details", {}, h("summary", {}, ui("statistics")),
      h("table", { class: "counted" },
        h("thead", {}, h("tr", {}, h("td", {}), seats.map((_, at) => h("th", { scope: "col" }, h("span", { class: "seat-name" }, shape(at), words.name(at)))))),
        h("tbody", {}, row("stat_answers", ({ answers }) => String(answers)),
          timed ? [row("stat_time", ({ time }) => stretch(time)), row("stat_longest", ({ longest }) => stretch(longest))] : null,
          row("stat_taken_back", ({ taken_back: n }) => String(n))))));
}
