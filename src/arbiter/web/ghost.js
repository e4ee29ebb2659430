// The ghost of a piece that is being placed: it follows the pointer, turns, and says at once where it may not stand.

import { h, put, s, unbroken } from "./dom.js";
import { baseFace, hasBase, pieceFace } from "./faces.js";
import { seatColour } from "./tinctures.js";

const FAR = 8;

/** `hand` is an editor that places something. It has
 *   box, token, spot (where the ghost is, or null), degrees, verdict, turns (whether it can be turned)
 *   over(x, y)  the pointer is there; pin(x, y) it was pressed there; turnBy(steps), face(degrees), confirm()
 */
export class Ghost {
  constructor(board) {
    this.board = board;
    this.hand = null;
    this.bubble = h("p", { class: "bubble", hidden: true });
  }

  /** Whether a plain drag turns the ghost instead of moving the board. */
  get drags() {
    return !!this.hand?.turns;
  }

  get here() {
    return this.hand && this.board.shown === this.hand.board;
  }

  take(hand) {
    this.hand = hand ?? null;
    for (const sheet of this.board.sheets.values()) sheet.svg.classList.toggle("placing", !!hand);
    this.draw();
  }

  watch({ svg, camera }) {
    const spot = (event) => camera.pointAt(event.clientX, event.clientY);
    svg.addEventListener("pointermove", (event) => {
      if (!this.here || camera.dragged) return;
      if (this.held?.carried) this.carry(event, spot(event));
      else if (this.held) this.turnTowards(event, spot(event));
      else if (event.pointerType === "mouse") this.hand.over(...spot(event));
    });
    svg.addEventListener("pointerdown", (event) => {
      if (!this.here || event.button !== 0 || !event.isPrimary) return;
      const at = spot(event);
      const { pinned, spot: lies, token } = this.hand;
      const from = pinned && lies ? lies : token?.at;
      // What is seized where it stands, or where its ghost lies, is dragged along; elsewhere it is put down, and dragging turns it.
      const seized = from && this.covers(at, from, pinned ? this.hand.degrees : token?.facing ?? 0);
      this.held = { screen: [event.clientX, event.clientY], again: seized && pinned, turned: false, carried: seized && [at[0] - from[0], at[1] - from[1]] };
      if (!seized) this.hand.pin(...at);
    });
    svg.addEventListener("pointerup", (event) => {
      const held = this.held;
      this.held = null;
      // Pressing a piece that lies there already says yes.
      if (this.here && held?.again && !held.turned && !camera.dragged && event.isPrimary) this.hand.confirm();
    });
    svg.addEventListener("pointercancel", () => (this.held = null));
    svg.addEventListener("pointerleave", () => this.here && !this.held && this.hand.leave());
    svg.addEventListener("wheel", (event) => {
      if (!this.here || !this.hand.turns || event.ctrlKey || !event.deltaY) return;
      event.preventDefault();
      this.hand.turnBy(event.deltaY > 0 ? 1 : -1);
    }, { passive: false, capture: true });
  }

  /** Whether the piece covers a point where it lies. */
  covers([x, y], spot, degrees) {
    const { token } = this.hand;
    const turn = (-degrees * Math.PI) / 180;
    const [dx, dy] = [x - spot[0], y - spot[1]];
    const [across, along] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
    const [wide, deep] = token && hasBase(token) ? [token.width, token.depth] : [this.piece, this.piece];
    return Math.abs(across) <= wide / 2 && Math.abs(along) <= deep / 2;
  }

  get piece() {
    return this.board.sheet.piece;
  }

  /** Whether the pointer has gone far enough to mean it. */
  far({ clientX, clientY }) {
    return Math.hypot(clientX - this.held.screen[0], clientY - this.held.screen[1]) >= FAR;
  }

  carry(event, [x, y]) {
    if (!this.held.turned && !this.far(event)) return;
    this.held.turned = true;
    this.hand.pin(x - this.held.carried[0], y - this.held.carried[1]);
  }

  turnTowards(event, [x, y]) {
    if (!this.hand.turns || !this.far(event)) return;
    this.held.turned = true;
    const [atX, atY] = this.hand.spot;
    this.hand.face((Math.atan2(x - atX, atY - y) * 180) / Math.PI);
  }

  draw() {
    const sheet = this.board.sheet;
    if (!sheet) return;
    for (const other of this.board.sheets.values()) if (other !== sheet || !this.here) put(other.layers.ghosts);
    if (this.here) {
      const { box, spot } = this.hand;
      put(sheet.layers.ghosts,
        s("rect", { class: "box", x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1] }),
        spot && this.figure(sheet));
    }
    this.move();
  }

  figure(sheet) {
    const { spot: [x, y], degrees, verdict, pinned, turns, settled } = this.hand;
    const token = { icon: "", ...this.hand.token, ...(turns ? { facing: degrees } : {}) };
    const based = hasBase(token);
    const place = based ? `translate(${x} ${y}) rotate(${degrees})` : `translate(${x} ${y}) scale(${this.piece / 24})`;
    const state = verdict === null ? "" : verdict.ok ? "good" : "bad";
    const group = s("g", { class: `ghost piece ${based ? "based" : ""} ${state} ${pinned ? "pinned" : ""} ${settled ? "settled" : ""}`, transform: place }, (based ? baseFace : pieceFace)(token, sheet.icons));
    group.style.setProperty("--upright", `${-degrees}deg`);
    seatColour(group, "--owner", token.owner);
    return group;
  }

  /** The reason stands beside the ghost, wherever that is on the screen. */
  move() {
    const verdict = this.here ? this.hand.verdict : null;
    const figure = this.here && this.board.sheet.layers.ghosts.querySelector(".ghost");
    const [frame, at] = [this.board.frame.getBoundingClientRect(), figure && figure.getBoundingClientRect()];
    const away = at && (at.right < frame.left || at.left > frame.right || at.bottom < frame.top || at.top > frame.bottom);
    this.bubble.hidden = !verdict || verdict.ok || !figure || away;
    if (this.bubble.hidden) return;
    put(this.bubble, unbroken(verdict.words));
    const [wide, high] = [this.bubble.offsetWidth, this.bubble.offsetHeight];
    const [over, under] = [at.top - frame.top - high - 8, at.bottom - frame.top + 8];
    const x = Math.max(4, Math.min(at.left + at.width / 2 - frame.left - wide / 2, frame.width - wide - 4));
    // Away from where the piece comes from, so that its way stays in sight.
    const { token, spot } = this.hand;
    const ahead = token?.at && token.at[1] > spot[1] && over >= 4;
    const y = ahead || under + high + 4 > frame.height ? over : under;
    this.bubble.style.setProperty("left", `${x}px`);
    this.bubble.style.setProperty("top", `${Math.max(4, y)}px`);
  }
}
