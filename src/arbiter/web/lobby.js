// Before the game: who sits where, the invitations, and taking one's seat.

import { h, put, sign } from "./dom.js";
import { myName, rememberName } from "./memory.js";
import { ui } from "./ui.js";

/** 16 bytes of this browser's own chance, to go into the dice. */
export function entropy() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

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

export const linkTo = (table, token = "") => `${location.origin}/table/${table}${token ? `#${token}` : ""}`;

export class Lobby {
  constructor(frame, { table, join, begin, withdraw, bot }) {
    this.begin = begin;
    this.withdraw = withdraw;
    this.bot = bot;
    this.frame = frame;
    this.table = table;
    this.join = join;
  }

  show(picture, title) {
    const { seats, invitations = {}, invited } = picture;
    const waiting = seats.filter((seat) => !seat.joined).length;
    const closed = waiting ? [] : seats.filter((seat, at) => picture.pledges[at] && !picture.entropy[at]);
    const shown = JSON.stringify([seats, invitations, invited, picture.seat, closed]);
    if (shown === this.shown) return;
    this.shown = shown;
    put(this.frame,
      h("h2", {}, ui(invited !== null ? "seat_kept" : waiting ? "being_set" : "everybody_here")),
      h("p", {}, ui(invited !== null ? "you_are_invited" : "begins_when", { title })),
      invited !== null ? this.joinForm() : null,
      h("ol", { class: "places" }, seats.map((seat, at) => h("li", { class: seat.joined ? "joined" : "free" },
        h("span", { class: "place-number" }, String(at + 1)),
        h("b", {}, seat.joined ? seat.name : ui(at === invited ? "your_seat" : "free_seat")),
        h("span", { class: "tag" }, seat.bot ? ui("bot", { bot: this.bot(seat.bot) }) : ui(seat.joined ? (at === picture.seat ? "you" : "here") : "waiting")),
        invitations[at] ? copyButton(linkTo(this.table, invitations[at]), ui("copy_invitation")) : null,
        invitations[at] ? h("button", { type: "button", class: "chip", onclick: () => this.withdraw(at) }, ui("withdraw")) : null))),
      Object.keys(invitations).length ? h("p", { class: "note" }, ui("send_invitations")) : null,
      closed.length ? h("p", {}, ui("chance_waits", { names: closed.map((seat) => seat.name).join(", ") })) : null,
      closed.length && picture.host ? h("p", { class: "quick" }, h("button", { type: "button", class: "chip", onclick: () => this.begin() }, ui("chance_begin"))) : null,
      h("p", { class: "quick" }, copyButton(linkTo(this.table), ui("copy_watch"))),
      h("p", { class: "note hash" }, ui("dice_fixed"), " ", h("code", {}, `${picture.commitment.slice(0, 16)}…`), " ", ui("dice_fixed_why")));
    this.frame.querySelector("input[name=name]")?.focus();
  }

  joinForm() {
    const name = h("input", { name: "name", maxlength: 24, autocomplete: "nickname", value: myName(), "aria-label": ui("your_name"), placeholder: ui("your_name") });
    return h("form", { class: "join", onsubmit: (event) => {
      event.preventDefault();
      rememberName(name.value.trim());
      this.join(name.value.trim());
    } }, name, h("button", { class: "primary", type: "submit" }, ui("take_seat")));
  }
}
