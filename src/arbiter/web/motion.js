// Motion with a meaning: what went from one place to another is seen to go, and the last move stays marked.

import { s } from "./dom.js";
import { head } from "./overlays.js";
import { seatColour } from "./tinctures.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** How many times longer than usual things take; nothing where nothing is to move. */
export const pace = () => (STILL.matches ? 0 : Number(getComputedStyle(document.documentElement).getPropertyValue("--pace")) || 0);

/** What lies beside the boards, and where: asked before a change, and told what has changed after it. */
export class Flights {
  constructor(root) {
    this.root = root;
  }

  things() {
    return this.root.querySelectorAll(":is(.card, .loose, .meter)[data-id]");
  }

  /** Remember where everything is. */
  before(board) {
    this.was = new Map();
    if (!pace()) return;
    for (const thing of this.things()) this.was.set(thing.dataset.id, { box: thing.getBoundingClientRect(), value: Number(thing.dataset.value) });
    for (const [id, group] of board.sheet?.standing ?? []) this.was.set(id, { box: group.getBoundingClientRect(), onBoard: true });
  }

  /** Have what is elsewhere now come from where it was. */
  after(board) {
    const slow = pace();
    if (!slow || !this.was.size) return;
    for (const thing of this.things()) {
      const was = this.was.get(thing.dataset.id);
      if (!was) continue;
      if (thing.matches(".meter")) this.count(thing, was, slow);
      else this.fly(thing, was.box, slow);
    }
    for (const [id, group] of board.sheet?.standing ?? []) {
      const was = this.was.get(id);
      if (was && !was.onBoard) this.land(board, group, was.box);
    }
  }

  fly(thing, from, slow) {
    const to = thing.getBoundingClientRect();
    if (!to.width || !from.width || Math.hypot(to.left - from.left, to.top - from.top) < 12) return;
    if (to.right < 0 || to.left > innerWidth) return;
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
    thing.animate([{ transform: start, transformOrigin: "0 0", zIndex: 9 }, { transform: "none", transformOrigin: "0 0", zIndex: 9 }], { duration: 320 * slow, easing: "cubic-bezier(.3,.1,.2,1)" });
  }

  /** A piece that lay beside the board comes onto it from there. */
  land(board, group, box) {
    const [x, y] = board.camera.pointAt(box.left + box.width / 2, box.top + box.height / 2);
    const goal = group.style.transform;
    group.animate([{ transform: goal.replace(/translate\([^)]*\)/, `translate(${x}px, ${y}px)`) }, { transform: goal }], { duration: 320 * pace(), easing: "cubic-bezier(.3,.1,.2,1)" });
  }

  /** A number that changed shows by how much. */
  count(thing, { value }, slow) {
    const by = Number(thing.dataset.value) - value;
    if (!by || Number.isNaN(by)) return;
    const mark = document.createElement("i");
    mark.className = "by";
    mark.setAttribute("aria-hidden", "true");
    mark.textContent = by > 0 ? `+${by}` : `−${-by}`;
    const box = thing.getBoundingClientRect();
    mark.style.setProperty("left", `${box.left}px`);
    mark.style.setProperty("top", `${box.top}px`);
    document.body.append(mark);
    mark.animate([{ opacity: 0, translate: "0 4px" }, { opacity: 1, translate: "0 -6px", offset: 0.25 }, { opacity: 1, translate: "0 -10px", offset: 0.7 }, { opacity: 0, translate: "0 -16px" }], { duration: 1100 * slow }).finished.finally(() => mark.remove());
  }
}

const placeOf = ({ on, at, facing }) => JSON.stringify([on, at ?? null, facing ?? null]);

/** What changed on the boards between two scenes: pieces that came, went from one place to another, or turned. */
export function movesBetween(old, scene) {
  const was = new Map((old?.tokens ?? []).map((token) => [token.id, token]));
  const areas = new Set([...(scene.regions ?? []).map(({ id }) => id), ...(scene.boards ?? []).map(({ id }) => id)]);
  const moves = [];
  for (const token of scene.tokens ?? []) {
    const before = was.get(token.id);
    if (!areas.has(token.on) || (before && placeOf(before) === placeOf(token))) continue;
    moves.push({ id: token.id, owner: token.owner, from: before ? { on: before.on, at: before.at } : null });
  }
  return moves;
}

/** The last move, drawn in the mover's tincture: an arrow from where a piece came, a ring around where it is. */
export function lastMove(sheet, moves) {
  return moves.flatMap(({ id, owner, from }) => {
    const to = sheet.standing.get(id)?.at;
    if (!to) return [];
    const start = from && (from.at ?? sheet.region(from.on)?.at);
    const far = start ? Math.hypot(to[0] - start[0], to[1] - start[1]) : 0;
    const size = sheet.piece;
    const group = s("g", { class: "just" }, s("circle", { class: "ring", cx: to[0], cy: to[1], r: size * 0.78 }));
    if (far > size) {
      const end = [0, 1].map((axis) => to[axis] - ((to[axis] - start[axis]) / far) * size * 0.8);
      group.append(s("line", { x1: start[0], y1: start[1], x2: end[0], y2: end[1] }), head(start, end, size * 0.8));
    }
    seatColour(group, "--owner", owner);
    return [group];
  });
}
