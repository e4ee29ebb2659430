// A spot on a board, and a facing where one is asked: by pointer, by keys, or by typing.

import { h, put, unbroken } from "./dom.js";
import { Editor, Trial, idle } from "./editor.js";
import { Ghost } from "./ghost.js";

const FEW = 8;
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** All facings, which come as a list or as a range. */
function spread(facings) {
  if (!facings || Array.isArray(facings)) return facings ?? [];
  const { from, to, step } = facings;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step);
}

export class Placing extends Editor {
  constructor(ask, table, inForm) {
    super(ask, table, inForm);
    this.box = ask.box;
    this.token = ask.ghost;
    this.facings = spread(ask.facings);
    this.facing = this.token?.facing === undefined || !this.facings.length ? this.facings[0] : this.nearest(this.token.facing);
    this.from = this.token?.at ? this.facing : undefined;
    if (this.token) this.subjects.add(this.token.id);
    const [left, top, right, bottom] = this.box;
    this.pinned = left === right && top === bottom; // what can only turn stands where it is
    this.spot = this.pinned ? [left, top] : null;
    this.value = this.pinned ? this.answer : undefined;
    this.verdict = null;
    this.trial = new Trial(table, [], (verdict, value) => this.judged(verdict, value));
    this.node = this.wrap(h("p", { class: "note" }, table.ui(this.turns ? "place_and_turn" : "place")), this.fields(), this.judgement(), this.button());
    this.show();
    if (this.start) this.trial.about(this.start);
  }

  get hand() {
    return this;
  }

  ghostOn(board) {
    return new Ghost(board);
  }

  /** Where the piece stands, as an answer: what can be done from there is shown before it is moved. */
  get start() {
    return this.token?.at && [...this.snapped(this.token.at), ...(this.from === undefined ? [] : [this.from])];
  }

  get turns() {
    return this.facings.length > 1;
  }

  get degrees() {
    return this.facing === undefined ? 0 : (this.facing * 360) / this.ask.turn;
  }

  fields() {
    const { ui } = this.table;
    const [left, top, right, bottom] = this.box;
    const field = (name, props, hear) => {
      const input = h("input", { type: "number", inputmode: "decimal", ...props, oninput: () => input.value !== "" && hear(Number(input.value)) });
      return { input, label: h("label", {}, ui(name), input) };
    };
    this.x = field("across", { min: left, max: right, step: this.ask.step }, (n) => this.stand([n, this.spot?.[1] ?? top]));
    this.y = field("down", { min: top, max: bottom, step: this.ask.step }, (n) => this.stand([this.spot?.[0] ?? left, n]));
    this.z = this.turns ? field("facing", { min: 0, max: 359, step: "any" }, (n) => this.turn(Math.round((n * this.ask.turn) / 360))) : null;
    this.chips = this.turns && this.facings.length <= FEW
      ? this.facings.map((facing) => {
        const degrees = (facing * 360) / this.ask.turn;
        return h("button", { type: "button", class: "chip turn", "aria-label": ui("facing_degrees", { degrees }), onclick: () => this.turn(facing) }, h("span", { style: { rotate: `${degrees}deg` } }, "↑"), ` ${degrees}°`);
      })
      : [];
    return [
      h("div", { class: "place" }, this.x.label, this.y.label, this.z?.label),
      this.chips.length ? h("div", { class: "chips", role: "group", "aria-label": ui("facing") }, this.chips) : null,
    ];
  }

  judgement() {
    this.status = h("p", { class: "verdict", role: "status" });
    return this.status;
  }

  /** The point of the grid nearest to a point of the board. */
  snapped([x, y]) {
    const [left, top, right, bottom] = this.box;
    const { step } = this.ask;
    const snap = (n, least, most) => least + Math.min(Math.round((Math.min(most, Math.max(least, n)) - least) / step), Math.floor((most - least) / step)) * step;
    return [snap(x, left, right), snap(y, top, bottom)];
  }

  over(x, y) {
    if (!this.pinned) this.move(this.snapped([x, y]));
  }

  leave() {
    if (!this.pinned) this.move(null);
  }

  /** Whether the rules draw the piece themselves where it would come to stand. */
  get settled() {
    return !!this.verdict?.foreseen?.tokens?.some(({ id }) => id === this.token?.id);
  }

  pin(x, y) {
    this.stand(this.snapped([x, y]));
  }

  /** Let the piece lie here, exactly, until it is moved again or confirmed. */
  stand(spot) {
    this.pinned = true;
    this.move(spot);
  }

  suggest([x, y, facing]) {
    if (facing !== undefined) this.facing = facing;
    this.stand([x, y]);
  }

  said([x, y]) {
    return this.table.ui("place_said", { x, y });
  }

  move(spot) {
    if (String(spot) === String(this.spot) && this.pinned === (this.value !== undefined)) return;
    this.spot = spot;
    this.changed();
  }

  turn(facing) {
    this.facing = facing;
    this.changed();
  }

  /** A step is the next facing; where facings are fine, a step goes over several. */
  turnBy(steps) {
    const { facings } = this;
    const at = Math.max(0, facings.indexOf(this.facing)) + steps * Math.max(1, Math.round(facings.length / 72));
    this.turn(facings[((at % facings.length) + facings.length) % facings.length]);
  }

  /** Face as nearly so as is allowed. */
  face(degrees) {
    this.turn(this.nearest(degrees));
  }

  nearest(degrees) {
    const wished = (((degrees % 360) + 360) % 360) * (this.ask.turn / 360);
    const off = (facing) => Math.min(Math.abs(facing - wished), this.ask.turn - Math.abs(facing - wished));
    return this.facings.reduce((best, one) => (off(one) < off(best) ? one : best));
  }

  get answer() {
    return this.spot ? [...this.spot, ...(this.facing === undefined ? [] : [this.facing])] : undefined;
  }

  changed() {
    this.value = this.pinned ? this.answer : undefined;
    if (!this.spot) this.verdict = null;
    this.trial.about(this.answer ?? this.start);
    this.show();
    this.table.changed();
  }

  judged(verdict, value) {
    if (!this.spot) return;
    this.verdict = verdict;
    this.about = String(value);
    this.show();
    this.table.changed();
  }

  show() {
    const values = this.spot ? [...this.spot, Math.round(this.degrees * 10) / 10] : ["", "", this.degrees];
    [this.x, this.y, this.z].forEach((field, axis) => {
      if (field && field.input !== document.activeElement) field.input.value = values[axis];
    });
    this.chips.forEach((chip, at) => chip.setAttribute("aria-pressed", String(this.facings[at] === this.facing)));
    const { verdict } = this;
    this.status.setAttribute("aria-busy", String(!!this.spot && this.about !== String(this.answer)));
    this.status.className = `verdict ${verdict === null ? "" : verdict.ok ? "good" : "bad"}`;
    put(this.status, unbroken(verdict === null ? "" : verdict.words || this.table.ui("place_good")));
    const refused = verdict && !verdict.ok && this.about === String(this.value);
    if (this.answerButton) this.answerButton.disabled = this.value === undefined || !!refused;
  }

  confirm() {
    if (!this.inForm && this.value !== undefined && (this.verdict?.ok || this.about !== String(this.value))) this.submit();
  }

  clear() {
    if (!this.pinned) return false;
    this.pinned = false;
    if (this.from !== undefined) this.facing = this.from;
    this.move(null);
    return true;
  }

  key(event) {
    if (event.target instanceof HTMLInputElement) return false;
    const step = STEPS[event.key];
    const turn = { q: -1, e: 1, PageUp: -1, PageDown: 1 }[event.key];
    if (step) {
      const [left, top, right, bottom] = this.box;
      const far = this.ask.step * (event.shiftKey ? 10 : 1);
      const [x, y] = this.spot ?? this.token?.at ?? [(left + right) / 2, (top + bottom) / 2];
      this.pin(x + step[0] * far, y + step[1] * far);
      return true;
    }
    if (turn && this.turns) {
      this.turnBy(turn);
      return true;
    }
    if (event.key === "Enter" && idle(event) && this.spot) {
      if (!this.pinned) this.stand(this.spot);
      this.confirm();
      return true;
    }
    return false;
  }
}
