// The pace at which pictures are shown: at once, slowly, or step by step while others play.

import { pace } from "./motion.js";
import { wish } from "./settings.js";

const DWELL = { usual: 0, instant: 0, slow: 1300, step: 0 };
const REVEAL = 1300; // what was secret comes to light, and how it went: nothing else happens meanwhile
const PATIENCE = 40;

export class Pace {
  /** `show` shows a picture, and tells whether something came to light; `changed` hears that one was shown or waits. */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    this.waiting = [];
    this.held = false;
  }

  /** Whether pictures wait until somebody asks for the next. */
  get holds() {
    return this.held || wish("motion") === "step";
  }

  /** A picture has come. The first of all, and those of a page that nobody looks at, are shown at once. */
  hear(picture) {
    this.waiting.push(picture);
    if (!this.shown || document.hidden || this.waiting.length > PATIENCE) this.catchUp();
    else this.run();
  }

  run() {
    if (this.timer) return;
    while (this.waiting.length && !this.holds) {
      const dwell = this.next() ? REVEAL * pace() : this.waiting.length && DWELL[wish("motion")];
      if (dwell) {
        this.timer = setTimeout(() => {
          this.timer = null;
          this.run();
        }, dwell);
        break;
      }
    }
    this.changed();
  }

  next() {
    const picture = this.waiting.shift();
    if (!picture) return false;
    this.shown = true;
    const revealed = this.show(picture);
    this.changed();
    return revealed;
  }

  catchUp() {
    clearTimeout(this.timer);
    this.timer = null;
    while (this.waiting.length) this.next();
  }

  hold(on) {
    this.held = on;
    if (on) this.changed();
    else this.run();
  }
}
