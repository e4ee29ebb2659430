// The judge of a game that has one: whoever sits there may put a question, and everybody hears the answer.

import { h, put, sign } from "./dom.js";
import { spoken } from "./log.js";
import { ui } from "./ui.js";

const ICONS = { judge: "M4 2h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-7l-6 5v-5H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 4.5c-2 0-3.5 1.2-3.5 3h2c0-.8.6-1.3 1.5-1.3s1.5.5 1.5 1.2c0 .6-.4 1-1.1 1.5-.9.7-1.4 1.2-1.4 2.3h2c0-.6.3-.9 1-1.4.9-.7 1.5-1.4 1.5-2.5 0-1.7-1.5-2.8-3.5-2.8zM11 12.5h2v2h-2z" };

export class Judge {
  /** `send` puts a question; `words` are the game's. The button goes into `tools`, where the game has a judge. */
  constructor(tools, { send, words }) {
    this.words = words;
    this.who = words.say("judge");
    this.said = h("ol", { class: "sayings", "aria-live": "polite" });
    this.question = h("input", { name: "question", maxlength: 200, required: true, autocomplete: "off", "aria-label": ui("judge_question"), placeholder: ui("judge_question") });
    const form = h("form", { class: "join", onsubmit: (event) => {
      event.preventDefault();
      if (this.question.value.trim() && send(this.question.value.trim())) this.question.value = "";
    } }, this.question, h("button", { class: "primary", type: "submit" }, ui("judge_ask")));
    this.form = form;
    this.dialog = h("dialog", { id: "judge", "aria-labelledby": "judge-title" },
      h("h2", { id: "judge-title" }, this.who),
      h("div", { class: "body" }, h("p", {}, ui("judge_about", { who: this.who })), form, this.said),
      h("form", { method: "dialog" }, h("button", { class: "chip" }, ui("close"))));
    document.body.append(this.dialog);
    tools.prepend(h("button", { type: "button", id: "judge-button", onclick: () => this.dialog.showModal() }, sign("judge", ICONS), " ", this.who));
  }

  /** Only those who sit at the table may ask; what was said holds for the rest of the game. */
  show({ seat, talk = [] }) {
    this.form.hidden = seat === null;
    put(this.said, talk.filter(({ what }) => what === "consulted").reverse().map(({ seat: by, said }) => h("li", {}, spoken([{ text: this.words.name(by), seat: by }, { text: ": " }, ...this.words.parts(said.key, said.args)]))));
  }

  /** Something was asked and answered; whoever does not see it here is told. */
  hear({ said }, tell) {
    if (!this.dialog.open) tell(`${this.who}: ${this.words.text(said)}`);
  }
}
