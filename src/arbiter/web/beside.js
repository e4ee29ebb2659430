// What people do at a table beside the game: clocks, who plays for whom, taking back, talk, notes.

import { Alerts } from "./alerts.js";
import { Clocks } from "./clocks.js";
import { h, put, sign } from "./dom.js";
import { Talk } from "./talk.js";
import { ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

export class Beside {
  /** `send` sends a message to the table; `words` are the display's. */
  constructor(send, words) {
    this.send = send;
    this.words = words;
    this.clocks = new Clocks();
    this.talk = new Talk(send, words);
    this.alerts = new Alerts();
    $("people-button").addEventListener("click", () => this.openPeople());
    $("notes-button").addEventListener("click", () => send({ type: "desk" }));
  }

  /** Messages that are not about the game. */
  get heard() {
    return { time: ({ now }) => this.clocks.set(now), desk: (desk) => this.openNotes(desk), noted: () => this.noted?.() };
  }

  show(picture) {
    this.picture = picture;
    this.clocks.show(picture);
    this.talk.show(picture);
    this.alerts.show(picture, this.words);
    this.showUndo();
    const said = this.company();
    $("company").hidden = !said;
    const shown = JSON.stringify([picture.wish, picture.seats, picture.seat, picture.asks.length]);
    if (said && this.shown !== shown) put($("company"), said);
    this.shown = said ? shown : "";
    $("notes-button").hidden = picture.seat === null;
    if ($("people").open) this.drawPeople();
  }

  /** The button says beforehand whether something can be taken back, or whom that takes. */
  showUndo() {
    const { undo, seat, wish } = this.picture;
    const may = undo?.may ?? "no";
    $("undo").hidden = seat === null;
    $("undo").disabled = may === "no" || (may === "ask" && wish?.seat === seat);
    $("undo").textContent = ui(may === "ask" ? "undo_ask" : "undo");
    $("undo").title = may === "now" ? ui("undo_title") : may === "ask" ? ui("undo_ask_title", { why: this.words.refusal(undo) }) : undo?.key ? this.words.refusal(undo) : ui("undo_title");
  }

  /** What has to be said to this page about those who sit here; nothing where all is as usual. */
  company() {
    const { seat, seats, wish } = this.picture;
    const button = (key, message, primary = false) => h("button", { type: "button", class: primary ? "primary" : "chip", onclick: () => this.send(message) }, ui(key));
    if (seat !== null && seats[seat].stands_in && !seats[seat].resigned) {
      return [h("p", {}, ui("bot_for_you")), h("p", { class: "quick" }, button("come_back", { type: "back" }, true))];
    }
    if (!wish) return null;
    if (wish.of.includes(seat) && !wish.agreed.includes(seat)) {
      return [h("p", {}, ui("wishes_undo", { name: seats[wish.seat].name })), h("p", { class: "quick" }, button("undo_yes", { type: "agree", yes: true }, true), button("undo_no", { type: "agree", yes: false }))];
    }
    const missing = wish.of.filter((at) => !wish.agreed.includes(at)).map((at) => seats[at].name);
    return h("p", {}, ui("undo_waits", { name: seats[wish.seat].name, names: missing }));
  }

  openPeople() {
    this.drawPeople();
    $("people").showModal();
  }

  /** Who sits where, who is away, and what can be done about it. */
  drawPeople() {
    const { seats, seat, host, outcome, votes = {}, terms } = this.picture;
    const playing = this.picture.status === "playing" && !outcome;
    const people = seats.map((one, at) => ({ ...one, at })).filter((one) => !one.bot);
    const act = ({ at, here, stands_in: standsIn }) => {
      if (!playing || at === seat || here || standsIn || (seat === null && !host)) return null;
      const voted = votes[at]?.includes(seat);
      return h("button", { type: "button", class: "chip", disabled: voted, onclick: () => this.send({ type: "replace", seat: at }) }, ui(host ? "replace" : voted ? "voted" : "vote_replace"));
    };
    const state = (one) => (one.resigned ? ui("resigned") : one.stands_in ? ui("stands_in", { bot: this.words.bot(one.stands_in) }) : one.at === seat ? ui("you") : ui(one.here ? "here" : "away"));
    put($("people").querySelector(".body"),
      h("ol", { class: "places" }, people.map((one) => h("li", {}, h("b", {}, one.name || ui("free_seat")), h("span", { class: "tag" }, state(one)), act(one)))),
      terms ? h("p", { class: "note" }, ui(`term_undo`), ": ", ui(`term_undo_${terms.undo}`)) : null,
      playing && seat !== null && !seats[seat].resigned ? this.resigning() : null);
  }

  /** Resigning takes two steps. */
  resigning() {
    const ask = h("button", { type: "button", class: "chip", onclick: () => (sure.hidden = !(ask.hidden = true)) }, ui("resign"));
    const sure = h("span", { class: "quick", hidden: true }, ui("resign_sure"),
      h("button", { type: "button", class: "primary", "data-act": "resign", onclick: () => {
        this.send({ type: "resign" });
        $("people").close();
      } }, ui("resign_yes")),
      h("button", { type: "button", class: "chip", onclick: () => (ask.hidden = !(sure.hidden = true)) }, ui("not_so_soon")));
    return h("p", { class: "quick" }, ask, sure);
  }

  /** A seat's own notepad, and where it wants to be told that it is asked. */
  openNotes({ notes, hook }) {
    const text = h("textarea", { rows: 10, maxlength: 8000, "aria-label": ui("notes"), oninput: () => {
      clearTimeout(this.noting);
      kept.textContent = "";
      this.noting = setTimeout(() => this.send({ type: "note", text: text.value }), 700);
    } });
    text.value = notes;
    const kept = h("span", { class: "note", role: "status" });
    this.noted = () => (kept.textContent = ui("notes_kept"));
    const address = h("input", { type: "url", value: hook, placeholder: "https://", maxlength: 500, "aria-label": ui("hook") });
    put($("notes").querySelector(".body"), h("p", { class: "note" }, sign("eye"), ui("notes_about")), text, kept,
      h("details", {}, h("summary", {}, ui("hook")), h("p", { class: "note" }, ui("hook_about")),
        h("form", { class: "join", onsubmit: (event) => {
          event.preventDefault();
          this.send({ type: "hook", address: address.value.trim(), language: document.documentElement.lang });
        } }, address, h("button", { type: "submit", class: "chip" }, ui("keep")))));
    $("notes").showModal();
  }
}
