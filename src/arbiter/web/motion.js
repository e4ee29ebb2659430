// Motion with a meaning: what went from one place to another is seen to go, and the last move stays marked.

import { s } from "./dom.js";
import { head } from "./overlays.js";
import { seatColour } from "./tinctures.js";

/** Where more than so many pieces move at once, none is marked. */
const CROWD = 12;

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
    for (const thing of this.things()) this.was.set(thing.dataset.id, { box: thing.getBoundingClientRect(), value: Number(thing.dataset.value), back: thing.matches(".back") });
    for (const [id, group] of board.sheet?.standing ?? []) this.was.set(id, { box: group.getBoundingClientRect(), onBoard: true });
  }

  /** Have what is elsewhere now come from where it was. */
  after(board) {
    const slow = pace();
    if (!slow || !this.was.size) return;
    const counted = [];
    for (const thing of this.things()) {
      const was = this.was.get(thing.dataset.id);
      if (!was) continue;
      if (was.back && !thing.matches(".back")) thing.animate([{ rotate: "y 90deg" }, { rotate: "y 0deg" }], { duration: 180 * slow });
      if (!thing.matches(".meter")) this.fly(thing, was.box, slow);
      else counted.push([thing, Number(thing.dataset.value) - was.value]);
    }
    for (const [thing, by] of counted) this.count(thing, by, slow);
    for (const way of payments(counted)) this.pay(...way, slow);
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

  /** Coins fly from one number to another, one after the other; many are shown by a few. */
  pay(from, to, coins, slow) {
    const [start, end] = [from, to].map((thing) => (thing.querySelector("svg") ?? thing).getBoundingClientRect());
    const drawn = from.querySelector("svg");
    if (!drawn || !start.width || !end.width) return;
    for (let n = 0; n < Math.min(coins, 5); n++) {
      const coin = drawn.cloneNode(true);
      coin.classList.add("coin");
      coin.style.setProperty("left", `${start.left}px`);
      coin.style.setProperty("top", `${start.top}px`);
      document.body.append(coin);
      const [x, y] = [end.left - start.left, end.top - start.top];
      coin.animate([{ translate: "0 0" }, { translate: `${x / 2}px ${y / 2 - 24}px` }, { translate: `${x}px ${y}px` }], { duration: 500 * slow, delay: n * 60 * slow, easing: "ease-in-out", fill: "backwards" }).finished.finally(() => coin.remove());
    }
  }

  /** A number that changed shows by how much. */
  count(thing, by, slow) {
    if (!by || Number.isNaN(by)) return;
    const mark = document.createElement("i");
    mark.className = "by";
    mark.setAttribute("aria-hidden", "true");
    mark.textContent = by > 0 ? `+${by}` : `−${-by}`;
    const box = (thing.querySelector("b") ?? thing).getBoundingClientRect();
    mark.style.setProperty("left", `${box.right + 3}px`);
    mark.style.setProperty("top", `${box.top}px`);
    document.body.append(mark);
    mark.animate([{ opacity: 0, translate: "0 4px" }, { opacity: 1, translate: "0 -6px", offset: 0.25 }, { opacity: 1, translate: "0 -10px", offset: 0.7 }, { opacity: 0, translate: "0 -16px" }], { duration: 1100 * slow }).finished.finally(() => mark.remove());
  }
}

/** Who paid whom: from each number that fell to those of the same kind that rose, as much as they have in common. */
export function payments(counted) {
  const ways = [];
  const left = counted.map(([thing, by]) => ({ thing, by }));
  for (const from of left) {
    for (const to of left) {
      const coins = Math.min(-from.by, to.by);
      if (!(coins > 0) || !from.thing.dataset.paid || from.thing.dataset.paid !== to.thing.dataset.paid) continue;
      ways.push([from.thing, to.thing, coins]);
      from.by += coins;
      to.by -= coins;
    }
  }
  return ways;
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

/** The units that something happened to between two scenes: that moved, or of which there is less. */
export function troubled(old, scene) {
  const was = new Map((old?.tokens ?? []).map((token) => [token.id, token]));
  const trouble = ({ bases, ...token }) => JSON.stringify([placeOf(token), bases]);
  return (scene.tokens ?? []).filter((token) => token.bases && was.has(token.id) && trouble(was.get(token.id)) !== trouble(token)).map(({ id }) => id);
}

/** The regions on the way from one to another along the roads of a board; none where no road leads there. */
export function between(links, from, to) {
  const ways = [[from]];
  for (const way of ways) {
    if (way.at(-1) === to) return way.slice(1, -1);
    for (const { start, end } of links) {
      const next = { [start]: end, [end]: start }[way.at(-1)];
      if (next !== undefined && !ways.some((one) => one.includes(next))) ways.push([...way, next]);
    }
  }
  return [];
}

/** Where a piece went: from where it came, along the road if there is one, to where it is. */
function spots(sheet, { id, from }) {
  const to = sheet.standing.get(id)?.at;
  const start = from && (from.at ?? sheet.region(from.on)?.at);
  const on = sheet.board.tokens.find((token) => token.id === id)?.on;
  return to && start ? [start, ...between(sheet.board.links, from.on, on).map((region) => sheet.region(region).at), to] : to ? [to] : [];
}

/** A piece that goes along a road is seen to walk it. */
export function walk(sheet, moves) {
  for (const move of pace() ? moves : []) {
    const way = spots(sheet, move);
    const group = sheet.standing.get(move.id);
    if (way.length < 3) continue;
    group.animate(way.map(([x, y]) => ({ transform: group.style.transform.replace(/translate\([^)]*\)/, `translate(${x}px, ${y}px)`) })), { duration: Math.min(900, 160 * way.length) * pace() });
  }
}

/** The last move, drawn in the mover's tincture: an arrow from where a piece came, a ring around where it is. Where a whole
 * army is drawn up at once, so many marks would tell nothing and hide what they mark. */
export function lastMove(sheet, moves) {
  return (moves.length > CROWD ? [] : moves).flatMap(({ owner, ...move }) => {
    const way = spots(sheet, move);
    const to = way.pop();
    if (!to) return [];
    const start = way.at(-1);
    const far = start ? Math.hypot(to[0] - start[0], to[1] - start[1]) : 0;
    const size = sheet.piece;
    const group = s("g", { class: "just" }, s("circle", { class: "ring", cx: to[0], cy: to[1], r: size * 0.78 }));
    if (far > size) {
      const end = [0, 1].map((axis) => to[axis] - ((to[axis] - start[axis]) / far) * size * 0.8);
      group.append(s("polyline", { points: [...way, end].join(" ") }), head(start, end, size * 0.8));
    }
    seatColour(group, "--owner", owner);
    return [group];
  });
}
