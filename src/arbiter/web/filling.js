// A document: an editor for each field, one button for all, and one word about the whole.

import { h, put, unbroken } from "./dom.js";
import { Editor, Trial, idle, same } from "./editor.js";

/** Whether there is only one way to answer a field: then nobody needs to be asked. */
const settled = ({ kind, least, most, parts }) => (kind === "amount" && least === most) || (kind === "several" && !parts.length);

/** So many fields that ask the same are answered all at once. */
const MANY = 3;

export class Filling extends Editor {
  /** `make` makes the editor of a field. */
  constructor(ask, table, inForm, make) {
    super(ask, table, inForm);
    this.active = 0;
    this.trial = new Trial(table, [], (verdict) => this.judged(verdict));
    this.fields = Object.entries(ask.fields).map(([name, field], at) => {
      const frame = h("fieldset", { onfocusin: () => this.attend(at), onpointerdown: () => this.attend(at) });
      const one = { name, frame, make: (asked) => make(asked, this.within(name, at), true), made: new Map() };
      this.put(one, ask.cases?.[name] ? null : field);
      return one;
    });
    this.status = h("p", { class: "verdict", role: "status" });
    this.node = this.wrap(
      this.lineOfWords(),
      this.runs().map((run) => (run.length < MANY ? run.map(({ frame }) => frame) : this.alike(run, make))),
      h("div", { class: "foot" }, this.status, this.button()),
    );
    this.suggest(ask.usual ?? {});
    this.ready = true;
    this.changed();
  }

  /** Put a field so, with an editor of its own; without an ask it is out of sight and stays as usual. */
  put(field, asked) {
    if (field.asked === asked) return;
    field.asked = asked;
    field.frame.hidden = !asked || settled(asked);
    const usual = this.ask.usual?.[field.name];
    const fresh = asked && !field.made.has(asked);
    if (fresh) field.made.set(asked, field.make(asked));
    field.editor = field.made.get(asked) ?? new Editor(this.ask, this.table, true);
    if (!asked) field.editor.value = usual;
    if (fresh && usual !== undefined) this.quietly(() => field.editor.suggest(usual));
    put(field.frame, asked ? [h("legend", {}, this.table.say(asked.prompt, asked.args)), field.editor.node] : []);
  }

  /** Fields one after the other that ask the same of somebody are a run. */
  runs() {
    const asks = ({ asked }) => (asked?.kind === "choose" ? JSON.stringify([asked.prompt, asked.options]) : null);
    const found = [];
    for (const field of this.fields) {
      if (found.length && asks(field) && asks(field) === asks(found.at(-1)[0])) found.at(-1).push(field);
      else found.push([field]);
    }
    return found;
  }

  /** A run is answered by one field for all of it; one by one they are behind a fold. */
  alike(run, make) {
    const { asked } = run[0];
    const tell = () => {
      this.quietly(() => run.forEach((field) => field.editor.suggest(all.value)));
      this.changed(this.fields.indexOf(run[0]));
    };
    const all = make(asked, { ...this.within(run[0].name, 0), changed: () => this.ready && tell() }, true);
    const fold = h("details", {}, h("summary", {}, this.table.ui("one_by_one")), run.map(({ frame }) => frame));
    for (const field of run) field.run = { all, fold, fields: run };
    return h("div", { class: "alike" },
      h("fieldset", { onfocusin: () => this.attend(this.fields.indexOf(run[0])) }, h("legend", {}, [run[0], run.at(-1)].map((field) => this.table.say(asked.prompt, field.asked.args)).join(" … ")), all.node), fold);
  }

  /** What stands for a whole run follows its fields, where they agree. */
  agree() {
    for (const { all, fields } of new Set(this.fields.map(({ run }) => run).filter(Boolean))) {
      const [first, ...others] = fields.map(({ editor }) => editor.value);
      const value = others.every((other) => same(first, other)) ? first : undefined;
      if (!same(value ?? null, all.value ?? null)) this.quietly(() => all.stand(value));
    }
  }

  /** Have fields stand otherwise without their telling so one by one. */
  quietly(change) {
    const { ready } = this;
    this.ready = false;
    change();
    this.ready = ready;
  }

  /** Put every field as what others say asks for. */
  settle() {
    const said = (name) => this.fields.find((one) => one.name === name).editor.value;
    for (const [name, { on, asks }] of Object.entries(this.ask.cases ?? {})) {
      const found = on.map((other) => asks.find(([values]) => values.includes(said(other)))?.[1]).find(Boolean);
      this.put(this.fields.find((one) => one.name === name), found ?? null);
    }
  }

  /** A line in which all of it can be said in words, where the rules read them. */
  lineOfWords() {
    if (this.inForm || !this.ask.typed) return null;
    this.read = new Trial({ ...this.table, attempt: (path, text, hear) => this.table.read(text, hear) }, [], (verdict) => {
      const { meant } = this;
      this.reading = this.meant = false;
      if (verdict.answer) this.suggest(verdict.answer);
      if (!verdict.ok && verdict.foreseen) this.table.foresee(verdict); // also where a field would not take its number
      this.judged(verdict);
      if (meant && verdict.ok) super.submit();
    });
    const how = this.table.say(this.ask.typed, {});
    this.input = h("input", { type: "text", class: "words", autocomplete: "off", spellcheck: "false", "aria-label": how, oninput: () => this.hear() });
    return h("label", { class: "in-words" }, h("span", { class: "note" }, how), this.input);
  }

  /** Words are being typed: what they come to is known only when the table has read them. */
  hear() {
    const text = this.input.value.trim();
    this.reading = text !== "";
    this.meant = false;
    this.read.about(text || undefined);
    this.show();
  }

  /** Whoever is quicker than the table has meant the words as they stand, not what was read before them. */
  submit() {
    if (!this.reading) return super.submit();
    this.meant = true;
    this.read.about(this.input.value.trim());
  }

  /** The table as one field sees it. */
  within(name, at) {
    const { table } = this;
    return {
      ...table,
      submit: () => {},
      changed: () => this.ready && this.changed(at),
      attempt: (path, value, hear) => table.attempt([name, ...path], value, hear),
    };
  }

  /** What is clicked on the board goes to the field that somebody is at. */
  attend(at) {
    if (this.active === at) return;
    this.active = at;
    this.table.changed();
  }

  changed(at = this.active) {
    this.active = at;
    this.settle();
    this.agree();
    const answers = this.fields.map(({ name, editor }) => [name, editor.value]);
    const whole = answers.every(([, value]) => value !== undefined);
    const before = JSON.stringify(this.value);
    this.value = whole ? Object.fromEntries(answers) : undefined;
    this.targets = new Set(this.fields.flatMap(({ editor }) => [...editor.targets]));
    this.subjects = new Set(this.fields.flatMap(({ editor }) => [...editor.subjects]));
    if (JSON.stringify(this.value) !== before || !whole) {
      this.verdict = null;
      if (!this.inForm) this.trial.about(this.value);
    }
    this.show();
    this.table.changed();
  }

  judged(verdict) {
    this.verdict = verdict;
    this.show();
  }

  show() {
    const left = this.fields.filter(({ editor }) => editor.value === undefined).length;
    const bad = this.verdict && !this.verdict.ok;
    this.status.setAttribute("aria-busy", String(!!this.reading));
    this.status.className = `verdict ${bad ? "bad" : this.verdict ? "good" : ""}`;
    put(this.status, unbroken(bad ? this.verdict.words : left ? this.table.ui("fields_left", { n: left }) : this.verdict ? this.verdict.words || this.table.ui("form_good") : ""));
    if (this.answerButton) this.answerButton.disabled = !this.reading && (this.value === undefined || !!bad);
  }

  suggest(values) {
    this.quietly(() => {
      for (const field of this.fields) {
        this.settle();
        if (field.asked && field.name in values) field.editor.suggest(values[field.name]);
      }
    });
    if (this.ready) this.changed();
  }

  /** What is asked, and what is said to it: a line for each field. */
  said(values) {
    return h("dl", { class: "said" }, this.fields.filter(({ name, asked }) => asked && name in values).map(({ name, editor }) => h("div", {}, h("dt", {}, this.table.say(editor.ask.prompt, editor.ask.args)), h("dd", {}, editor.said(values[name])))));
  }

  inTurn() {
    return [this.fields[this.active], ...this.fields.filter((_, at) => at !== this.active)].map(({ editor, run }) => (run && !run.fold.open ? run.all : editor));
  }

  get hand() {
    const hands = this.inTurn().map((editor) => editor.hand).filter(Boolean);
    return this.fields[this.active].editor.hand ?? hands.find((hand) => hand.value === undefined) ?? null;
  }

  pick(id) {
    return this.inTurn().some((editor) => editor.pick(id));
  }

  key(event) {
    if (event.key === "Enter" && idle(event) && this.answerButton?.disabled === false) {
      this.submit();
      return true;
    }
    if (this.input && idle(event) && /^\p{L}$/u.test(event.key) && event.key !== "m") {
      this.input.focus();
      return false; // the letter itself now goes to the line
    }
    return this.hand?.key(event) ?? false;
  }

  clear() {
    return this.inTurn().some((editor) => editor.clear());
  }
}
