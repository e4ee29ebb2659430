// What is written on a board: the names of regions, inside them, and the badges in their corners.

import { named, s } from "./dom.js";
import { bounds, nameSpot, overlap, strayingSpot } from "./shapes.js";
import { outlineOf, seatColour } from "./tinctures.js";

/** The smallest letters that are shown and the largest, in pixels of the screen. */
const LEAST = 13;
export const MOST = 26;

/** The names of regions: inside them where they find room, else across the border where nothing else is. Some have none.
 *
 * `called` gives a region's name and the room that is taken in it, `standing` are the boxes of pieces, and `unit` is how much of the
 * board a pixel of the screen is. Of those `wanted` the `offered` look for room before others and farther across the border; those that
 * are `meant` are written in any case, and others that would be under them are not.
 */
export function regionNames(regions, called, standing, piece, unit, { offered, meant }) {
  const least = LEAST * unit;
  const wished = Math.min(piece * 0.42, MOST * unit || Infinity);
  const found = new Map();
  const taken = [...standing];
  const boxOf = ({ lines, size, x, y }) => {
    const half = Math.max(...lines.map((line) => line.length)) * size * 0.25;
    return [x - half, y - size * 0.8, x + half, y + (lines.length - 0.75) * size * 1.05];
  };
  const find = (region, spot) => {
    if (!spot) return;
    found.set(region, spot);
    taken.push(boxOf(spot));
  };
  const plain = regions.filter((region) => region.name && region.look !== "tile" && !region.corner);
  for (const region of plain) {
    const { words, room } = called(region);
    const over = { top: region.at[1], bottom: region.at[1] };
    find(region, nameSpot(words, region, room, wished, least) ?? (room.spots.length ? null : nameSpot(words, region, over, wished, least)));
  }
  const stray = (region, free, within) => {
    const { words, room } = called(region);
    find(region, strayingSpot(words, region, room.spots.length ? room : { top: region.at[1], bottom: region.at[1] }, least, free, within));
  };
  const isFree = (box) => !taken.some((other) => overlap(box, other));
  const nameless = (wanted) => plain.filter((one) => !found.has(one) && (!wanted || wanted.has(one.id)));
  for (const region of nameless(offered)) stray(region, isFree, 0.3);
  for (const region of nameless()) stray(region, isFree);
  const forced = nameless(meant);
  for (const region of forced) stray(region, () => true, 0);
  for (const region of nameless(meant)) find(region, { lines: [called(region).words], size: least, x: region.at[0], y: called(region).room.bottom + least });
  for (const region of forced) for (const [other, spot] of found) if (!meant.has(other.id) && overlap(boxOf(spot), boxOf(found.get(region)))) found.delete(other);
  return regions.map((region) => (found.has(region) ? written(region, found.get(region)) : region.name && region.corner ? numbered(called(region).words, region, Math.max(least, piece * 0.3)) : null));
}

const written = (region, { lines, size, x, y }) =>
  s("g", { class: `label ${named("on", region.look || "plain")}` },
    s("text", { class: "name", "font-size": size, "text-anchor": "middle" }, lines.map((line, at) => s("tspan", { x, y: y + at * size * 1.05 }, line))));

/** The name of a region with a badge is small, in the corner across from it. */
function numbered(words, region, size) {
  const [left, top, right, bottom] = bounds(region.outline);
  if (words.length * size > (right - left) * 0.9 || size * 2.6 > bottom - top) return null;
  return s("g", { class: "label small" }, s("text", { class: "name", "font-size": size, x: left + size * 0.5, y: bottom - size * 0.5 }, words));
}

/** The number in a region's corner; null where it would be too large for it. */
export function badgeOf(region, piece, unit) {
  const [left, top, right] = bounds(region.outline);
  const size = Math.max(piece * 0.34, LEAST * unit);
  const side = size * 1.25;
  if (!region.corner || right - left < side * 2) return null;
  const [x, y] = [right - side * 0.62, top + side * 0.62];
  return s("g", { class: "badge" },
    s("circle", { cx: x, cy: y, r: side / 2 }),
    s("text", { x, y: y + size * 0.34, "font-size": size, "text-anchor": "middle" }, region.corner));
}

/** The shield of whoever holds a region, beside its pieces. */
export function shieldOf(region, piece, { top }) {
  if (region.holder === undefined || region.holder === null) return null;
  const [x, y] = region.at;
  const group = s("g", { class: "shield", transform: `translate(${x} ${top - piece * 0.34}) scale(${piece / 52})` },
    s("path", { class: "field", d: "M-12-14H12V0C12 9 6 14 0 17-6 14-12 9-12 0Z" }),
    s("path", { class: "charge", d: outlineOf(region.holder), "fill-rule": "evenodd", transform: "translate(0 -1) scale(.5)" }));
  seatColour(group, "--worn", region.holder);
  return group;
}
