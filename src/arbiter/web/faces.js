// How a piece looks, wherever it is: on a board, in a tray, as a ghost.

import { icon, named, s } from "./dom.js";
import { outlineOf } from "./tinctures.js";

const KNOWN_LOOKS = new Set(["", "plain", "castle", "home", "gold", "mountain", "forest", "water", "desert", "swamp", "hills", "city", "road", "tile", "open"]);

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
    facing(token) && s("path", { class: "notch", d: "M-4.5 -13L0 -19L4.5 -13z", transform: `rotate(${token.facing})` }),
    s("path", { class: "base", d: rim, "fill-rule": "evenodd" }),
    s("circle", { class: "disc", r: 9.4 }),
    icon(icons, token.icon, { x: -7, y: -7, width: 14, height: 14 }),
    badges(token, 9.5, 9.5, -9.5, -10, 1),
  ].flat(2).filter(Boolean);
}

const facing = (token) => token.facing !== undefined && token.facing !== null;

/** A miniature around its middle, looking up, in the board's own units: its base, the notch of its facing, its icon. */
export function baseFace(token, icons) {
  if (token.bases?.length) return unitFace(token, icons);
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

const LENGTH = (n) => Math.round(n * 100) / 100;

/** Points as they lie on a base: across and down from its middle, as it looks. */
const laid = ([x, y, turn], spots) => {
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  return spots.map(([across, down]) => [LENGTH(x + across * cosine - down * sine), LENGTH(y + across * sine + down * cosine)]);
};

const closed = (spots) => `M${spots.map((spot) => spot.join(" ")).join("L")}z`;

/** A unit of many bases: held together by a faint line, each with the notch of its facing. From afar it bears one sign; near
 * by every base shows its figure and its patches. */
function unitFace(token, icons) {
  const kinds = token.bases.map((kind) => {
    const [x, y] = [kind.width / 2, kind.depth / 2];
    const notch = Math.min(x, y) * 0.5;
    return { ...kind, corners: [[-x, -y], [x, -y], [x, y], [-x, y]], notch: [[-notch, -y], [0, notch - y], [notch, -y]] };
  });
  const corners = kinds.flatMap(({ spots, corners: of }) => spots.flatMap((spot) => laid(spot, of)));
  const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((spot) => spot[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...corners.map((spot) => spot[axis])));
  const small = Math.min(right - left, bottom - top);
  const drawn = (part) => kinds.map((kind) => kind.spots.map((spot) => closed(laid(spot, kind[part]))).join("")).join("");
  const frame = (name, by) => s("rect", { class: name, x: left - by, y: top - by, width: right - left + 2 * by, height: bottom - top + 2 * by, rx: by });
  const at = (across, down, most) => ({ transform: `translate(${across} ${down})`, style: { "--most": most / 24 } });
  return [
    frame("halo", 3),
    frame("frame", 3),
    facing(token) && s("g", at((left + right) / 2, top - 3, small), s("path", { class: "front", d: "M-7 1L0-11L7 1z" })),
    s("path", { class: "base", d: drawn("corners") }),
    s("path", { class: "notch", d: drawn("notch") }),
    kinds.map((kind) => figures(kind, icons)),
    s("g", at((left + right) / 2, (top + bottom) / 2, small * 1.05), s("g", { class: "sign" },
      s("circle", { r: 11 }), icon(icons, token.icon, { x: -8, y: -8, width: 16, height: 16 }))),
    // Before who fights stands the enemy.
    s("g", at(left, token.marks?.includes("melee") ? bottom : top, small * 0.9), s("g", { class: "states" }, (token.marks ?? []).filter((mark) => icons[`mark-${mark}`]).map((mark, n) =>
      s("g", { class: named("state", mark), transform: `translate(${n * 17} 0)` }, s("circle", { r: 8 }), icon(icons, `mark-${mark}`, { x: -6, y: -6, width: 12, height: 12 }))))),
  ].flat(2).filter(Boolean);
}

let many = 0;

/** The figures and patches on bases of one kind: drawn once, and put on every base as the mark of a corner of a path. */
function figures({ spots, width, depth, icon: shape, patches = [], notch }, icons) {
  if (!shape && !patches.length) return [];
  const deep = notch[1][1];
  const side = Math.min(width * 0.62, depth * 0.55);
  const wide = (width * 0.9) / Math.max(1, patches.length);
  const high = depth * 0.2;
  const low = depth / 2 - high - depth * 0.05;
  const middle = (low + deep) / 2;
  const face = [
    icons[shape] ? s("path", { class: "figure", d: icons[shape], transform: `translate(${-side / 2} ${middle - side / 2}) scale(${side / 24})` }) : null,
    patches.map(({ colour, letter }, n) => [
      s("rect", { class: "patch", x: -width * 0.45 + n * wide, y: low, width: wide, height: high, fill: colour }),
      s("text", { class: "letter", x: -width * 0.45 + (n + 0.5) * wide, y: low + high * 0.78, "font-size": high * 0.82 }, letter),
    ]),
  ];
  return [...new Set(spots.map(([, , turn]) => turn))].map((turn) => {
    const id = `figure-${(many += 1)}`;
    const here = spots.filter((spot) => spot[2] === turn).map(([x, y]) => `L${x} ${y}`);
    const box = { viewBox: `${-width / 2} ${-depth / 2} ${width} ${depth}`, markerWidth: width, markerHeight: depth, refX: 0, refY: 0 };
    return s("g", { class: "figures", "aria-hidden": "true" },
      s("marker", { id, ...box, markerUnits: "userSpaceOnUse", orient: turn }, face.flat(3).filter(Boolean).map((part) => part.cloneNode(true))),
      s("path", { d: `M0 0${here.join("")}L0 0`, "marker-mid": `url(#${id})` }));
  });
}

/** How many there are, and the marks that a piece bears. */
function badges(token, right, bottom, left, top, scale) {
  const many = token.count !== undefined && token.count !== 1;
  return [
    many && s("g", { class: "count", transform: `translate(${right} ${bottom}) scale(${scale})` }, s("circle", { r: 5.8 }), s("text", { y: 3.1 }, String(token.count))),
    (token.marks ?? []).map((mark, at) => s("circle", { class: `mark ${named("mark", mark)}`, r: 2.6 * scale, cx: left + at * 6 * scale, cy: top })),
  ];
}
