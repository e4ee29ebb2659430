// The log: what happened, in words, with the seats' shapes beside their names.

import { h, put, unbroken } from "./dom.js";
import { shape } from "./tinctures.js";

/** Parts of a message as nodes. */
export function spoken(parts) {
  const runs = [];
  for (const { text, seat } of parts) {
    if (seat !== undefined) runs.push(h("b", { class: "seat-name" }, shape(seat), text));
    else if (typeof runs.at(-1) === "string") runs.push(runs.pop() + text);
    else runs.push(text);
  }
  return runs.flatMap((run) => (typeof run === "string" ? unbroken(run) : run));
}

/** An event as a line; one that has words as a heading (`heading.<event>`) stands over what follows, one that has words as a detail (`detail.<event>`) is
 * behind them. Where everything is shown, what was told to some only says to whom. */
const line = (words) => ([key, args, to]) => {
  if (words.has(`heading.${key}`)) return h("li", { class: "heading" }, spoken(words.parts(`heading.${key}`, args)));
  const told = [to ? h("span", { class: "note" }, spoken(to.flatMap((seat) => [{ text: words.name(seat), seat }, { text: ": " }]))) : null, spoken(words.parts(key, args))];
  return words.has(`detail.${key}`) ? h("li", { class: "detail" }, h("details", {}, h("summary", {}, spoken(words.parts(`detail.${key}`, args))), told)) : h("li", {}, told);
};

export class Log {
  constructor(list) {
    this.list = list;
    this.events = [];
    this.atEnd = true;
    list.addEventListener("scroll", () => this.look());
    new ResizeObserver(() => this.settle()).observe(list);
  }

  /** Everything from entry `from` on is now this. */
  hear({ from, events }, words) {
    this.events.splice(from, Infinity, ...events);
    while (this.list.children.length > from) this.list.lastChild.remove();
    this.list.append(...events.map(line(words)));
  }

  /** Say all again, because somebody's name has changed. */
  again(words) {
    put(this.list, this.events.map(line(words)));
  }

  /** Whether somebody reads the newest. Where the list itself has grown or shrunk, nobody has scrolled. */
  look() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    if (scrollHeight === this.long && clientHeight === this.tall) this.atEnd = scrollHeight - scrollTop - clientHeight < 40;
  }

  /** Stay at the newest, unless somebody has scrolled back to read. */
  settle() {
    if (this.atEnd) this.list.scrollTop = this.list.scrollHeight;
    this.long = this.list.scrollHeight;
    this.tall = this.list.clientHeight;
  }
}
