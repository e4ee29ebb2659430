// Clocks: how much time is left to each seat, counted down between two pictures.

import { ui } from "./ui.js";

const LOW = 60;

export class Clocks {
  constructor() {
    this.offset = 0;
    setInterval(() => this.tick(), 1000);
  }

  /** The house says what time it is there. */
  set(now) {
    this.offset = Date.now() / 1000 - now;
    this.tick();
  }

  show(picture) {
    this.picture = picture;
    this.tick();
  }

  /** The seconds that a seat has left; nothing where there is no clock. */
  left(seat) {
    const { clock } = this.picture ?? {};
    if (!clock?.banks.length) return null;
    const since = clock.since[seat];
    return Math.max(0, clock.banks[seat] - (since === undefined ? 0 : Date.now() / 1000 - this.offset - since));
  }

  tick() {
    if (!this.picture?.clock) return;
    for (const place of document.querySelectorAll("[data-clock]")) {
      const seat = Number(place.dataset.clock);
      const left = this.left(seat);
      const said = left === null ? "" : stretch(left);
      if (place.textContent !== said) place.textContent = said;
      place.classList.toggle("runs", this.picture.clock.since[seat] !== undefined);
      place.classList.toggle("low", left !== null && left < LOW);
    }
  }
}

/** A stretch of time in words, as exact as it matters. */
export function stretch(seconds) {
  const whole = Math.ceil(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  if (whole < 86400) return ui("time_hours", { h: Math.floor(whole / 3600), m: Math.floor((whole % 3600) / 60) });
  return ui("time_days", { d: Math.floor(whole / 86400), h: Math.floor((whole % 86400) / 3600) });
}
