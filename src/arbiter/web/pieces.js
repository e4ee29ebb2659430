// What lies beside the board: meters, trays, pieces and cards, and the seats they belong to.

import { card, secretSign } from "./cards.js";
import { h, icon, looks, named, s, show } from "./dom.js";
import { baseFace, hasBase, pieceFace } from "./faces.js";
import { seatColour, shape } from "./tinctures.js";
import { ui } from "./ui.js";

const mine = (things, seat) => (things ?? []).filter((thing) => (thing.owner ?? null) === seat);

/** A number on show; with steps it is a track with a marker. */
export function meter(one, scene, words) {
  const name = words.text(one.name);
  if (one.steps?.length) {
    return h("div", { class: "track", "data-id": one.id, title: name, role: "img", "aria-label": `${name}: ${words.text(one.steps[one.value]) || one.value}` },
      steps(one, one.steps.map(words.text)));
  }
  const most = one.most ?? null;
  const number = h("b", {}, most === null ? String(one.value) : `${one.value}/${most}`);
  const called = (words) => h("span", { class: "meter-name" }, words);
  return h("span", { class: "meter", "data-id": one.id, "data-value": one.value, "data-paid": most === null && one.icon ? one.icon : null, title: name },
    one.icon && scene.icons?.[one.icon] ? icon(scene.icons, one.icon) : null,
    (one.owner ?? null) === null ? [called(name), number] : [number, called(most === null ? words.counted(one.name, one.value) : name)]);
}

/** A short track shows all its places by name, a long one only the place reached. */
function steps(one, names) {
  const long = names.join("").length > 36;
  const place = (at) => (at === one.value ? "now" : at < one.value ? "past" : "");
  return [
    h("ol", { class: long ? "dotted" : "" }, names.map((name, at) => h("li", { class: place(at), title: long ? name : undefined }, long ? "" : name))),
    long ? h("b", {}, names[one.value] ?? "") : null,
  ];
}

export function piece(token, scene, words, secrets) {
  const drawn = h("span", { class: ["loose", token.count === 0 ? "none" : "", ...(token.marks ?? []).map((mark) => named("mark", mark))].join(" "), "data-id": token.id, role: "img", "aria-label": `${words.text(token.name) || words.icon(token.icon) || ui("piece")}${token.count !== undefined && token.count !== 1 ? ` × ${token.count}` : ""}` },
    s("svg", { viewBox: viewBox(token), class: "piece", "aria-hidden": "true" }, ...(hasBase(token) ? baseFace : pieceFace)(token, scene.icons ?? {})),
    secretSign(token.id, secrets));
  seatColour(drawn, "--owner", token.owner);
  return drawn;
}

const viewBox = ({ width, depth }) => {
  const side = Math.max(width ?? 0, depth ?? 0) * 1.1;
  return side ? `${-side / 2} ${-side / 2} ${side} ${side}` : "-17 -17 34 34";
};

/** A tray with what lies in it; null where it is empty. Cards that have too little room lie over one another. */
export function tray(one, scene, words, secrets) {
  const cards = (scene.cards ?? []).filter((thing) => thing.on === one.id);
  const pieces = (on) => (scene.tokens ?? []).filter((thing) => thing.on === on).map((thing) => piece(thing, scene, words, secrets));
  const tokens = pieces(one.id);
  if (!cards.length && !tokens.length) return null;
  const name = one.name ? words.text(one.name) : "";
  // Of cards that are the same, the last is in sight.
  const twins = cards.map((thing, at) => at + 1 < cards.length && looks(thing) === looks(cards[at + 1]));
  const drawn = h("div", { class: `tray ${named("tray", one.look || "plain")}${cards.length ? " with-cards" : ""}`, "data-id": one.id, role: "group", "aria-label": name || undefined },
    name ? h("h4", { role: "presentation" }, name, cards.length > 1 ? h("span", { class: "many" }, ` ${cards.length}`) : null) : null,
    h("div", { class: "lying" }, tokens,
      cards.map((thing, at) => h("div", { class: `slot${thing.face === false ? " down" : twins[at] ? " twin" : ""}`, "data-key": `slot ${thing.id}` }, card(thing, scene, words, secrets), pieces(thing.id)))));
  drawn.style.setProperty("--open", String(cards.reduce((sum, thing, at) => sum + (thing.face === false ? 0 : twins[at] ? 0.16 : 1), 0)));
  return drawn;
}

/** Meters and trays of one seat, or of nobody (null). */
export function belongings(scene, seat, words, secrets) {
  return {
    meters: mine(scene.meters, seat).map((one) => meter(one, scene, words)),
    trays: mine(scene.trays, seat).map((one) => tray(one, scene, words, secrets)).filter(Boolean),
  };
}

/** Trays that are always small. */
export const PILE = ".tray-pile, .tray-bag";

/** What lies for all: what it is about first, the piles and bags in small in a column of their own. */
export function apart(trays) {
  const small = trays.filter((one) => one.matches(PILE));
  return [trays.filter((one) => !small.includes(one)), small.length ? h("div", { class: "piles", "data-key": "piles" }, small) : null];
}

/** What a person holds in secret is laid out first, the rest of theirs after it. */
export const isHand = (node) => node.querySelector(".card .only-you") !== null;

/** One seat in a row: its shape and name, what it is doing, and the numbers that matter. */
function row(picture, at, words, meters, trays) {
  const seat = picture.seats[at];
  const own = at === picture.seat;
  const asked = picture.waiting?.includes(at);
  const tag = (name, key) => h("span", { class: `tag ${name}` }, ui(key));
  const panel = h("article", { class: `seat${own ? " mine" : ""}${asked ? " asked" : ""}`, "data-key": `seat ${at}`, "data-seat": at, "aria-label": seat.name, tabindex: trays.length ? 0 : undefined },
    h("header", {},
      shape(at),
      h("h3", { title: seat.name }, seat.name),
      own ? tag("you", "you") : null,
      seat.bot ? h("span", { class: "note" }, ui("bot", { bot: words.bot(seat.bot) })) : null,
      seat.resigned ? tag("gone", "resigned") : seat.stands_in ? h("span", { class: "note stands" }, ui("stands_in", { bot: words.bot(seat.stands_in) })) : !seat.bot && !seat.here ? tag("away", "away") : null,
      picture.clock && !seat.bot && !picture.outcome ? h("span", { class: "time", "data-clock": at, role: "timer" }) : null,
      picture.outcome?.ranks[at] === 1 && picture.outcome.ranks.some((rank) => rank > 1) ? tag("won", "won") : null,
      asked ? tag("asked", own ? "your_turn" : "thinking") : null,
      picture.answered?.includes(at) ? tag("done", "ready") : null),
    meters.length ? h("div", { class: "meters" }, meters) : null,
    trays.length ? h("div", { class: "lies" }, trays) : null);
  seatColour(panel, "--owner", at);
  return panel;
}

/** Everybody else at the table from the left hand on, and what lies below them; and oneself in the dock: what is one's own lies there,
 * and what has no room there (`told`) is told by name. */
export function seats(frame, dock, picture, words, secrets, told, below) {
  const n = picture.seats.length;
  const own = picture.seat;
  const around = own === null ? picture.seats.map((_, at) => at) : Array.from({ length: n - 1 }, (_, step) => (own + step + 1) % n);
  const of = (at) => belongings(picture.scene, at, words, secrets);
  show(frame, around.map((at) => row(picture, at, words, of(at).meters, of(at).trays)), below);
  show(dock, own === null ? [] : row(picture, own, words, of(own).meters, told));
}
