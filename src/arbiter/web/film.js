// A film of a table: a first picture and what changed with each step, as pictures that can be shown in any order.

import { apply } from "./difference.js";

/** How steps can be taken together: one by one, as long as one seat answers, as long as a beat of the rules lasts. */
export const GRAINS = ["answer", "turn", "beat"];

export class Film {
  /** `base` is what holds for every picture: who sits there, and from which seat it is seen. */
  constructor({ first, steps }, base) {
    const events = [...first.log.events];
    let picture = first.picture;
    const frame = (of, by, beat, at) => ({ picture: { asks: [], ...base, ...of }, told: events.length, by, beat, at });
    this.frames = [frame(picture, null, true, first.at)];
    for (const { change, log, by, beat, at } of steps) {
      picture = apply(picture, change);
      if (log) events.splice(log.from, Infinity, ...log.events);
      this.frames.push(frame(picture, by ?? null, !!beat, at));
    }
    this.events = events;
  }

  /** Whether anything ever lies before whoever looks, or before everybody. */
  get docked() {
    return this.frames.some(({ picture: { seat, scene } }) => seat !== null || scene.trays?.some(({ owner }) => (owner ?? null) === null));
  }

  get length() {
    return this.frames.length;
  }

  /** What was told with a frame. */
  news(at) {
    return at ? this.events.slice(this.frames[at - 1].told, this.frames[at].told) : [];
  }

  /** What a log that shows frame `from` has to hear to show frame `to`. */
  told(from, to) {
    if (from === null) return { from: 0, events: this.events.slice(0, this.frames[to].told) };
    const [before, now] = [this.frames[from].told, this.frames[to].told];
    return { from: Math.min(before, now), events: this.events.slice(before, now) };
  }

  /** The frame at which the next stretch of that grain ends, forwards or backwards. */
  next(at, grain, way = 1) {
    const last = this.length - 1;
    let to = at;
    do to += way;
    while (to > 0 && to < last && !this.ends(to, grain));
    return Math.max(0, Math.min(last, to));
  }

  /** Whether a stretch of that grain ends with a frame. */
  ends(at, grain) {
    if (grain === "turn") return this.frames[at].by !== this.frames[at + 1]?.by;
    return grain === "beat" ? this.frames[at].beat : true;
  }

  /** Whether one frame leads to another by one step, or by one stretch of any grain. */
  stretches(from, to) {
    return from !== null && from < to && GRAINS.some((grain) => this.next(from, grain) >= to);
  }

  /** The frame that shows how a game stood after so many entries of its journal. */
  find(entries) {
    const later = this.frames.findIndex(({ at }) => at > entries);
    return later < 0 ? this.length - 1 : Math.max(0, later - 1);
  }
}
