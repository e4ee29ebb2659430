// The names of units, as on a map of a battle: beside each where there is room, else a number at its corner, with a key to the numbers.

import { h, s, show } from "./dom.js";
import { overlap } from "./shapes.js";
import { shape } from "./tinctures.js";
import { ui } from "./ui.js";

/** The smallest letters that are shown, in pixels of the screen; so much is a line of them, and half a letter. */
const LEAST = 13;
const LINE = 1.2;
const HALF = 0.26;

/** Fewer bases than this are a small body, that is named only where it has a number too or is seen near by. */
const BODY = 4;

/** Name the units of a sheet where they stand or would stand; gives the boxes that they and their names take. */
export function callUnits(sheet, taken) {
  const near = sheet.svg.classList.contains("near");
  const usual = ({ bases }) => bases.reduce((sum, { spots }) => sum + spots.length, 0) >= BODY;
  const units = (sheet.board?.tokens ?? []).filter((token) => token.at && token.bases?.length).map((token) => {
    const number = sheet.tell(token, "short");
    const words = token.name && (near || number || usual(token)) ? sheet.tell(token, true) : "";
    return { ...token, ...sheet.foreseen?.find(({ id, at }) => id === token.id && at), words, number };
  });
  const { drawn, boxes, numbered } = unitNames(units, taken, sheet.inSight(), sheet.unit || 1);
  show(sheet.layers.called, drawn);
  showKey(sheet, numbered);
  return boxes;
}

/** Half the room that a unit takes across and down as it is turned. */
function half({ width, depth, facing = 0 }) {
  const [sine, cosine] = [Math.sin, Math.cos].map((of) => Math.abs(of((facing * Math.PI) / 180)));
  return [(width * cosine + depth * sine) / 2, (width * sine + depth * cosine) / 2];
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
 * `units` have words and perhaps a number, `taken` are boxes (left, top, right, bottom) of what is written there already; what is in
 * `sight` is a box as well, to which the names of those keep who stand there, and those of others to the `whole` board.
 */
export function unitNames(units, taken, [sight, whole], unit) {
  const size = LEAST * unit;
  const bodies = units.map((one) => {
    const [x, y] = half(one);
    return { ...one, box: [one.at[0] - x, one.at[1] - y, one.at[0] + x, one.at[1] + y] };
  });
  const written = [];
  const isFree = (one, box) => ![...taken, ...written].some((other) => overlap(box, other)) && !bodies.some((other) => other !== one && overlap(box, other.box));
  const roomFor = (one, lines, aside) => {
    const [long, high, [, y], [left, top, right, bottom]] = [Math.max(...lines.map((line) => line.length)) * size * HALF, lines.length * size * LINE, one.at, one.box];
    const [west, north, east, south] = overlap(one.box, sight) ? sight : whole;
    const x = Math.min(Math.max(one.at[0], Math.min(west + long, right)), Math.max(east - long, left));
    const boxAt = (middle, upper) => [middle - long, upper, middle + long, upper + high];
    const beside = long + size * 0.5;
    // The mark of its facing has room before it.
    const looksUp = Math.cos(((one.facing ?? 0) * Math.PI) / 180) >= 0;
    const [under, over] = [boxAt(x, bottom + size * (looksUp ? 0.3 : 0.7)), boxAt(x, top - size * (looksUp ? 0.8 : 0.4) - high)];
    const spots = aside ? [boxAt(right + beside, y - high / 2), boxAt(left - beside, y - high / 2)] : looksUp ? [under, over] : [over, under];
    return spots.find((box) =>
      box[0] >= west && box[2] <= east && box[1] >= north && box[3] <= south && isFree(one, box));
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
  for (const one of numbered) drawn.set(one, numberAt(one, size, (box) => isFree(one, box)));
  return { drawn: [...drawn.values()], boxes: [...written, ...bodies.map(({ box }) => box)], numbered };
}

/** The number of a unit on a small disc at one of its corners: the first that is free, so that it is seen whose it is. */
function numberAt({ id, number, box: [left, top, right, bottom] }, size, isFree) {
  const [x, y] = [size * (0.35 + number.length * HALF), size * 0.62];
  const corners = [[right, bottom], [left, bottom], [right, top], [left, top]];
  const [across, down] = corners.find(([a, b]) => isFree([a - x, b - y, a + x, b + y])) ?? corners[0];
  return s("g", { class: "called number", "data-key": id, style: { transform: `translate(${across}px, ${down}px)` } },
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
