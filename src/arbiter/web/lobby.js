// Before the game: who sits where, the invitations, and taking one's seat.

import { pledgeFor } from "./chance.js";
import { apply } from "./difference.js";
import { h, put, s, sign } from "./dom.js";
import { Line } from "./line.js";
import { entropy, keepHere, keyFor, myName, rememberName, rememberSeat, seatsHere } from "./memory.js";
import { keep } from "./pledges.js";
import { shape, wear } from "./tinctures.js";
import { ui } from "./ui.js";

/** A button that copies a link, and says that it did. */
export function copyButton(link, words) {
  const button = h("button", { type: "button", class: "chip", onclick: async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.hidden = false;
      field.select();
      if (!document.execCommand("copy")) return;
    }
    button.lastChild.textContent = ui("copied");
    setTimeout(() => (button.lastChild.textContent = words), 1600);
  } }, sign("link"), h("span", {}, words));
  const field = h("input", { class: "link", readonly: true, value: link, hidden: true, "aria-label": ui("link") });
  return h("span", { class: "copy" }, button, field);
}

/** A button that shows a link as a code for another device's camera. */
export function codeButton(link) {
  const frame = h("span", { class: "code", hidden: true });
  const button = h("button", { type: "button", class: "chip", "aria-expanded": "false", onclick: async () => {
    if (!frame.childElementCount) {
      const drawn = (await import("./qr.js")).path(link);
      if (drawn) frame.append(s("svg", { viewBox: `0 0 ${drawn.size} ${drawn.size}`, role: "img", "aria-label": ui("code_of_link") }, s("path", { d: drawn.d })));
    }
    frame.hidden = !frame.hidden;
    button.setAttribute("aria-expanded", String(!frame.hidden));
  } }, ui("code"));
  return [button, frame];
}

export const linkTo = (table, token = "") => `${location.origin}/table/${table}${token ? `#${token}` : ""}`;

/** Sit down for somebody else at this device; the line stays until the game has begun, to open that seat's chance. */
function sitHere(table, seat, invitation, name) {
  const token = keyFor(invitation, entropy);
  let picture = null;
  let joined = false;
  const line = new Line(table, {
    greet: () => ({ type: "hello", token: joined ? token : invitation }),
    state: () => {},
    hear: (message) => {
      if (message.type === "table") picture = message.picture ?? apply(picture, message.change);
      if (message.type === "table" && !joined) line.send({ type: "join", name, pledge: pledgeFor(table, token, entropy), token });
      if (message.type === "seated") {
        joined = true;
        const { [seat]: _, ...left } = seatsHere(table);
        keepHere(table, left);
        rememberSeat(table, token, { hot: seat, name, status: "open" });
      }
      if (message.type !== "table" || picture.seat === null) return;
      const chance = keep(table, picture, token);
      if (chance) line.send({ type: "chance", entropy: chance });
      if (picture.status !== "open") line.close();
    },
  });
}

export class Lobby {
  constructor(frame, { table, join, begin, withdraw, bot }) {
    this.begin = begin;
    this.withdraw = withdraw;
    this.bot = bot;
    this.frame = frame;
    this.table = table;
    this.join = join;
    this.fields = {};
  }

  show(picture, book) {
    const { title } = book;
    const { seats, invitations = {}, invited } = picture;
    const waiting = seats.filter((seat) => !seat.joined).length;
    const closed = waiting ? [] : seats.filter((seat, at) => picture.pledges[at] && !picture.entropy[at]);
    const shown = JSON.stringify([seats, invitations, invited, picture.seat, closed]);
    if (shown === this.shown) return;
    this.shown = shown;
    const at = document.activeElement;
    wear();
    put(this.frame,
      h("h2", {}, ui(invited !== null ? (seats[invited].open ? "free_seat" : "seat_kept") : waiting ? "being_set" : "everybody_here")),
      h("p", {}, ui(invited !== null ? "you_are_invited" : "begins_when", { title })),
      invited !== null ? this.joinForm() : null,
      h("ol", { class: "places" }, seats.map((seat, at) => h("li", { class: seat.joined ? "joined" : "free" },
        shape(at),
        h("b", {}, at === invited ? ui("your_seat") : seat.name || ui("free_seat")),
        h("span", { class: "tag" }, seat.bot ? ui("bot", { bot: this.bot(seat.bot) }) : ui(seat.joined ? (at === picture.seat ? "you" : seat.here ? "here" : "away") : seat.open ? "open_seat" : "waiting")),
        invitations[at] ? this.inviting(at, invitations[at], seat.open) : null))),
      Object.keys(invitations).some((at) => !seats[at].open && !seatsHere(this.table)[at]) ? h("p", { class: "note" }, ui("send_invitations")) : null,
      seats.some((seat) => seat.open) ? h("p", { class: "note" }, ui("open_to_all")) : null,
      closed.length ? h("p", {}, ui("chance_waits", { names: closed.map((seat) => seat.name).join(", ") })) : null,
      closed.length && picture.host ? h("p", { class: "quick" }, h("button", { type: "button", class: "chip", onclick: () => this.begin() }, ui("chance_begin"))) : null,
      h("h3", {}, ui("agreed_title")),
      this.agreed(picture, book),
      picture.terms?.watch === "nobody" ? null : h("p", { class: "quick" }, copyButton(linkTo(this.table), ui("copy_watch")), codeButton(linkTo(this.table))),
      h("p", { class: "note hash" }, ui("dice_fixed"), " ", h("code", {}, `${picture.commitment.slice(0, 16)}…`), " ", ui("dice_fixed_why")));
    (this.frame.contains(at) ? at : this.fields.name)?.focus();
  }

  /** What one sits down to; it holds for as long as the table stands. */
  agreed(picture, book) {
    this.terms ??= h("div");
    if (!this.terms.childElementCount) import("./agreed.js").then(({ agreed }) => put(this.terms, agreed(picture, book, this.bot)));
    return this.terms;
  }

  /** A field for a name. It stays the same however often the lobby is shown, so that nobody types in vain. */
  field(name, props, words) {
    return (this.fields[name] ??= h("input", { name, maxlength: 24, "aria-label": words, placeholder: words, ...props }));
  }

  /** How somebody comes to a free seat: at this device, or by an invitation that is sent or shown. */
  inviting(at, token, open) {
    if (seatsHere(this.table)[at]) {
      const name = this.field(`here-${at}`, {}, ui("their_name"));
      return h("form", { class: "join", onsubmit: (event) => {
        event.preventDefault();
        sitHere(this.table, at, token, name.value.trim() || ui("player"));
      } }, name, h("button", { class: "primary", type: "submit" }, ui("sits_here")));
    }
    return h("span", { class: "quick" }, copyButton(linkTo(this.table, token), ui("copy_invitation")), codeButton(linkTo(this.table, token)),
      open ? null : h("button", { type: "button", class: "chip", onclick: () => this.withdraw(at) }, ui("withdraw")));
  }

  joinForm() {
    const name = this.field("name", { autocomplete: "nickname", value: myName() }, ui("your_name"));
    return h("form", { class: "join", onsubmit: (event) => {
      event.preventDefault();
      rememberName(name.value.trim());
      this.join(name.value.trim());
    } }, name, h("button", { class: "primary", type: "submit" }, ui("take_seat")));
  }
}
