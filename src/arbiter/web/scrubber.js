// The bar by which a film is looked through: back and forth, by steps, turns or beats, slow or quick.

import { h, put, sign } from "./dom.js";
import { GRAINS } from "./film.js";
import { ui } from "./ui.js";

const ICONS = {
  back: "M20 4 9 12l11 8zM4 4h3v16H4z",
  first: "M20 4v16l-8-6v6L3 12l9-8v6zM2 4h2v16H2z",
  last: "M4 4v16l8-6v6l9-8-9-8v6zM20 4h2v16h-2z",
};

/** How long a step is looked at, in milliseconds, by speed. */
const DWELL = { "½×": 1800, "1×": 900, "2×": 450, "4×": 220 };

export class Scrubber {
  /** `show(frame, from)` shows a frame where `from` was shown before; `close` is there where the bar can be closed. */
  constructor(frame, { show, close = null, more = [] }) {
    this.frame = frame;
    this.show = show;
    this.grain = GRAINS[0];
    this.speed = "1×";
    const button = (name, act, props = {}) => h("button", { type: "button", "data-go": name, "aria-label": ui(`go_${name}`), title: ui(`go_${name}`), onclick: act, ...props }, sign({ start: "first", end: "last", forward: "next" }[name] ?? name, ICONS));
    this.playing = button("play", () => this.toggle(), { class: "play", "aria-pressed": "false" });
    this.range = h("input", { type: "range", min: 0, step: 1, "aria-label": ui("moment"), oninput: () => { this.stop(); this.go(Number(this.range.value)); } });
    this.ribbon = h("div", { class: "ribbon", "aria-hidden": "true" });
    this.count = h("output", { class: "count" });
    const choice = (name, values, words, act) => h("select", { "aria-label": ui(name), title: ui(name), "data-choice": name, onchange: (event) => act(event.target.value) }, values.map((value) => h("option", { value, selected: value === this[name] }, words(value))));
    put(frame,
      h("div", { class: "go", role: "group", "aria-label": ui("moments") },
        button("start", () => this.go(0)), button("back", () => this.step(-1)), this.playing, button("forward", () => this.step(1)), button("end", () => this.go(this.film.length - 1))),
      h("div", { class: "rail" }, this.range, this.ribbon),
      this.count,
      h("div", { class: "how" },
        choice("grain", GRAINS, (value) => ui(`grain_${value}`), (value) => (this.grain = value)),
        choice("speed", Object.keys(DWELL), (value) => value, (value) => (this.speed = value)),
        more,
        close ? h("button", { type: "button", class: "chip", "data-go": "close", onclick: () => close() }, ui("back_to_table")) : null));
  }

  /** Look through a film, from one of its frames on. */
  open(film, at = 0) {
    this.stop();
    this.film = film;
    this.at = null;
    this.range.max = film.length - 1;
    this.ribbon.style.setProperty("background", ribbonOf(film));
    this.frame.hidden = false;
    this.go(at);
  }

  go(at) {
    const from = this.at;
    this.at = Math.max(0, Math.min(this.film.length - 1, at));
    this.range.value = this.at;
    const said = ui("step_of", { n: this.at, of: this.film.length - 1 });
    this.range.setAttribute("aria-valuetext", said);
    this.count.textContent = said;
    this.show(this.at, from);
    if (this.at === this.film.length - 1) this.stop();
  }

  step(way) {
    this.stop();
    this.go(this.film.next(this.at, this.grain, way));
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.at === this.film.length - 1) this.go(0);
    put(this.playing, sign("pause"));
    this.playing.setAttribute("aria-pressed", "true");
    const on = () => {
      this.timer = setTimeout(on, DWELL[this.speed]);
      this.go(this.film.next(this.at, this.grain));
    };
    this.timer = setTimeout(on, DWELL[this.speed] / 3);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    put(this.playing, sign("play"));
    this.playing.setAttribute("aria-pressed", "false");
  }

  /** A key was pressed that nobody else wanted; true where it was one of the bar's. */
  key(event) {
    const keys = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      PageUp: () => this.go(this.film.next(this.at, "turn", -1)),
      PageDown: () => this.go(this.film.next(this.at, "turn")),
      Home: () => this.go(0),
      End: () => this.go(this.film.length - 1),
    };
    const own = event.key === " " ? "input, select, button, summary, a, #board .stage" : "input, select, #board .stage";
    if (!(event.key in keys) || event.target.closest?.(own)) return false;
    keys[event.key]();
    return true;
  }
}

/** A ribbon in the tinctures of those who moved. */
function ribbonOf({ frames }) {
  const share = 100 / Math.max(1, frames.length - 1);
  const runs = [];
  frames.slice(1).forEach(({ by }, at) => {
    if (runs.at(-1)?.by === by) runs.at(-1).end = (at + 1) * share;
    else runs.push({ by, start: at * share, end: (at + 1) * share });
  });
  const colour = (by) => (by === null ? "var(--rule)" : `var(--seat-${by})`);
  return runs.length ? `linear-gradient(90deg, ${runs.map(({ by, start, end }) => `${colour(by)} ${start.toFixed(3)}% ${end.toFixed(3)}%`).join(", ")})` : "var(--rule)";
}
