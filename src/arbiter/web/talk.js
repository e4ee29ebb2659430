// Talk: what people say to each other, and what they did beside the game, below the log.

import { h, put } from "./dom.js";
import { myName } from "./memory.js";
import { shape } from "./tinctures.js";
import { knows, ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

/** What happened over and over in a row is told once, with how often: [line, times]. */
export function often(talk) {
  const told = [];
  const same = (one, other) => one.what !== "said" && ["what", "seat", "why", "for", "said"].every((name) => one[name] === other[name]);
  for (const line of talk) {
    if (told.length && same(line, told.at(-1)[0])) told.splice(-1, 1, [line, told.at(-1)[1] + 1]);
    else told.push([line, 1]);
  }
  return told;
}

export class Talk {
  constructor(send, words) {
    this.words = words;
    this.seen = 0;
    this.box = $("talk");
    this.list = $("talk-list");
    this.field = $("talk-text");
    $("talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text && send({ type: "talk", text, name: myName() })) this.field.value = "";
    });
    new ResizeObserver(() => this.settle()).observe(this.list);
    this.box.addEventListener("toggle", () => this.count());
    // Where what happened is behind a button, that button says what is new.
    $("log-button").addEventListener("click", () => requestAnimationFrame(() => this.count()));
  }

  show(picture) {
    const { talk = [], seats, watching, seat } = picture;
    const people = seats.filter((one) => !one.bot).length;
    this.box.hidden = people < 2 && !watching && !talk.length;
    if (people > 1 && !this.begun) this.begun = this.box.open = true;
    this.field.placeholder = ui(seat === null ? "talk_aside" : "talk_here");
    const shown = JSON.stringify([talk.at(0)?.id, talk.at(-1)?.id, talk.length, seats.map((one) => one.name)]);
    if (shown === this.shown) return;
    this.shown = shown;
    put(this.list, often(talk).map(([line, n]) => this.line(line, n)));
    this.ids = talk.map(({ id }) => Number(id));
    this.count();
    this.settle();
  }

  /** What was said last is in sight. */
  settle() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** How much was said that nobody has seen here. */
  count() {
    const ids = this.ids ?? [];
    if (this.box.open && this.box.checkVisibility({ visibilityProperty: true })) this.seen = (ids.at(-1) ?? -1) + 1;
    const fresh = ids.filter((id) => id >= this.seen).length;
    $("talk-new").textContent = fresh ? String(fresh) : "";
    $("log-button").dataset.fresh = fresh || "";
    $("log-button").setAttribute("aria-label", fresh ? `${ui("story")}, ${ui("talk")}: ${fresh}` : ui("story"));
  }

  line({ what, seat, said, text = said && this.words.text(said), name, at, why, by, for: other }, times) {
    const who = seat === null ? name || ui("somebody") : this.words.name(seat);
    const when = new Date(at * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
    if (text) return h("li", { title: when, class: seat === null ? "aside" : "" }, h("b", { class: "seat-name" }, seat === null ? null : shape(seat), who), " ", text);
    const key = why && knows(`happened_${what}_${why}`) ? `happened_${what}_${why}` : `happened_${what}`;
    return h("li", { title: when, class: "did" }, ui(key, { name: who, other: other === undefined ? "" : this.words.name(other), names: (by ?? []).map(this.words.name) }), times > 1 ? ` ${ui("happened_times", { n: times })}` : null);
  }
}
