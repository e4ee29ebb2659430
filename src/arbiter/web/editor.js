// What all editors share. An editor has
//   node      what is shown
//   value     the answer as it stands, undefined while there is none
//   targets   ids on the board that can be clicked, subjects: ids that all options are about
//   hand      what places something on the board just now, or null
//   suggest(value)  have it stand as the answer, to be confirmed; said(value): such an answer in words, of a form as a list
//   pick(id)  a thing was clicked; key(event) a key was pressed: true where it was used; clear() Escape was
// A `table` gives the game's words (say, parts) and the interface's (ui), submit(value), changed(), point(ids),
// onBoard(ids), menu(id, items), nameOf(id) and faceOf(id) of a thing, factsOf(ids) of several, cardOf(ids) among them, looksOf(ids) to tell whether others are the same, twoSteps(): whether an answer is armed first,
// arm(ids) and foresee(option): show that on the board, and attempt(path, value, hear): would this do, as a whole or
// (path) as a field of a form?

import { h } from "./dom.js";

/** Whether two answers are the same. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a key was pressed without any control having the focus. */
export const idle = ({ target }) => target === document.body || target.id === "ask" || target.matches?.("svg.scene");

export class Editor {
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

  get hand() {
    return null;
  }

  suggest() {}

  said(value) {
    return Array.isArray(value) ? value.join(", ") : String(value);
  }

  pick() {
    return false;
  }

  key() {
    return false;
  }

  clear() {
    return false;
  }

  /** The button that gives the answer; a field of a form has none of its own. */
  button(words = this.table.ui("answer")) {
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

const GAP = 90;

/** Asks the table whether an answer would do, without giving it: not too often, and only about the newest.
 *
 * While an answer is refused it is seen where it would lead, or what the first would come to: from there one sees what would do.
 */
export class Trial {
  /** `heard` gets the verdict {ok, words, foreseen} and the value it is about; words and what is foreseen may be missing where all is well. */
  constructor(table, path, heard) {
    this.table = table;
    this.path = path;
    this.heard = heard;
  }

  about(value) {
    this.newest = value;
    if (value === undefined) this.table.foresee();
    if (!this.resting) this.send();
  }

  send() {
    const value = this.newest;
    this.sent = value;
    if (value === undefined) return;
    this.table.attempt(this.path, value, (verdict) => {
      if (value !== this.newest) return;
      if (verdict.ok) this.first ??= verdict.foreseen;
      const foreseen = verdict.foreseen ?? (verdict.ok ? undefined : this.first);
      this.table.foresee(foreseen && { foreseen });
      this.heard(verdict, value);
    });
    this.resting = setTimeout(() => {
      this.resting = null;
      if (this.newest !== this.sent) this.send();
    }, GAP);
  }
}
