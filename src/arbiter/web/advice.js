// Advice: what a clever player would answer here, and why. It is asked for, and thinks with what this seat knows.

import { h, put, sign } from "./dom.js";
import { spoken } from "./log.js";
import { ui } from "./ui.js";

export class Adviser {
  /** `send` asks the house about an ask; `words` are the game's. */
  constructor({ send, words }) {
    this.send = send;
    this.words = words;
    this.button = h("button", { type: "button", class: "chip", "data-act": "hint", title: ui("hint_title"), onclick: () => this.ask() }, sign("hint"), h("span", {}, ui("hint")));
    this.said = h("div", { class: "advised", role: "status" });
    this.node = h("div", { class: "advice" }, this.button, this.said);
  }

  /** From here on this question is meant; whoever learns is told unasked. */
  about(editor, unasked = false) {
    this.editor = editor;
    this.button.disabled = false;
    put(this.said);
    if (unasked) this.ask(true);
    return this.node;
  }

  ask(unasked = false) {
    if (!this.editor || this.button.disabled) return;
    this.unasked = unasked;
    this.button.disabled = true;
    put(this.said, h("p", { class: "note" }, ui("hint_thinking")));
    if (!this.send(this.editor.ask.id)) this.about(this.editor);
  }

  /** No advice came: it can be asked for again. */
  rest() {
    if (this.editor && this.button.disabled) this.about(this.editor);
  }

  hear({ ask, answer, reasons }) {
    const { editor, words } = this;
    if (editor?.ask.id !== ask) return;
    this.button.disabled = false;
    const said = editor.said(answer);
    put(this.said,
      h("p", {}, ui("hint_says"), " ", typeof said === "string" ? h("b", {}, said) : null),
      typeof said === "string" ? null : said,
      h("ul", {}, reasons.map(({ key, args }) => h("li", {}, spoken(words.parts(key, args ?? {}))))),
      this.unasked ? h("button", { type: "button", class: "chip", "data-act": "take", onclick: () => editor.suggest(answer) }, ui("hint_take")) : null);
    // A spot is easier seen than said; whoever has already put something down keeps it there.
    if (!this.unasked || (editor.hand && editor.value === undefined)) editor.suggest(answer);
  }
}
