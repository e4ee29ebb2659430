// Answering: an editor for each kind of ask. An editor has
//   node      what is shown
//   value     the answer as it stands, undefined while there is none
//   targets   ids on the board that can be clicked, subjects: ids that all options are about
//   pick(id)  a thing was clicked; spot(x, y) a point was; key(event) a key was pressed: true where it was used
//   box, at   for places: where a spot may be, and the spot chosen
// A `table` gives words (say), submit(value), changed(), point(ids), onBoard(ids) and menu(id, items).

import { h, put } from "./dom.js";

export function editor(ask, table, inForm = false) {
  return new { choose: Choosing, amount: Amounting, several: Picking, place: Placing, form: Filling }[ask.kind](ask, table, inForm);
}

/** Whether a key was pressed without any control having the focus. */
const idle = ({ target }) => target === document.body || target.id === "ask";

class Editor {
  constructor(ask, table, inForm) {
    this.ask = ask;
    this.table = table;
    this.inForm = inForm;
    this.targets = new Set();
    this.subjects = new Set();
  }

  words(option) {
    const { key, args, value } = option;
    return this.table.say(key, args ?? { value });
  }

  pick() {
    return false;
  }

  spot() {
    return false;
  }

  key() {
    return false;
  }

  clear() {
    return false;
  }

  /** The button that gives the answer; a field of a form has none of its own. */
  button(words = "Answer") {
    if (this.inForm) return null;
    this.answerButton = h("button", { type: "submit", class: "primary" }, words);
    return this.answerButton;
  }

  submit() {
    if (this.value !== undefined) this.table.submit(this.value);
  }

  /** A form around the controls, so that Enter answers. */
  wrap(...children) {
    if (this.inForm) return h("div", { class: "editor" }, children);
    return h("form", { class: "editor", onsubmit: (event) => { event.preventDefault(); this.submit(); } }, children);
  }
}

/** One of a list: by button, by number key, or by clicking things on the board until one option is left. */
class Choosing extends Editor {
  constructor(ask, table, inForm) {
    super(ask, table, inForm);
    this.picks = [];
    this.list = h("div", { class: "options", role: inForm ? "radiogroup" : "group", "aria-label": "Options" });
    this.narrowed = h("p", { class: "narrowed", hidden: true });
    this.node = h("div", { class: "editor" }, this.narrowed, this.list);
    this.show();
  }

  get left() {
    return this.ask.options.filter((option) => this.picks.every((id) => option.ids?.includes(id)));
  }

  show() {
    const left = this.left;
    const count = new Map();
    for (const option of left) for (const id of new Set(option.ids ?? [])) count.set(id, (count.get(id) ?? 0) + 1);
    this.targets = new Set([...count].filter(([id, n]) => !this.picks.includes(id) && (n < left.length || left.length === 1)).map(([id]) => id));
    this.subjects = new Set([...count].filter(([id, n]) => this.picks.includes(id) || (n === left.length && n > 1)).map(([id]) => id));
    put(this.list, left.map((option, at) => this.optionButton(option, at)));
    this.narrowed.hidden = !this.picks.length;
    if (this.picks.length) {
      put(this.narrowed, `${left.length} of ${this.ask.options.length} `, h("button", { type: "button", class: "quiet", onclick: () => this.clear() }, "Show all (Esc)"));
    }
  }

  optionButton(option, at) {
    const chosen = this.inForm && this.chosen === option;
    return h("button", {
      type: "button",
      class: `option${chosen ? " chosen" : ""}`,
      role: this.inForm ? "radio" : undefined,
      "aria-checked": this.inForm ? String(chosen) : undefined,
      onclick: () => this.choose(option),
      onpointerenter: () => this.table.point(option.ids),
      onpointerleave: () => this.table.point(),
      onfocus: () => this.table.point(option.ids),
      onblur: () => this.table.point(),
    }, !this.inForm && at < 9 ? h("kbd", {}, String(at + 1)) : null, h("span", {}, this.words(option)));
  }

  choose(option) {
    this.table.point();
    if (!this.inForm) return this.table.submit(option.value);
    this.chosen = option;
    this.value = option.value;
    if (this.picks.length) this.clear();
    [...this.list.children].forEach((button, at) => {
      button.classList.toggle("chosen", this.left[at] === option);
      button.setAttribute("aria-checked", String(this.left[at] === option));
    });
    this.table.changed();
  }

  pick(id) {
    if (!this.targets.has(id)) return false;
    this.picks.push(id);
    const left = this.left;
    if (left.length === 1) {
      this.picks.pop();
      this.choose(left[0]);
    } else {
      this.show();
      this.table.changed();
      if (left.length <= 12 && !this.table.onBoard(this.targets)) {
        this.table.menu(id, left.map((option) => ({ words: this.words(option), choose: () => this.choose(option) })));
      }
    }
    return true;
  }

  clear() {
    if (!this.picks.length) return false;
    this.picks = [];
    this.show();
    this.table.changed();
    return true;
  }

  key(event) {
    if (this.inForm) return false;
    const buttons = [...this.list.querySelectorAll("button")];
    if (/^[1-9]$/.test(event.key)) {
      buttons[Number(event.key) - 1]?.click();
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    if (step && buttons.length) {
      buttons[at < 0 ? (step > 0 ? 0 : buttons.length - 1) : (at + step + buttons.length) % buttons.length].focus();
      return true;
    }
    if (event.key === "Enter" && at < 0 && idle(event)) {
      buttons[0]?.focus();
      return true;
    }
    return false;
  }
}

/** A number: by slider, by typing, or by a quick button. */
class Amounting extends Editor {
  constructor(ask, table, inForm) {
    super(ask, table, inForm);
    const { least, most } = ask;
    this.value = least;
    this.number = h("input", { type: "number", min: least, max: most, step: 1, value: least, inputmode: "numeric", "aria-label": "Amount", oninput: () => this.set(this.number.value) });
    this.slider = h("input", { type: "range", min: least, max: most, step: 1, value: least, "aria-label": "Amount", oninput: () => this.set(this.slider.value) });
    this.note = h("span", { class: "note" }, `${least} to ${most}`);
    const quick = [...new Set([0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(least + (most - least) * part)))];
    this.node = this.wrap(
      h("div", { class: "amount" }, this.slider, this.number),
      h("div", { class: "quick" }, quick.length > 1 ? quick.map((n) => h("button", { type: "button", class: "chip", onclick: () => this.set(n) }, String(n))) : null, this.note),
      this.button(),
    );
  }

  set(wished) {
    const n = Number(wished);
    const good = String(wished).trim() !== "" && Number.isInteger(n) && n >= this.ask.least && n <= this.ask.most;
    this.value = good ? n : undefined;
    this.number.setAttribute("aria-invalid", String(!good));
    this.note.textContent = good ? `${this.ask.least} to ${this.ask.most}` : `a whole number from ${this.ask.least} to ${this.ask.most}`;
    if (good) {
      if (this.number.value !== String(n)) this.number.value = n;
      this.slider.value = n;
    }
    if (this.answerButton) this.answerButton.disabled = !good;
    this.table.changed();
  }

  key(event) {
    if (this.inForm || event.target === this.number) return false;
    if (/^[0-9]$/.test(event.key)) {
      this.number.focus();
      this.number.value = "";
      return false; // the digit itself now goes to the field
    }
    if (event.key === "Enter" && idle(event)) {
      this.submit();
      return true;
    }
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (step && idle(event)) {
      this.set(Math.min(this.ask.most, Math.max(this.ask.least, (this.value ?? this.ask.least) + step)));
      return true;
    }
    return false;
  }
}

/** A subset: chips that are switched on and off, here or on the board. */
class Picking extends Editor {
  constructor(ask, table, inForm) {
    super(ask, table, inForm);
    this.chosen = new Set();
    this.count = h("span", { class: "note" });
    this.chips = ask.parts.map((part, at) => h("button", {
      type: "button",
      class: "chip",
      onclick: () => this.toggle(at),
      onpointerenter: () => this.table.point(part.ids),
      onpointerleave: () => this.table.point(),
    }, this.words(part)));
    this.node = this.wrap(h("div", { class: "chips" }, this.chips), h("div", { class: "quick" }, this.count), this.button());
    this.show();
  }

  toggle(at) {
    if (this.chosen.has(at)) this.chosen.delete(at);
    else {
      // Where one is wanted, a second replaces the first.
      if (this.ask.most === 1) this.chosen.clear();
      if (this.chosen.size < this.ask.most) this.chosen.add(at);
    }
    this.show();
    this.table.changed();
  }

  show() {
    const { least, most, parts } = this.ask;
    this.chips.forEach((chip, at) => chip.setAttribute("aria-pressed", String(this.chosen.has(at))));
    const n = this.chosen.size;
    const good = n >= least && n <= most;
    this.value = good ? [...this.chosen].sort((a, b) => a - b).map((at) => parts[at].value) : undefined;
    this.count.textContent = `${n} chosen of ${least === most ? `exactly ${least}` : `${least} to ${most}`}`;
    if (this.answerButton) {
      this.answerButton.disabled = !good;
      this.answerButton.textContent = n || least ? "Answer" : "Answer: none";
    }
    this.targets = new Set(parts.flatMap((part) => part.ids ?? []));
    this.subjects = new Set([...this.chosen].flatMap((at) => parts[at].ids ?? []));
  }

  /** A digit means the chip that bears it; where no chip bears a number, the first is 1. */
  byDigit(digit) {
    const numbers = this.chips.some((chip) => /^\d+$/.test(chip.textContent));
    return numbers ? this.chips.findIndex((chip) => chip.textContent === digit) : this.chips[Number(digit) - 1] ? Number(digit) - 1 : -1;
  }

  pick(id) {
    const at = this.ask.parts.findIndex((part) => part.ids?.includes(id));
    if (at < 0) return false;
    this.toggle(at);
    return true;
  }

  key(event) {
    if (this.inForm) return false;
    if (/^[0-9]$/.test(event.key)) {
      const at = this.byDigit(event.key);
      if (at >= 0) this.toggle(at);
      return true;
    }
    if (event.key === "Enter" && idle(event)) {
      this.submit();
      return true;
    }
    return false;
  }
}

/** A spot on the board, and a facing where one is asked. */
class Placing extends Editor {
  constructor(ask, table, inForm) {
    super(ask, table, inForm);
    this.box = ask.box;
    const [left, top, right, bottom] = ask.box;
    const field = (name, min, max, at) => h("label", {}, name, h("input", { type: "number", min, max, step: ask.step, oninput: (event) => this.move(at, event.target.value) }));
    this.x = field("Across", left, right, 0);
    this.y = field("Down", top, bottom, 1);
    this.facing = ask.facings?.[0];
    this.turns = (ask.facings ?? []).map((degrees) => h("button", { type: "button", class: "chip turn", "aria-label": `facing ${degrees}°`, onclick: () => this.turn(degrees) }, h("span", { style: { rotate: `${degrees}deg` } }, "↑"), ` ${degrees}°`));
    this.node = this.wrap(
      h("p", { class: "note" }, "Click the board, or use the arrow keys."),
      h("div", { class: "place" }, this.x, this.y),
      this.turns.length ? h("div", { class: "chips", role: "group", "aria-label": "Facing" }, this.turns) : null,
      this.button(),
    );
    this.show();
  }

  spot(x, y) {
    const [left, top, right, bottom] = this.box;
    const snap = (n, least, most) => {
      const steps = Math.round((Math.min(most, Math.max(least, n)) - least) / this.ask.step);
      return least + Math.min(steps, Math.floor((most - least) / this.ask.step)) * this.ask.step;
    };
    this.at = [snap(x, left, right), snap(y, top, bottom)];
    this.show();
    this.table.changed();
    return true;
  }

  move(axis, text) {
    const spot = [...(this.at ?? [this.box[0], this.box[1]])];
    spot[axis] = Number(text);
    if (text !== "" && Number.isFinite(spot[axis])) this.spot(...spot);
  }

  turn(degrees) {
    this.facing = degrees;
    this.show();
    this.table.changed();
  }

  show() {
    this.value = this.at && [...this.at, ...(this.facing === undefined ? [] : [this.facing])];
    if (this.at) [this.x, this.y].forEach((label, axis) => {
      const input = label.querySelector("input");
      if (input !== document.activeElement) input.value = this.at[axis];
    });
    this.turns.forEach((button, at) => button.setAttribute("aria-pressed", String(this.ask.facings[at] === this.facing)));
    if (this.answerButton) this.answerButton.disabled = !this.at;
  }

  key(event) {
    if (this.inForm || event.target instanceof HTMLInputElement) return false;
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (step) {
      const [left, top, right, bottom] = this.box;
      const [x, y] = this.at ?? [(left + right) / 2, (top + bottom) / 2];
      return this.spot(x + step[0] * this.ask.step, y + step[1] * this.ask.step);
    }
    if (event.key === "Enter" && idle(event)) {
      this.submit();
      return true;
    }
    return false;
  }
}

/** A document: an editor for each field, one button for all. */
class Filling extends Editor {
  constructor(ask, table, inForm) {
    super(ask, table, inForm);
    const within = { ...table, submit: () => {}, changed: () => this.changed() };
    this.fields = Object.entries(ask.fields).map(([name, field]) => [name, editor(field, within, true)]);
    this.node = this.wrap(
      this.fields.map(([, one]) => h("fieldset", {}, h("legend", {}, table.say(one.ask.prompt, one.ask.args)), one.node)),
      this.button(),
    );
    this.changed();
  }

  changed() {
    const answers = this.fields.map(([name, one]) => [name, one.value]);
    const whole = answers.every(([, value]) => value !== undefined);
    this.value = whole ? Object.fromEntries(answers) : undefined;
    if (this.answerButton) this.answerButton.disabled = !whole;
    this.targets = new Set(this.fields.flatMap(([, one]) => [...one.targets]));
    this.subjects = new Set(this.fields.flatMap(([, one]) => [...one.subjects]));
    const placing = this.fields.map(([, one]) => one).find((one) => one.box);
    this.box = placing?.box;
    this.at = placing?.at;
    this.facing = placing?.facing;
    this.table.changed();
  }

  pick(id) {
    return this.fields.some(([, one]) => one.pick(id));
  }

  spot(x, y) {
    return this.fields.some(([, one]) => one.spot(x, y));
  }

  clear() {
    return this.fields.some(([, one]) => one.clear());
  }
}
