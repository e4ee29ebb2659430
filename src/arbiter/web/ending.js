// The end is an event: who has won and why, what each part of the score was, and what to do now.

import { h, put, s, sign } from "./dom.js";
import { linkTo, copyButton } from "./lobby.js";
import { spoken } from "./log.js";
import { saveLink } from "./panels.js";
import { outlineOf, seatColour, shape } from "./tinctures.js";
import { sitAtOnce } from "./setting.js";
import { ui } from "./ui.js";

/** More seats than these are rows of a table, not columns. */
const MANY = 4;

let told = null; // the game whose end has been shown, so that whoever closed it is left alone
let wanted = false; // whether this page has asked for another game
let next = null; // the table of that game, and this seat's invitation to it

/** Show the end once it has come. `ask` asks the house for another game with the same people. */
export function ending(frame, picture, words, table, ask) {
  if (!picture.outcome) {
    frame.hidden = true;
    told = null;
    return;
  }
  if (told === table) return again(frame.querySelector("[data-act=again]"), picture, words);
  told = table;
  const { ranks, why, args } = picture.outcome;
  const winners = winnersOf(ranks);
  put(frame,
    h("div", { class: "quick winners" }, winners.map(arms)),
    h("h2", {}, winners.includes(picture.seat) && winners.length === 1 ? ui("you_won") : won(winners, ranks, words)),
    h("p", { class: "why" }, spoken(words.parts(why, args ?? {}))),
    counted(picture, words),
    h("div", { class: "statistics", "aria-live": "polite" }),
    h("p", { class: "quick acts" },
      picture.seat !== null ? h("button", { type: "button", class: "primary", "data-act": "again", onclick: () => {
        wanted = true;
        if (next) go();
        else ask();
      } }, ui("again")) : null,
      h("a", { class: "chip", "data-act": "replay", href: `/replay/${encodeURIComponent(table)}` }, sign("play"), ui("replay")),
      copyButton(linkTo(table), ui("share")),
      h("a", { class: "chip", "data-act": "home", href: "/" }, ui("front_door"))),
    h("button", { type: "button", class: "look", "data-act": "look", "aria-label": ui("look_at_board"), title: ui("look_at_board"), onclick: () => (frame.hidden = true) }, "×"));
  frame.hidden = false;
  again(frame.querySelector("[data-act=again]"), picture, words);
  import("./statistics.js").then(({ statistics }) => statistics(frame.querySelector(".statistics"), picture, words, table)).catch(() => {});
}

/** How the game ended, in the place of a question. */
export function outcome(picture, words, table) {
  const { ranks, scores, why, args, parts = [] } = picture.outcome;
  const value = (of) => (typeof of === "object" ? words.say(of.key, of.args) : String(of));
  const counted = (seat) => parts.filter(({ values }) => values[seat] !== null).map(({ name, values }) => `${words.say(name)}: ${value(values[seat])}`).join(" · ");
  const dice = h("div");
  import("./check.js").then(({ verdict }) => put(dice, verdict(table))).catch(() => {});
  const order = ranks.map((rank, seat) => ({ rank, seat, score: scores[seat] })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  return h("div", { class: "outcome" },
    h("h2", {}, ui(ranks[picture.seat] === 1 && ranks.some((rank) => rank > 1) ? "you_won" : "over")),
    h("p", {}, spoken(words.parts(why, args ?? {}))),
    h("ol", { class: "ranks" }, order.map(({ rank, seat, score }) => {
      return h("li", {}, h("span", { class: "rank" }, String(rank)), h("b", { class: "seat-name" }, shape(seat), picture.seats[seat].name), h("span", { class: "score" }, counted(seat) || (score === undefined ? "" : Number.isInteger(score) ? String(score) : score.toFixed(2))));
    })),
    h("p", { class: "quick" }, saveLink(table), h("a", { class: "chip", href: "/" }, ui("another_game"))),
    dice);
}

/** The seats that nobody has left behind. */
export const winnersOf = (ranks) => ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));

/** Who has won, in words; where nobody has lost, nobody has. */
export const won = (winners, ranks, words) => (winners.length === ranks.length ? ui("drawn") : ui("has_won", { names: winners.map(words.name), n: winners.length }));

/** A seat's arms: a shield in its tincture, charged with its shape. */
export function arms(seat) {
  const drawn = s("svg", { class: "arms", viewBox: "-14 -16 28 35", "aria-hidden": "true" },
    s("path", { class: "field", d: "M-12-14H12V0C12 9 6 14 0 17-6 14-12 9-12 0Z" }),
    s("path", { class: "charge", d: outlineOf(seat), "fill-rule": "evenodd", transform: "translate(0 -1) scale(.5)" }));
  seatColour(drawn, "--worn", seat);
  return drawn;
}

/** The scores, part by part, the best first. */
export function counted(picture, words) {
  const { ranks, scores, parts = [] } = picture.outcome;
  const order = ranks.map((rank, seat) => seat).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const value = (of) => (of === null || of === undefined ? "" : typeof of === "object" ? words.say(of.key, of.args) : String(of));
  const score = (seat) => (Number.isInteger(scores[seat]) ? String(scores[seat]) : scores[seat].toFixed(2));
  return columns(order, (seat) => picture.seats[seat].name, [
    ...parts.map(({ name, values }) => [words.say(name), (seat) => value(values[seat])]),
    ...(parts.length || !scores.length ? [] : [[ui("score"), score, "total"]]),
    [ui("rank"), (seat) => `${ranks[seat]}.`],
  ]);
}

/** A table of what each seat has: a column for each, or a row where there are many. */
export function columns(seats, nameOf, rows) {
  const head = (seat, scope) => h("th", { scope }, h("span", { class: "seat-name" }, shape(seat), nameOf(seat)));
  const many = seats.length > MANY;
  return h("table", { class: "counted" },
    h("thead", {}, h("tr", {}, h("td", {}), many ? rows.map(([name]) => h("th", { scope: "col" }, name)) : seats.map((seat) => head(seat, "col")))),
    h("tbody", {}, many
      ? seats.map((seat) => h("tr", {}, head(seat, "row"), rows.map(([, value]) => h("td", {}, value(seat)))))
      : rows.map(([name, value, mark = ""]) => h("tr", { class: mark }, h("th", { scope: "row" }, name), seats.map((seat) => h("td", {}, value(seat)))))));
}

function go() {
  sitAtOnce(next.table);
  location.href = `/table/${next.table}#${next.token}`;
}

/** The same game with the same company, everybody a seat further: whoever asks first has a table set for all. */
function again(button, { again: set, talk }, words) {
  if (!button || !set?.token) return;
  next = set;
  if (wanted) go();
  else {
    const asked = talk?.findLast(({ what }) => what === "again")?.seat ?? null;
    button.textContent = ui("again_join", { name: asked === null ? ui("somebody") : words.name(asked) });
  }
}
