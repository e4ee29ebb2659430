// A document: an editor for each field, one button for all, and one word about the whole.

import { h } from "./dom.js";
import { Editor, Trial } from "./editor.js";

export class Filling extends Editor {
  /** `make` makes the editor of a field. */
  constructor(ask, table, inForm, make) {
    super(ask, table, inForm);
    this.active = 0;
    this.trial = new Trial(table, [], (verdict) => this.judged(verdict));
    this.fields = Object.entries(ask.fields).map(([name, field], at) => ({ name, editor: make(field, this.within(name, at), true) }));
    this.status = h("p", { class: "verdict", role: "status" });
    this.node = this.wrap(
      this.fields.map(({ editor }, at) => h("fieldset", { onfocusin: () => this.attend(at), onpointerdown: () => this.attend(at) },
        h("legend", {}, table.say(editor.ask.prompt, editor.ask.args)), editor.node)),
      h("div", { class: "foot" }, this.status, this.button()),
    );
    this.suggest(ask.usual ?? {});
    this.ready = true;
    this.changed();
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
    this.status.className = `verdict ${bad ? "bad" : this.verdict ? "good" : ""}`;
    this.status.textContent = bad ? this.verdict.words : left ? this.table.ui("fields_left", { n: left }) : this.verdict ? this.verdict.words || this.table.ui("form_good") : "";
    if (this.answerButton) this.answerButton.disabled = this.value === undefined || !!bad;
  }

  suggest(values) {
    for (const { name, editor } of this.fields) if (name in values) editor.suggest(values[name]);
  }

  said(values) {
    return this.fields.map(({ name, editor }) => `${this.table.say(editor.ask.prompt, editor.ask.args)} ${editor.said(values[name])}`).join("; ");
  }

  inTurn() {
    return [this.fields[this.active], ...this.fields.filter((_, at) => at !== this.active)].map(({ editor }) => editor);
  }

  get hand() {
    const hands = this.inTurn().map((editor) => editor.hand).filter(Boolean);
    return this.fields[this.active].editor.hand ?? hands.find((hand) => hand.value === undefined) ?? null;
  }

  pick(id) {
    return this.inTurn().some((editor) => editor.pick(id));
  }

  key(event) {
    return this.hand?.key(event) ?? false;
  }

  clear() {
    return this.inTurn().some((editor) => editor.clear());
  }
}
