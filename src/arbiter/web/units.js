// The names of units, as on a map of a battle: beside each where there is room, else a number at its corner, with a key to the numbers.

import { h, s, show } from "./dom.js";
import { bounds, overlap } from "./shapes.js";
import { inOrder } from "./sheet.js";
import { shape } from "./tinctures.js";
import { ui } from "./ui.js";

/** The smallest letters that are shown, in pixels of the screen; so much is a line of them, and half a letter. */
const LEAST = 13;
const LINE = 1.2;
const HALF = 0.26;

/** So far from its bases the frame of a unit is drawn, in the board's own units. */
const FRAME = 3;

/** Fewer bases than this are a small body, that is named only where it has a number too or is seen near by. */
const BODY = 4;

/** Rather over so many signs than over a word. */
const MANY = 9;

/** Name the units of a sheet where they stand or would stand; gives the boxes that they and their names take. */
export function callUnits(sheet, taken) {
  const near = sheet.svg.classList.contains("near");
  const usual = ({ bases }) => bases.reduce((sum, { spots }) => sum + spots.length, 0) >= BODY;
  const units = (sheet.board?.tokens ?? []).filter((token) => token.at && token.bases?.length).map((token) => {
    const number = sheet.tell(token, "short");
    const words = token.name && (near || number || usual(token)) ? sheet.tell(token, true) : "";
    const there = { ...token, ...sheet.foreseen?.find(({ id, at }) => id === token.id && at) };
    return { ...there, words, number, signs: signsOf(sheet.standing.get(token.id), there, sheet.unit || 1) };
  });
  // Who stands within the frame of a larger unit is drawn over it.
  inOrder(sheet.layers.pieces, units.toSorted((one, other) => other.width * other.depth - one.width * one.depth).map(({ id }) => sheet.standing.get(id)));
  const { drawn, boxes, numbered } = unitNames(units, taken, sheet.inSight(), sheet.unit || 1);
  show(sheet.layers.called, drawn);
  showKey(sheet, numbered);
  return boxes;
}

/** The boxes of the signs beside a unit, the row of its states and the mark of its facing, as they are drawn where it stands: so large as
 * they are shown where a pixel is so much of the board. */
const signsOf = (face, { at, facing = 0 }, unit) =>
  [...(face?.querySelectorAll(".states, .front") ?? [])].map((sign) => {
    const { x, y, width, height } = sign.getBBox();
    const size = Math.min(sign.parentNode.style.getPropertyValue("--most"), unit);
    const stands = new DOMMatrix().translate(...at).rotate(facing).multiply(sign.parentNode.transform.baseVal[0].matrix);
    if (sign.matches(".states")) stands.rotateSelf(-facing);
    const [wide, high] = [(width / 2) * size, (height / 2) * size];
    const middle = stands.transformPoint({ x: x * size + wide, y: y * size + high });
    return [middle.x - wide, middle.y - high, middle.x + wide, middle.y + high];
  });

/** A unit with the room that it takes: as it is turned, and the box about that. */
function bodyOf(one) {
  const { at: [x, y], width, depth, facing = 0 } = one;
  const [sine, cosine] = [Math.sin, Math.cos].map((of) => of((facing * Math.PI) / 180));
  const corners = [[1, 1], [-1, 1], [1, -1], [-1, -1]].map(([across, down]) => [across * width * 0.5, down * depth * 0.5]).map(([across, down]) => [x + across * cosine - down * sine, y + across * sine + down * cosine]);
  return { ...one, corners, axes: [[cosine, sine, width / 2], [-sine, cosine, depth / 2]], box: bounds(corners) };
}

/** Whether a box lies over a unit as it is turned, or within a gap of it. */
function meets([left, top, right, bottom], { at, axes, box }, gap = 0) {
  const grown = [left - gap, top - gap, right + gap, bottom + gap];
  const [x, y] = [(left + right) / 2 - at[0], (top + bottom) / 2 - at[1]];
  const [wide, high] = [(right - left) / 2 + gap, (bottom - top) / 2 + gap];
  return overlap(grown, box) && axes.every(([across, down, half]) => Math.abs(x * across + y * down) < half + wide * Math.abs(across) + high * Math.abs(down));
}

/** A name in two lines, as even as its words allow; null where it is a single word. */
function twoLines(words) {
  const gaps = [...words.matchAll(/ /g)].map(({ index }) => index);
  const middle = gaps.sort((a, b) => Math.abs(a - words.length / 2) - Math.abs(b - words.length / 2))[0];
  return middle ? [words.slice(0, middle + 1), words.slice(middle + 1)] : null;
}

/** The names of units, each close behind its unit, before it or beside it, where nothing else stands or is written: in a line, else in
 * two. Those who find no room bear their numbers.
 *
 * `units` have words and perhaps a number, and boxes of the signs beside them; `taken` are boxes (left, top, right, bottom) of what is written there already; what is in
 * `sight` is a box as well, to which the names of those keep who stand there, and those of others to the `whole` board.
 */
export function unitNames(units, taken, [sight, whole], unit) {
  const size = LEAST * unit;
  const bodies = units.map(bodyOf);
  const written = [];
  const signs = units.flatMap(({ signs: beside = [] }) => beside);
  // Words that lie over words are worse than words that lie over a sign.
  const under = (box, others) => others.filter((other) => overlap(box, other)).length;
  const over = (box) => MANY * under(box, [...taken, ...written]) + under(box, signs);
  const limitsOf = ({ box }) => (overlap(box, sight) ? sight : whole);
  const isFree = (one, box) => !over(box) && !bodies.some((other) => other !== one && meets(box, other));
  const roomFor = (one, lines, aside) => {
    const [long, high] = [Math.max(...lines.map((line) => line.length)) * size * HALF, (lines.length * size * LINE) / 2];
    const [west, north, east, south] = limitsOf(one);
    const { at, box: [left, top, right, bottom] } = one;
    const x = Math.min(Math.max(at[0], Math.min(west + long, right)), Math.max(east - long, left));
    const boxAt = (across, down) => [across - long, down - high, across + long, down + high];
    /** The nearest box in a direction that lies clear of the unit. */
    const clear = (across, down, gap) => {
      const most = bottom - top + right - left + long + high;
      for (let far = 0; far < most; far += size * 0.1) {
        const box = down ? boxAt(x, at[1] + down * far) : boxAt(at[0] + across * far, at[1]);
        if (!meets(box, one, gap)) return box;
      }
      return null;
    };
    // The mark of its facing has room before it, those of who fights behind it; its frame and halo to all sides.
    const looksUp = Math.cos(((one.facing ?? 0) * Math.PI) / 180) >= 0;
    const gap = (behind) => FRAME + size * (behind && !one.marks?.includes("melee") ? 0.4 : 0.8);
    const [under, over] = [[0, 1, gap(looksUp)], [0, -1, gap(!looksUp)]];
    const ways = aside ? [[1, 0, FRAME + size * 0.5], [-1, 0, FRAME + size * 0.5]] : looksUp ? [under, over] : [over, under];
    return ways.map((way) => clear(...way)).find((box) => box && box[0] >= west && box[2] <= east && box[1] >= north && box[3] <= south && isFree(one, box));
  };
  const write = (one, lines, aside) => {
    const room = lines && roomFor(one, lines, aside);
    if (!room) return null;
    written.push(room);
    return s("text", { class: "name called", "data-key": one.id, "font-size": size, "text-anchor": "middle", style: { transform: `translate(${(room[0] + room[2]) / 2}px, ${room[1] + size}px)` } },
      lines.map((line, at) => s("tspan", { x: 0, y: at * size * LINE }, line)));
  };
  const named = bodies.filter(({ words }) => words);
  const drawn = new Map(named.map((one) => [one, null]));
  const left = () => named.filter((one) => !drawn.get(one));
  for (const aside of [false, true]) for (const cut of [(words) => [words], twoLines]) for (const one of left()) drawn.set(one, write(one, cut(one.words), aside));
  const numbered = left().filter(({ number }) => number);
  for (const one of numbered) {
    const box = boxOfNumber(one, size, limitsOf(one), isFree, over);
    written.push(box);
    drawn.set(one, numberIn(box, one, size));
  }
  return { drawn: [...drawn.values()], boxes: [...written, ...bodies.map(({ box }) => box)], numbered };
}

/** Where the number of a unit stands: at the first of its corners that is free, or right beyond it, or in the middle of a side; else over a
 * unit rather than over words and signs. */
function boxOfNumber(one, size, [west, , east], isFree, over) {
  const [x, y] = [size * (0.35 + one.number.length * HALF), size * 0.62];
  const beyond = one.corners.map((corner) => corner.map((n, axis) => n + Math.sign(n - one.at[axis]) * size * 0.7));
  const sides = [[0, 2], [1, 3], [0, 1], [2, 3]].map(([from, to]) => one.corners[from].map((n, axis) => (n + one.corners[to][axis]) / 2));
  const boxes = [...one.corners, ...beyond, ...sides].map(([a, b]) => [Math.max(west + x, Math.min(east - x, a)), b]).map(([a, b]) => [a - x, b - y, a + x, b + y]);
  return boxes.find((box) => isFree(one, box)) ?? boxes.reduce((best, box) => (over(box) < over(best) ? box : best));
}

function numberIn([left, top, right, bottom], { id, number }, size) {
  const [x, y] = [(right - left) / 2, (bottom - top) / 2];
  return s("g", { class: "called number", "data-key": id, style: { transform: `translate(${left + x}px, ${top + y}px)` } },
    s("rect", { x: -x, y: -y, width: 2 * x, height: 2 * y, rx: y }),
    s("text", { "font-size": size, "text-anchor": "middle", y: size * 0.36 }, number));
}

/** The key: whom each number means. Who points at a line has its unit ringed; who takes it takes the unit. */
function showKey(sheet, numbered) {
  const frame = sheet.svg.closest(".board");
  if (!frame) return;
  const key = frame.querySelector(".key") ?? makeKey(frame);
  key.sheet = sheet;
  const rows = numbered.map(({ id, number, owner, words }) =>
    h("li", { "data-key": id }, h("button", { type: "button", "data-about": id }, shape(owner ?? 0), " ", h("b", {}, number), ` ${words}`)));
  show(key, rows);
  keepRoom(sheet.camera, key.clientHeight);
}

/** The whole board leaves the key the room that it ever had, so that it does not move with every number. */
function keepRoom(camera, high) {
  if (high <= camera.keyed) return;
  camera.keyed = high;
  if (camera.zoom === 1) camera.fit();
}

function makeKey(frame) {
  const key = h("ol", { class: "key", "aria-label": ui("units_by_number") });
  const about = ({ target }) => target.closest("[data-about]")?.dataset.about;
  for (const name of ["pointerover", "focusin"]) key.addEventListener(name, (event) => key.sheet.point([about(event)].filter(Boolean)));
  for (const name of ["pointerleave", "focusout"]) key.addEventListener(name, () => key.sheet.point([]));
  key.addEventListener("click", (event) => key.sheet.thing(about(event) ?? "")?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  frame.append(key);
  return key;
}
