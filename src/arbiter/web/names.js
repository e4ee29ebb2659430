// What is written on the land: the names of regions, inside them, and the badges in their corners.

import { named, s } from "./dom.js";
import { bounds, nameSpot } from "./shapes.js";
import { outlineOf, seatColour } from "./tinctures.js";

/** The smallest letters that are shown, in pixels of the screen. */
const LEAST = 13;

/** A region's name where it finds room, with the shield of whoever holds the region; null where there is no room.
 *
 * `unit` is how much of the board a pixel of the screen is, `room` what its pieces take.
 */
export function nameOf(words, region, room, piece, unit) {
  const least = LEAST * unit;
  if (region.corner) return numbered(words, region, Math.max(least, piece * 0.3));
  const [, middle] = region.at;
  const over = room.spots.length ? null : { top: middle, bottom: middle };
  const spot = nameSpot(words, region, room, piece * 0.42, least) ?? (over && nameSpot(words, region, over, piece * 0.42, least));
  if (!spot) return null;
  const { lines, size, x, y } = spot;
  return s("g", { class: `label ${named("on", region.look || "plain")}` },
    s("text", { class: "name", "font-size": size, "text-anchor": "middle" }, lines.map((line, at) => s("tspan", { x, y: y + at * size * 1.05 }, line))));
}

/** The name of a region with a badge is small, in the corner across from it. */
function numbered(words, region, size) {
  const [left, top, right, bottom] = bounds(region.outline);
  if (words.length * size > (right - left) * 0.9 || size * 2.6 > bottom - top) return null;
  return s("g", { class: "label small" }, s("text", { class: "name", "font-size": size, x: left + size * 0.3, y: bottom - size * 0.3 }, words));
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
