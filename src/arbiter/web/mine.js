// One's own tables: whose turn it is, what happened since one last looked, and the games that are over.

import { h, put } from "./dom.js";
import { forgetSeat, mySeats } from "./memory.js";
import { shape } from "./tinctures.js";
import { house, ui } from "./ui.js";
import { say } from "./say.js";

const MOST = 40; // about so many the house tells at once
const LOOK = 20_000; // so often a page that waits asks again, in milliseconds

/** Show what this browser remembers at once, and how it stands there as soon as the house has said so. */
export async function showMine(frame) {
  const seats = mySeats();
  frame.hidden = !seats.length;
  if (!seats.length) return;
  if (!frame.childElementCount) draw(frame, seats.map((seat) => ({ seat, row: null })));
  let known;
  try {
    known = await told(seats);
  } catch {
    return;
  }
  draw(frame, known);
  const moves = known.filter(({ row }) => yours(row)).length;
  document.title = `${moves ? `(${moves}) ` : ""}${ui("page_title")}`;
}

const next = h("p", { class: "quick" });
let looked = 0;

/** For a page at a table where one is not asked: the way to another where one is. The house is asked again after a while. */
export async function elsewhere(here) {
  const seats = mySeats().filter(({ table, status }) => table !== here && status !== "over");
  if (!seats.length || Date.now() - looked < LOOK) return next;
  looked = Date.now();
  const waiting = (await told(seats)).filter(({ row }) => yours(row));
  const [first] = waiting;
  put(next, first ? h("a", { class: "chip", href: `/table/${first.seat.table}#${first.seat.token}` }, `${ui("your_moves", { n: waiting.length })}: ${first.row.title}`) : null);
  return next;
}

/** How it stands at these seats, as far as the house tells it. */
async function told(seats) {
  const asked = seats.filter(({ token }) => token.length >= 22).map(({ table, token, heard = 0 }) => ({ table, token, heard }));
  const rows = [];
  for (let from = 0; from < asked.length; from += MOST) rows.push(...(await ask(asked.slice(from, from + MOST))));
  return seats.map((seat) => ({ seat, row: rows[asked.findIndex(({ table, token }) => table === seat.table && token === seat.token)] ?? null }));
}

async function ask(seats) {
  const answer = await fetch(`/api/mine?language=${document.documentElement.lang}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ seats }) });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).seats;
}

const yours = (row) => !!row && !!row.waiting?.includes(row.seat) && !row.seats[row.seat].stands_in;

const isOver = ({ seat, row }) => (row?.status ?? seat.status) === "over" || !!row?.gone;

/** Only what differs is drawn anew, and nothing goes away under somebody's finger. */
function draw(frame, known) {
  const shown = JSON.stringify(known);
  if (frame.shown === shown || frame.querySelector(".sure:not([hidden])")) return;
  frame.shown = shown;
  const at = frame.contains(document.activeElement) && document.activeElement.getAttribute("href");
  const open = !!frame.querySelector(".finished")?.open;
  const over = known.filter(isOver);
  const going = known.filter((one) => !over.includes(one)).sort((a, b) => yours(b.row) - yours(a.row) || (a.row?.due ?? Infinity) - (b.row?.due ?? Infinity));
  const moves = known.filter(({ row }) => yours(row)).length;
  put(frame,
    h("h2", { id: "tables-title" }, ui("your_tables"), moves ? h("span", { class: "badge-count" }, ui("your_moves", { n: moves })) : null),
    going.length ? h("ul", { class: "mine", id: "mine" }, going.map(line)) : null,
    over.length ? h("details", { class: "finished", open }, h("summary", {}, ui("finished_games", { n: over.length })), h("ul", { class: "mine" }, over.map(line))) : null);
  if (at) [...frame.querySelectorAll("a")].find((link) => link.getAttribute("href") === at)?.focus();
}

const said = (when) => new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

function line({ seat, row }) {
  const { table, token, title, name, status, when, hot } = seat;
  // Who else sits at this device must not read here what only this seat was told.
  const [last = [], news = []] = hot === undefined ? [row?.last, row?.news] : [];
  const names = row?.seats?.map((one, at) => h("span", { class: at === row.seat ? "me" : "" }, shape(at), one.name || ui("free_seat")));
  const waits = row?.waiting?.filter((at) => at !== row.seat).map((at) => row.seats[at].name) ?? [];
  const state = row?.gone ? ui("table_gone") : row?.refused ? say(house(), row.refused, row.args, String)
    : row?.stalled ? ui("stalled_title") : yours(row) ? ui("your_turn_now") : waits.length ? ui("waiting_for", { names: waits }) : ui(`status_${row?.status ?? status}`);
  const go = () => {
    forgetSeat(table, token);
    forget.closest("li").remove();
  };
  // Where the game still goes on, nobody loses their seat by a slip of the finger.
  const sure = h("span", { class: "sure", hidden: true }, h("span", { class: "note" }, ui("forget_sure")),
    h("span", { class: "quick" }, h("button", { type: "button", class: "chip", "data-act": "keep", onclick: () => ask(false) }, ui("forget_no")),
      h("button", { type: "button", class: "chip", "data-act": "forget", onclick: go }, ui("forget_yes"))));
  const ask = (asking) => {
    sure.hidden = !(forget.hidden = asking);
    (asking ? sure.querySelector("button") : forget).focus();
  };
  const forget = h("button", { type: "button", class: "chip forget", "aria-label": ui("forget_table", { title: row?.title ?? title }), title: ui("forget_table", { title: row?.title ?? title }), onclick: () => (isOver({ seat, row }) ? go() : ask(true)) }, "×");
  return h("li", { class: yours(row) ? "yours" : "" },
    h("a", { href: `/table/${table}#${token}` },
      h("span", { class: "what" }, h("b", {}, row?.title ?? title), h("span", { class: yours(row) ? "tag go" : "tag" }, state)),
      h("span", { class: "who-sits" }, names ?? (name ? h("span", {}, name) : null)),
      row?.due ? h("span", { class: "note" }, ui("until", { when: said(row.due * 1000) })) : null,
      last.length && !news.length ? h("span", { class: "last" }, last[0]) : null,
      news.length ? h("span", { class: "news" }, h("span", { class: "note" }, ui("since_you_looked", { n: row.heard - (seat.heard ?? 0) })), news.map((text) => h("span", { class: "last" }, text))) : null,
      h("time", { class: "note", datetime: new Date(when).toISOString() }, ui("looked_at", { when: said(when) }))),
    forget, sure);
}
