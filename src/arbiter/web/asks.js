// Answering: an editor for each kind of ask. One of a list, a number and a subset are here; spots and documents are fetched where a
// game asks for them.

import { h, put } from "./dom.js";
import { Editor, idle, same } from "./editor.js";
import { grouped, short } from "./grouping.js";
import { spoken } from "./log.js";
import { swatch } from "./tinctures.js";

export function editor(ask, table, inForm = false) {
  return new KINDS[ask.kind](ask, table, inForm, editor);
}

/** Whether there is an editor for an ask already. */
export const canEdit = ({ kind }) => kind in KINDS;

/** Fetch the editors that few games need. */
export async function fetchEditors() {
  const [{ Placing }, { Filling }] = await Promise.all([import("./placing.js"), import("./filling.js")]);
  Object.assign(KINDS, { place: Placing, form: Filling });
}

/** So many numbers have a button each. */
const FEW = 8;

/** A field of a form with more options than this is a list to open. */
const LONG = 7;

/** One of a list: by button, by number key, or by clicking things on the board until one option is left.
 *
 * Where the table wants two steps, the first arms an option and shows what would come of it, the second gives it.
 */
class Choosing extends Editor {
  constructor(ask, table, inForm) {
    super(ask, table, inForm);
    this.picks = [];
    this.list = h("div", { class: "options", role: inForm ? "radiogroup" : "group", "aria-label": table.ui("options") });
    this.narrowed = h("p", { class: "narrowed", hidden: true });
    this.preview = h("div", { class: "preview", hidden: true });
    this.node = h("div", { class: "editor" }, this.narrowed, this.list, this.preview);
    this.show();
    this.rest();
  }

  /** Draw what is armed; else, where a single option says what it would come to, that, since it is what the question is about. */
  rest() {
    if (this.inForm) return; // there the whole is foreseen, not a field of it
    const told = this.ask.options.filter(({ foreseen }) => foreseen);
    this.table.foresee(this.armed ?? (told.length === 1 ? told[0] : undefined));
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
    this.buttons = new Map();
    this.drawn = this.inForm ? this.buttons : this.faces();
    const groups = this.inForm ? [{ options: left }] : grouped(left, this.table.nameOf, (option) => this.under(option, "group") ?? "");
    this.menu = this.inForm && this.ask.options.length > LONG ? this.toOpen(left) : null;
    put(this.list, this.menu ?? groups.map((group) => this.group(group)));
    this.narrowed.hidden = !this.picks.length;
    if (this.picks.length) {
      put(this.narrowed, this.table.ui("narrowed", { n: left.length, all: this.ask.options.length }), " ", h("button", { type: "button", class: "quiet", onclick: () => this.clear() }, this.table.ui("show_all")));
    }
    if (this.armed && !left.includes(this.armed)) this.disarm();
    else this.mark();
  }

  /** Many options in little room. */
  toOpen(options) {
    const names = options.map((option, at) => h("option", { value: String(at) }, this.words(option)));
    return h("select", { "aria-label": this.table.ui("options"), onchange: ({ target }) => target.value !== "" && this.choose(options[Number(target.value)]) }, h("option", { value: "" }, "–"), names);
  }

  group(group) {
    const bare = !group.id && !group.words;
    const buttons = group.options.map((option) => this.optionButton(option, short(option, group, this.table.nameOf) ?? (bare ? null : this.under(option, "short")), bare && this.drawn.get(option)));
    if (bare) return buttons;
    return h("div", { class: "group", role: "group", "aria-label": group.words ?? this.table.nameOf(group.id) }, h("h3", {}, group.words ?? [this.table.faceOf(group.id), this.table.nameOf(group.id, true)]), h("div", { class: "choices" }, buttons));
  }

  /** What the game says of an option under another name; null where it says nothing. */
  under(option, name) {
    const key = `${option.key}.${name}`;
    return this.table.has(key) ? this.table.say(key, option.args) : null;
  }

  optionButton(option, name, face) {
    const at = this.buttons.size;
    const consider = () => { this.table.point(option.ids); if (!this.inForm) this.table.foresee(this.armed ?? option); };
    const leave = () => { this.table.point(); this.rest(); };
    const button = h("button", {
      type: "button",
      class: name ? "option short" : "option",
      role: this.inForm ? "radio" : undefined,
      "aria-label": name ? this.words(option) : undefined,
      title: name ? this.words(option) : undefined,
      "data-about": this.table.cardOf(option.ids),
      onclick: () => this.choose(option),
      onpointerenter: consider,
      onpointerleave: leave,
      onfocus: consider,
      onblur: leave,
    }, !this.inForm && at < 9 ? h("kbd", { "aria-hidden": "true" }, String(at + 1)) : null, option.colour ? swatch(option.colour) : face, h("span", {}, name ?? this.words(option)));
    this.buttons.set(option, button);
    return button;
  }

  /** What each option alone is about, in small, where that tells them apart. */
  faces() {
    const faces = new Map(this.ask.options.map((option) => [option, this.table.faceOf(option.ids?.find((id) => this.targets.has(id)))]));
    const drawn = new Set([...faces.values()].map((face) => face?.outerHTML).filter(Boolean));
    return drawn.size > 1 ? faces : new Map();
  }

  /** Show which option is armed, or chosen in a form. */
  mark() {
    if (this.menu) this.menu.value = this.chosen ? String(this.left.indexOf(this.chosen)) : "";
    for (const [option, button] of this.buttons) {
      const on = option === (this.inForm ? this.chosen : this.armed);
      button.classList.toggle("chosen", on);
      if (this.inForm) button.setAttribute("aria-checked", String(on));
      else if (on) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }

  choose(option) {
    this.table.point();
    if (!this.inForm) return !this.table.twoSteps() || this.armed === option ? this.table.submit(option.value) : this.arm(option);
    this.chosen = option;
    this.value = option.value;
    if (this.picks.length) this.clear();
    this.mark();
    this.table.changed();
  }

  /** The first step: show what would come of it, and ask for the second. */
  arm(option) {
    this.armed = option;
    this.mark();
    put(this.preview,
      h("p", {}, spoken(this.table.parts(option.key, option.args ?? { value: option.value }))),
      option.foreseen?.text ? h("p", { class: "verdict good" }, this.table.text(option.foreseen.text)) : null,
      this.table.factsOf(option.ids ?? []),
      h("div", { class: "quick" },
        h("button", { type: "button", class: "primary confirm", onclick: () => this.choose(option) }, this.table.ui("confirm")),
        h("button", { type: "button", class: "chip", onclick: () => this.disarm() }, this.table.ui("not_so"))));
    this.preview.hidden = false;
    this.table.foresee(option);
    this.table.arm(option.ids ?? []);
  }

  option(value) {
    return this.ask.options.find((one) => same(one.value, value));
  }

  suggest(value) {
    const option = this.option(value);
    this.clear();
    if (option) this[this.inForm ? "choose" : "arm"](option);
  }

  /** Show one option as chosen, or none. */
  stand(value) {
    this.chosen = this.option(value) ?? null;
    this.value = this.chosen?.value;
    this.mark();
  }

  said(value) {
    const option = this.option(value);
    return option ? this.words(option) : super.said(value);
  }

  disarm() {
    if (!this.armed) return false;
    this.armed = this.lastPick = null;
    this.preview.hidden = true;
    this.mark();
    this.rest();
    this.table.arm([]);
    return true;
  }

  pick(id) {
    if (this.armed && this.lastPick === id) {
      this.choose(this.armed);
      return true;
    }
    if (!this.targets.has(id)) return false;
    this.picks.push(id);
    const left = this.left;
    if (left.length === 1) {
      this.picks.pop();
      this.lastPick = id;
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
    if (this.disarm()) return true;
    if (!this.picks.length) return false;
    this.picks = [];
    this.show();
    this.table.changed();
    return true;
  }

  key(event) {
    if (this.inForm) return false;
    const buttons = [...this.buttons.values()];
    if (/^[1-9]$/.test(event.key)) {
      const button = buttons[Number(event.key) - 1];
      if (button && !idle(event)) button.focus(); // Enter is meant for it, not for what had the focus
      button?.click();
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    if (step && buttons.length) {
      buttons[at < 0 ? (step > 0 ? 0 : buttons.length - 1) : (at + step + buttons.length) % buttons.length].focus();
      return true;
    }
    if (event.key === "Enter" && at < 0 && idle(event)) {
      if (this.armed) this.choose(this.armed);
      else buttons[0]?.focus();
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
    this.number = h("input", { type: "number", min: least, max: most, step: 1, value: least, inputmode: "numeric", "aria-label": table.ui("amount"), oninput: () => this.set(this.number.value) });
    this.slider = h("input", { type: "range", min: least, max: most, step: 1, value: least, "aria-label": table.ui("amount"), oninput: () => this.set(this.slider.value) });
    this.note = h("span", { class: "note" }, table.ui("range", { least, most }));
    const few = most - least < FEW;
    const parts = few ? Array.from({ length: most - least + 1 }, (_, n) => n / (most - least || 1)) : [0, 0.25, 0.5, 0.75, 1];
    const quick = [...new Set(parts.map((part) => Math.round(least + (most - least) * part)))];
    this.chips = quick.length > 1 ? quick.map((n) => h("button", { type: "button", class: "chip", "aria-pressed": String(n === least), onclick: () => this.set(n) }, String(n))) : [];
    this.node = this.wrap(
      h("div", { class: few && quick.length > 1 ? "amount few" : "amount" }, this.slider, this.number),
      h("div", { class: "quick" }, this.chips, this.note),
      this.button(),
    );
  }

  set(wished) {
    const n = Number(wished);
    const good = String(wished).trim() !== "" && Number.isInteger(n) && n >= this.ask.least && n <= this.ask.most;
    this.value = good ? n : undefined;
    this.number.setAttribute("aria-invalid", String(!good));
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(good && chip.textContent === String(n)));
    this.note.textContent = this.table.ui(good ? "range" : "whole_number", { least: this.ask.least, most: this.ask.most });
    if (good) {
      if (this.number.value !== String(n)) this.number.value = n;
      this.slider.value = n;
    }
    if (this.answerButton) this.answerButton.disabled = !good;
    this.table.changed();
  }

  suggest(value) {
    this.set(value);
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
    this.chosen = this.standing(ask.usual ?? []);
    this.count = h("span", { class: "note" });
    const called = (at) => this.words(ask.parts[at]) + table.looksOf(ask.parts[at].ids);
    this.alike = [...Map.groupBy(ask.parts.keys(), called).values()];
    this.chips = this.alike.map((places) => {
      const part = ask.parts[places[0]];
      return h("button", {
        type: "button",
        class: "chip",
        "data-about": this.table.cardOf(part.ids),
        onclick: () => this.another(places),
        onpointerenter: () => this.table.point(part.ids),
        onpointerleave: () => this.table.point(),
      }, this.words(part), places.length > 1 ? h("span", { class: "many" }) : null);
    });
    this.node = this.wrap(h("div", { class: "chips" }, this.chips, this.count), this.button());
    this.show();
  }

  /** The places of some values among the chips. */
  standing(values) {
    return new Set(this.ask.parts.flatMap((part, at) => (values.some((value) => same(part.value, value)) ? [at] : [])));
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

  /** Of what there is several times, one more; none after the last. */
  another(places) {
    const free = places.find((at) => !this.chosen.has(at));
    const full = this.chosen.size >= this.ask.most && this.ask.most > 1;
    if (free !== undefined && !full) return this.toggle(free);
    for (const at of places) this.chosen.delete(at);
    this.show();
    this.table.changed();
  }

  suggest(values) {
    this.chosen = this.standing(values);
    this.show();
    this.table.changed();
  }

  said(values) {
    return this.ask.parts.filter((part) => values.some((value) => same(part.value, value))).map((part) => this.words(part)).join(", ") || this.table.ui("none");
  }

  show() {
    const { least, most, parts } = this.ask;
    this.chips.forEach((chip, at) => {
      const taken = this.alike[at].filter((one) => this.chosen.has(one)).length;
      chip.setAttribute("aria-pressed", String(taken > 0));
      put(chip.querySelector(".many") ?? h("i"), ` ${taken}/${this.alike[at].length}`);
    });
    const n = this.chosen.size;
    const good = n >= least && n <= most;
    this.value = good ? [...this.chosen].sort((a, b) => a - b).map((at) => parts[at].value) : undefined;
    this.count.textContent = most === 1 ? "" : this.table.ui(least === most ? "chosen_exactly" : "chosen", { n, least, most });
    if (this.answerButton) {
      this.answerButton.disabled = !good;
      this.answerButton.textContent = this.table.ui(n || least ? "answer" : "answer_none");
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
      if (at >= 0) this.another(this.alike[at]);
      return true;
    }
    if (event.key === "Enter" && idle(event)) {
      this.submit();
      return true;
    }
    return false;
  }
}

const KINDS = { choose: Choosing, amount: Amounting, several: Picking };
