// How a piece looks, wherever it is: on a board, in a tray, as a ghost.

import { icon, named, s } from "./dom.js";

export function seatColour(element, name, seat) {
  if (seat === undefined || seat === null) element.style.removeProperty(name);
  else element.style.setProperty(name, `var(--seat-${seat})`);
}

const KNOWN_LOOKS = new Set(["", "plain", "castle", "home", "gold", "mountain", "forest", "water", "desert", "swamp", "hills", "city", "road"]);

/** Give ground whose look the style sheet does not know a calm colour; always the same for the same name. */
export function groundColour(element, look = "") {
  if (KNOWN_LOOKS.has(look)) return;
  let hash = 7;
  for (const char of look) hash = (hash * 31 + char.codePointAt(0)) % 360;
  element.style.setProperty("--ground", `hsl(${hash} var(--hash-tone))`);
}

/** Whether a piece stands on a base of its own size. */
export const hasBase = (token) => token.width > 0 && token.depth > 0;

export const pieceClass = (token) =>
  ["piece", hasBase(token) ? "based" : "", named("icon", token.icon), ...(token.marks ?? []).map((mark) => named("mark", mark))].filter(Boolean).join(" ");

/** A piece in a box of 24 around its middle: a disc in its owner's colour, its icon, its count and its marks. */
export function pieceFace(token, icons) {
  return [
    facing(token) && s("path", { class: "notch", d: "M-4.500 -10.500L0 -16L4.500 -10.500z", transform: `rotate(${token.facing})` }),
    s("circle", { class: "base", r: 11.4 }),
    icon(icons, token.icon, { x: -8, y: -8, width: 16, height: 16 }),
    badges(token, 8.5, 8.5, -9, -9, 1),
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
  return [
    s("rect", { class: "base", x: -x, y: -y, width, height: depth, rx: small * 0.06 }),
    facing(token) && s("path", { class: "notch", d: `M${-notch} ${-y}L0 ${-y + notch}L${notch} ${-y}z` }),
    icon(icons, token.icon, { x: -side / 2, y: -side / 2 + (facing(token) ? notch * 0.35 : 0), width: side, height: side }),
    badges(token, x, y, -x, -y, small / 24),
  ].flat(2).filter(Boolean);
}

/** How many there are, and the marks that a piece bears. */
function badges(token, right, bottom, left, top, scale) {
  const many = token.count !== undefined && token.count !== 1;
  return [
    many && s("g", { class: "count", transform: `translate(${right} ${bottom}) scale(${scale})` }, s("circle", { r: 5.6 }), s("text", { y: 2.9 }, String(token.count))),
    (token.marks ?? []).map((mark, at) => s("circle", { class: `mark ${named("mark", mark)}`, r: 2.4 * scale, cx: left + at * 5 * scale, cy: top })),
  ];
}
