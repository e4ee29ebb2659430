// All boards in small: where everybody is, which part is in sight, and the way to each of them.

import { h, named, s, show } from "./dom.js";
import { groundColour, hasBase } from "./faces.js";
import { bounds, points } from "./shapes.js";
import { outlineOf, seatColour } from "./tinctures.js";

export class Overview {
  /** `go` hears the id of the board somebody wants to see; `look` the point of it they want in the middle; `words` are the interface's. */
  constructor({ go, look, words }) {
    this.words = words;
    this.go = go;
    this.look = look;
    this.node = h("nav", { class: "overview" });
    this.small = new Map();
  }

  /** `boards` are the parts of the scene by board, `names` what they are called. */
  draw(boards, names) {
    for (const [id, one] of [...this.small]) {
      if (boards.some((board) => board.id === id)) continue;
      one.button.remove();
      this.small.delete(id);
    }
    boards.forEach((board, at) => {
      const one = this.small.get(board.id) ?? this.make(board.id);
      if (this.node.children[at] !== one.button) this.node.insertBefore(one.button, this.node.children[at] ?? null);
      one.name.textContent = names[at];
      one.name.hidden = !names[at];
      one.button.setAttribute("aria-label", names[at] || this.words("the_board"));
      this.drawSmall(one, board);
    });
    this.node.classList.toggle("lone", boards.length < 2);
  }

  make(id) {
    const svg = s("svg", { "aria-hidden": "true" });
    const name = h("span", { class: "name" });
    const button = h("button", { type: "button", "data-board": id, onclick: (event) => this.clicked(id, svg, event) }, svg, name);
    const layers = Object.fromEntries(["land", "dots", "frame"].map((kind) => [kind, s("g", { class: kind })]));
    svg.append(...Object.values(layers));
    this.small.set(id, { button, svg, name, ...layers });
    return this.small.get(id);
  }

  clicked(id, svg, event) {
    this.go(id);
    if (!event.detail) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    this.look(id, [at.x, at.y]);
  }

  drawSmall(one, board) {
    const [wide, high] = board.size;
    const spots = board.regions.flatMap((region) => region.outline);
    const [left, top, right, bottom] = spots.length && !board.tokens.some((token) => token.at) ? bounds(spots) : [0, 0, wide, high];
    one.svg.setAttribute("viewBox", [left, top, right - left, bottom - top].join(" "));
    const land = JSON.stringify(board.regions.map(({ outline, look, owner, holder }) => [outline, look, owner, holder]));
    if (one.drawn !== land) {
      one.drawn = land;
      show(one.land, board.regions.length
        ? board.regions.map((region) => {
          const shape = s("polygon", { class: `area ${named("look", region.look || "plain")}`, points: points(region.outline) });
          groundColour(shape, region.look);
          seatColour(shape, "--owner", region.holder ?? region.owner);
          return shape;
        })
        : s("rect", { class: `area ${named("look", board.look || "plain")}`, width: wide, height: high }));
    }
    const at = new Map(board.regions.map((region) => [region.id, region.at]));
    const dot = Math.max(right - left, bottom - top) / 28;
    const crowd = new Map();
    show(one.dots, board.tokens.filter((token) => token.owner !== undefined && token.owner !== null).map((token) => {
      const [x, y] = token.at ?? at.get(token.on);
      const here = token.at ? 0 : (crowd.get(token.on) ?? 0);
      crowd.set(token.on, here + 1);
      const shape = hasBase(token)
        ? s("rect", { x: x - token.width / 2, y: y - token.depth / 2, width: token.width, height: token.depth, transform: `rotate(${token.facing ?? 0} ${x} ${y})` })
        : s("path", { d: outlineOf(token.owner), "fill-rule": "evenodd", transform: `translate(${x + (here % 4) * dot * 1.2} ${y + Math.floor(here / 4) * dot * 1.2}) scale(${dot / 12})` });
      seatColour(shape, "--owner", token.owner);
      return shape;
    }));
  }

  /** Lie in the corner of the stage under which least is, and over which nothing: `under` says how much is under a box of the screen. */
  settle(stage, under) {
    if (!this.node.matches(".lone.zoomed")) return;
    const { width, height } = this.node.getBoundingClientRect();
    const { left, top, right, bottom } = stage.getBoundingClientRect();
    const corners = { "": [left, bottom - height], high: [left, top], across: [right - width, top] };
    const hidden = (x, y) => (document.elementFromPoint(x + width / 2, y + height - 6)?.closest("#board") ? 0 : 1000);
    const found = Object.entries(corners).map(([name, [x, y]]) => [name, under(x, y, x + width, y + height) + hidden(x, y)]);
    const [best] = found.reduce((least, one) => (one[1] < least[1] ? one : least));
    const now = found.find(([name]) => name === (this.corner ?? ""))[1];
    // It stays where it is as long as no other corner is better.
    if (now <= Object.fromEntries(found)[best]) return;
    this.corner = best;
    for (const name of ["high", "across"]) this.node.classList.toggle(name, best === name);
  }

  /** Mark the board that is shown, the part of it in sight, those where something can be clicked, and where it happens. */
  mark({ shown, sight, zoomed, offered, focus }) {
    this.node.classList.toggle("zoomed", zoomed);
    for (const [id, one] of this.small) {
      one.button.setAttribute("aria-current", String(id === shown));
      one.button.classList.toggle("offered", offered.has(id));
      one.button.classList.toggle("happens", id === focus && this.small.size > 1);
      const [x, y, width, height] = sight;
      show(one.frame, id === shown && zoomed ? s("rect", { x, y, width, height }) : null);
    }
  }
}
