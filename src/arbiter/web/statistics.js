// What the journal tells about a game that is over: answers, time, and a few facts worth telling.

import { stretch } from "./clocks.js";
import { h, put } from "./dom.js";
import { columns } from "./ending.js";
import { ui } from "./ui.js";

/** Fetch and show what there is to tell of a finished game. */
export async function statistics(frame, picture, words, table) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/statistics`);
  if (!answer.ok || !frame) return;
  const { seats, facts, timed } = await answer.json();
  const rows = [
    [ui("stat_answers"), (at) => String(seats[at].answers)],
    ...(timed ? [[ui("stat_time"), (at) => stretch(seats[at].time)], [ui("stat_longest"), (at) => stretch(seats[at].longest)]] : []),
    [ui("stat_taken_back"), (at) => String(seats[at].taken_back)],
  ];
  put(frame,
    h("ul", { class: "facts" }, facts.map(({ key, seat, other, n, of, what, args }) => h("li", {}, ui(key, { name: seat === null ? "" : words.name(seat), other: other === undefined ? "" : words.name(other), n, of, what: what ? words.say(what, args) : "", time: stretch(n) })))),
    h("details", {}, h("summary", {}, ui("statistics")),
      columns(seats.map((_, at) => at), words.name, rows)));
}
