// How a piece looks, wherever it is: on a board, in a tray, as a ghost.

import { icon, named, s } from "./dom.js";
import { outlineOf } from "./tinctures.js";

const KNOWN_LOOKS = new Set(["", "plain", "castle", "home", "gold", "mountain", "forest", "water", "desert", "swamp", "hills", "city", "road", "tile"]);

/** Give ground whose look the style sheet does not know a calm colour; always the same for the same name. */
export function groundColour(element, look = "") {
  if (KNOWN_LOOKS.has(look)) return;
  let hash = 7;
  for (const char of look) hash = (hash * 31 + char.codePointAt(0)) % 360;
  element.style.setProperty("--ground", `color-mix(in srgb, hsl(${hash} 42% 50%) 22%, var(--land))`);
}

/** Whether a piece stands on a base of its own size. */
export const hasBase = (token) => token.width > 0 && token.depth > 0;

export const pieceClass = (token) =>
  ["piece", hasBase(token) ? "based" : "", named("icon", token.icon), ...(token.marks ?? []).map((mark) => named("mark", mark))].filter(Boolean).join(" ");

const owned = ({ owner }) => owner !== undefined && owner !== null;

/** A piece around its middle in a box of 24: a silhouette in ink on a disc, with the seat's shape as its rim. */
export function pieceFace(token, icons) {
  const rim = owned(token) ? outlineOf(token.owner) : outlineOf(null);
  return [
    s("path", { class: "halo", d: rim }),
    facing(token) && s("path", { class: "notch", d: "M-4.500 -13L0 -19L4.500 -13z", transform: `rotate(${token.facing})` }),
    s("path", { class: "base", d: rim, "fill-rule": "evenodd" }),
    s("circle", { class: "disc", r: 9.4 }),
    icon(icons, token.icon, { x: -7, y: -7, width: 14, height: 14 }),
    badges(token, 9.5, 9.5, -9.5, -10, 1),
  ].flat(2).filter(Boolean);
}

const facing = (token) => token.facing !== undefined && token.facing !== null;

/** A miniature around its middle, looking up, in the board's own units: its base, the notch of its facing, its icon. */
export function baseFace(token, icons) {
  const { width, depth } = token;
  const [x, y] = [width / 2, depth / 2];
  const small = Math.min(width, depth);
  const side = small * 0.74;
  const notch = Math.min(small * 0.34, width * 0.3);
  const base = (name, more = {}) => s("rect", { class: name, x: -x, y: -y, width, height: depth, rx: small * 0.06, ...more });
  return [
    base("halo"),
    base("base"),
    facing(token) && s("path", { class: "notch", d: `M${-notch} ${-y}L0 ${-y + notch}L${notch} ${-y}z` }),
    icon(icons, token.icon, { x: -side / 2, y: -side / 2 + (facing(token) ? notch * 0.35 : 0), width: side, height: side }),
    owned(token) && s("path", { class: "pip", d: outlineOf(token.owner), "fill-rule": "evenodd", transform: `translate(${-x + small * 0.18} ${y - small * 0.18}) scale(${small / 110})` }),
    badges(token, x, y, -x, -y, small / 24),
  ].flat(2).filter(Boolean);
}

/** How many there are, and the marks that a piece bears. */
function badges(token, right, bottom, left, top, scale) {
  const many = token.count !== undefined && token.count !== 1;
  return [
    many && s("g", { class: "count", transform: `translate(${right} ${bottom}) scale(${scale})` }, s("circle", { r: 5.8 }), s("text", { y: 3.1 }, String(token.count))),
    (token.marks ?? []).map((mark, at) => s("circle", { class: `mark ${named("mark", mark)}`, r: 2.6 * scale, cx: left + at * 6 * scale, cy: top })),
  ];
}
