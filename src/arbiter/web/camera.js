// What part of a board is in sight: pan, zoom and fit, by mouse, touch and keyboard. The board itself keeps its size.

import { pace } from "./motion.js";

const CLOSEST = 16;
// What is framed takes so much of the sight.
const ROOM = 0.9;

export class Camera {
  /** `changed` hears that another part is in sight, `scaled` how much of the board a pixel is; `drags` says whether a plain drag is free to move the board. */
  constructor(svg, { changed, scaled, drags }) {
    this.svg = svg;
    this.scaled = scaled;
    this.changed = changed;
    this.drags = drags;
    this.home = [0, 0, 1, 1];
    this.zoom = 1;
    this.middle = [0.5, 0.5];
    // How far past the board's edge one may look, as a part of half the sight.
    this.past = 0;
    // So many pixels of the lower part are under something else.
    this.covered = 0;
    // And so many of the whole board under the key to its units.
    this.keyed = 0;
    this.fingers = new Map();
    new ResizeObserver(() => this.measure()).observe(svg);
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(name, (event) => this.up(event));
    // A drag is no click.
    svg.addEventListener("click", (event) => this.dragged && (event.stopImmediatePropagation(), event.preventDefault()), true);
  }

  /** The whole of the board: left, top, right, bottom. Somebody who looks at all of it goes on doing so. */
  setHome(home) {
    if (String(home) === String(this.home)) return;
    const whole = this.zoom === 1;
    this.home = home;
    if (whole) this.fit(true);
    else this.look(this.zoom, this.middle);
  }

  get size() {
    const [left, top, right, bottom] = this.home;
    return [right - left, bottom - top];
  }

  /** Half of what is in sight across and down, when looked at so close. */
  reach(zoom) {
    const unit = this.unitAt(zoom) / 2;
    return [(this.svg.clientWidth || 800) * unit, (this.svg.clientHeight || 600) * unit];
  }

  /** The middle of what is in sight when one looks so close at a point; past the board's edge only so far (a part of the sight). */
  held(zoom, at, past = 0) {
    return this.reach(zoom).map((half, axis) => {
      const [least, most] = [this.home[axis] + half, this.home[axis + 2] - half];
      const far = zoom > 1 ? half * past : 0;
      const under = axis ? Math.max(this.covered, zoom === 1 && this.keyed) * this.unitAt(zoom) : 0;
      // The whole board moves only where that brings more of it out from under what covers it.
      if (zoom === 1) return (least + most + (2 * under > least - most ? Math.min(under, Math.max(0, least - most)) : 0)) / 2;
      return least > most + under ? (least + most + under) / 2 : Math.min(most + Math.max(far, under), Math.max(least - far, at[axis]));
    });
  }

  /** Look at the board so close, with this point in the middle; never further past the board's edge than is wanted here. */
  look(zoom, at) {
    cancelAnimationFrame(this.flight);
    this.zoom = Math.min(CLOSEST, Math.max(1, zoom));
    const [wide, high] = this.size.map((side) => side / this.zoom);
    this.middle = this.held(this.zoom, at, this.past);
    this.svg.setAttribute("viewBox", [this.middle[0] - wide / 2, this.middle[1] - high / 2, wide, high].join(" "));
    this.svg.classList.toggle("zoomed", this.zoom > 1);
    this.measure();
    this.changed?.();
  }

  /** How much of the board a pixel of the screen is, when looked at so close. */
  unitAt(zoom) {
    const [wide, high] = this.size;
    return Math.max(wide / (this.svg.clientWidth || 800), high / (this.svg.clientHeight || 600)) / zoom;
  }

  measure() {
    this.unit = this.unitAt(this.zoom);
    this.svg.style.setProperty("--u", String(this.unit));
    this.scaled?.(this.unit);
  }

  /** Look at a point so close that something of this size can be seen well; the whole board where it can be anyway. */
  near(size, pixels) {
    const seen = size / this.unitAt(1);
    return seen >= pixels * 0.7 ? 1 : pixels / seen;
  }

  /** Whether a box of the board is in sight, with a little room about it. */
  shows([left, top, right, bottom]) {
    const [x, y, wide, high] = this.sight;
    return left >= x && top >= y && right <= x + wide && bottom <= y + high - this.covered * this.unit;
  }

  /** Go there in a moment. */
  fly(zoom, middle) {
    const slow = pace();
    if (!slow || !this.svg.isConnected) return this.look(zoom, middle);
    const [from, at, began] = [this.zoom, this.middle, performance.now()];
    const goal = Math.min(CLOSEST, Math.max(1, zoom));
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - began) / (320 * slow)));
      const eased = part * (2 - part);
      this.look(from * (goal / from) ** eased, at.map((n, axis) => n + (middle[axis] - n) * eased));
      if (part < 1) this.flight = requestAnimationFrame(step);
    };
    cancelAnimationFrame(this.flight);
    this.flight = requestAnimationFrame(step);
  }

  /** How close one can look and have a box of the board in sight. */
  closest([left, top, right, bottom]) {
    const [across, down] = this.reach(1);
    return Math.min((2 * across) / (right - left), (2 * down - this.covered * this.unitAt(1)) / (bottom - top));
  }

  /** Have a box of the board in sight with a little room about it, as close as it allows and no closer than `most`. */
  frame(box, most) {
    const [left, top, right, bottom] = box;
    const zoom = Math.min(CLOSEST, Math.max(1, Math.min(this.closest(box) * ROOM, most)));
    this.fly(zoom, [(left + right) / 2, (top + bottom + this.covered * this.unitAt(zoom)) / 2]);
  }

  /** See the whole board. */
  fit(atOnce = false) {
    const [left, top, right, bottom] = this.home;
    const middle = [(left + right) / 2, (top + bottom) / 2];
    if (atOnce) this.look(1, middle);
    else this.fly(1, middle);
  }

  /** Closer or further by a factor, so that a point of the board stays where it is on the screen. */
  closer(factor, around = this.middle) {
    this.chosen = true;
    const zoom = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    const kept = this.zoom / zoom;
    this.look(zoom, this.middle.map((n, axis) => around[axis] + (n - around[axis]) * kept));
  }

  /** Move by parts of what is in sight. */
  pan(across, down) {
    this.chosen = true;
    const [wide, high] = this.size.map((side) => side / this.zoom);
    this.look(this.zoom, [this.middle[0] + across * wide, this.middle[1] + down * high]);
  }

  /** The part in sight: left, top, width, height. */
  get sight() {
    const [across, down] = this.reach(this.zoom);
    return [this.middle[0] - across, this.middle[1] - down, 2 * across, 2 * down];
  }

  /** The point of the board under a point of the screen. */
  pointAt(x, y) {
    const at = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  /** + - 0 and the arrows; true where the key was used. */
  key({ key }) {
    const step = { ArrowUp: [0, -0.2], ArrowDown: [0, 0.2], ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0] }[key];
    if (key === "+" || key === "=") this.closer(1.3);
    else if (key === "-") this.closer(1 / 1.3);
    else if (key === "0") this.fit();
    else if (step && this.zoom > 1) this.pan(...step);
    else return false;
    return true;
  }

  wheel(event) {
    // Somebody who places a piece turns it by the wheel; with Ctrl, or by pinching, the wheel still zooms.
    if (event.defaultPrevented) return;
    event.preventDefault();
    this.closer(Math.exp(-event.deltaY * (event.deltaMode ? 0.06 : 0.0018)), this.pointAt(event.clientX, event.clientY));
  }

  down(event) {
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.pressed = event.button === 1 || (event.button === 0 && this.drags());
    if (event.button === 1) event.preventDefault();
  }

  move(event) {
    const from = this.fingers.get(event.pointerId);
    if (!from) return;
    const to = [event.clientX, event.clientY];
    if (this.fingers.size === 2) this.pinch(event.pointerId, from, to);
    else if (!this.pressed || this.zoom === 1) return;
    else if (!this.dragged && Math.hypot(to[0] - from[0], to[1] - from[1]) < 5) return;
    else {
      const [a, b] = [this.pointAt(...from), this.pointAt(...to)];
      this.drag(event.pointerId);
      this.look(this.zoom, [this.middle[0] + a[0] - b[0], this.middle[1] + a[1] - b[1]]);
    }
    this.fingers.set(event.pointerId, to);
  }

  pinch(id, from, to) {
    const other = [...this.fingers].find(([one]) => one !== id)[1];
    const [before, after] = [from, to].map((spot) => Math.hypot(spot[0] - other[0], spot[1] - other[1]) || 1);
    const [held, shifted] = [from, to].map((spot) => this.pointAt((spot[0] + other[0]) / 2, (spot[1] + other[1]) / 2));
    this.drag(id);
    this.look(this.zoom, [this.middle[0] + held[0] - shifted[0], this.middle[1] + held[1] - shifted[1]]);
    this.closer(after / before, held);
  }

  drag(id) {
    this.chosen = true;
    this.dragged = true;
    this.svg.classList.add("dragging");
    if (!this.svg.hasPointerCapture(id)) this.svg.setPointerCapture(id);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.svg.classList.remove("dragging");
  }
}
