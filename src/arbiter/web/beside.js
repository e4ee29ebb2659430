// What people do at a table beside the game: clocks, who plays for whom, taking back, talk, notes.

import { Alerts } from "./alerts.js";
import { Clocks } from "./clocks.js";
import { h, put } from "./dom.js";
import { Talk } from "./talk.js";
import { ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

export class Beside {
  /** `send` sends a message to the table; `words` are the display's, `book` gives the game's. */
  constructor(send, words, book) {
    this.send = send;
    this.book = book;
    this.words = words;
    this.clocks = new Clocks();
    this.talk = new Talk(send, words);
    this.alerts = new Alerts();
    $("people-button").addEventListener("click", async () => {
      this.drawPeople = (await import("./peoples.js")).people;
      this.drawPeople(this);
      $("people").showModal();
    });
    $("notes-button").addEventListener("click", () => send({ type: "desk" }));
  }

  /** Messages that are not about the game. */
  get heard() {
    return { time: ({ now }) => this.clocks.set(now), desk: async (desk) => (await import("./peoples.js")).notes(this, desk), noted: () => this.noted?.(), rung: (message) => this.rung?.(message) };
  }

  show(picture) {
    this.picture = picture;
    this.clocks.show(picture);
    this.talk.show(picture);
    this.alerts.show(picture, this.words);
    this.showUndo();
    const said = this.company();
    $("company").hidden = !said;
    const shown = JSON.stringify([picture.wish, picture.votes, [...(this.declined ?? [])], picture.seats, picture.seat, picture.asks.length]);
    if (said && this.shown !== shown) put($("company"), said);
    this.shown = said ? shown : "";
    if ($("people").open) this.drawPeople(this);
  }

  /** The button says beforehand whether something can be taken back, or whom that takes. */
  showUndo() {
    const { undo, seat, wish, outcome } = this.picture;
    const may = undo?.may ?? "no";
    $("undo").hidden = seat === null || !!outcome;
    $("undo").disabled = may === "no" || (may === "ask" && wish?.seat === seat);
    $("undo").querySelector("span").textContent = ui(may === "ask" ? "undo_ask" : "undo");
    $("undo").title = may === "now" ? ui("undo_title") : may === "ask" ? ui("undo_ask_title", { why: this.words.refusal(undo) }) : undo?.key ? this.words.refusal(undo) : ui("undo_title");
  }

  /** What has to be said to this page about those who sit here; nothing where all is as usual. */
  company() {
    const { seat, seats, wish } = this.picture;
    const button = (key, message, primary = false) => h("button", { type: "button", class: primary ? "primary" : "chip", onclick: () => this.send(message) }, ui(key));
    if (seat !== null && seats[seat].stands_in && !seats[seat].resigned) {
      return [h("p", {}, ui("bot_for_you")), h("p", { class: "quick" }, button("come_back", { type: "back" }, true))];
    }
    if (seat !== null && seats[seat].resigned && !this.picture.outcome) return h("p", {}, ui("resigned_you"));
    if (!wish) return this.votes(button);
    if (wish.of.includes(seat) && !wish.agreed.includes(seat)) {
      return [h("p", {}, ui("wishes_undo", { name: seats[wish.seat].name })), h("p", { class: "quick" }, button("undo_yes", { type: "agree", yes: true }, true), button("undo_no", { type: "agree", yes: false }))];
    }
    const missing = wish.of.filter((at) => !wish.agreed.includes(at)).map((at) => seats[at].name);
    return h("p", {}, ui("undo_waits", { name: seats[wish.seat].name, names: missing }));
  }

  /** Others want a bot to play for somebody who is away, and this seat has not said whether it does. */
  votes(button) {
    const { seat, seats, votes = {}, outcome } = this.picture;
    const open = Object.entries(votes).filter(([at, by]) => !outcome && seat !== null && Number(at) !== seat && !seats[at].here && !by.includes(seat) && !this.declined?.has(at));
    return open.length ? open.map(([at, by]) => [
      h("p", {}, ui("happened_voted", { name: this.words.name(by[0]), other: this.words.name(Number(at)) })),
      h("p", { class: "quick" }, button("vote_replace", { type: "replace", seat: Number(at) }, true), h("button", { type: "button", class: "chip", onclick: () => {
        (this.declined ??= new Set()).add(at);
        this.show(this.picture);
      } }, ui("undo_no"))),
    ]) : null;
  }
}
