// The log: what happened, in words, with the names in their seats' colours.

import { h, put } from "./dom.js";
import { seatColour } from "./faces.js";

/** Parts of a message as nodes. */
export function spoken(parts) {
  return parts.map(({ text, seat }) => {
    if (seat === undefined) return text;
    const name = h("b", { class: "seat-name" }, text);
    seatColour(name, "--owner", seat);
    return name;
  });
}

export class Log {
  constructor(list) {
    this.list = list;
    this.events = [];
    this.atEnd = true;
    list.addEventListener("scroll", () => (this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40));
  }

  /** Everything from entry `from` on is now this. */
  hear({ from, events }, words) {
    this.events.splice(from, Infinity, ...events);
    while (this.list.children.length > from) this.list.lastChild.remove();
    this.list.append(...events.map(([key, args]) => h("li", {}, spoken(words.parts(key, args)))));
  }

  /** Say all again, because somebody's name has changed. */
  again(words) {
    put(this.list, this.events.map(([key, args]) => h("li", {}, spoken(words.parts(key, args)))));
  }

  /** Stay at the newest, unless somebody has scrolled back to read. */
  settle() {
    if (this.atEnd) this.list.scrollTop = this.list.scrollHeight;
  }
}
