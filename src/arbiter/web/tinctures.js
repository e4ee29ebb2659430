// What the seats wear: a tincture each, and always the shape that goes with it.

import { s } from "./dom.js";

/** Tinctures in the order of the seats, with the outline of their shape around the middle of a box of 24. */
const SHAPES = {
  azure: "M0-12A12 12 0 1 1 0 12 12 12 0 1 1 0-12Z",
  gules: "M0-15.500L15.500 0 0 15.500-15.500 0Z",
  or: "M-11.500-11.500H11.500V11.500H-11.500Z",
  vert: "M0-17L15.500 10.500H-15.500Z",
  purpure: "M-7-12.500H7L14.200 0 7 12.500H-7L-14.200 0Z",
  tenne: "M0-14.500L13.800-4.500 8.500 11.700H-8.500L-13.800-4.500Z",
  sable: "M-5.500-13.500H5.500V-5.500H13.500V5.500H5.500V13.500H-5.500V5.500H-13.500V-5.500H-5.500Z",
  argent: "M0-13A13 13 0 1 1 0 13 13 13 0 1 1 0-13ZM0-9.500A9.500 9.500 0 1 0 0 9.500 9.500 9.500 0 1 0 0-9.500Z",
};
export const TINCTURES = Object.keys(SHAPES);

let worn = TINCTURES;
let before = null;

/** Have the seats wear what a scene says: names of tinctures or, for a game with paints of its own, colours. True where
 * that is something else than before. */
export function wear(colours = []) {
  if (before === String(colours)) return false;
  before = String(colours);
  worn = colours.length ? colours.map((colour, seat) => (colour in SHAPES ? colour : TINCTURES[seat % TINCTURES.length])) : TINCTURES;
  (colours.length ? colours : TINCTURES).forEach((colour, seat) => document.documentElement.style.setProperty(`--seat-${seat}`, colour in SHAPES ? `var(--${colour})` : colour));
  return true;
}

/** The outline of a seat's shape; a disc for what belongs to nobody. */
export const outlineOf = (seat) => SHAPES[worn[(seat ?? 0) % worn.length]] ?? SHAPES.azure;

/** Have an element, and what is drawn in it, wear a seat's tincture under the name of a property. */
export function seatColour(element, name, seat) {
  if (seat === undefined || seat === null) element.style.removeProperty(name);
  else element.style.setProperty(name, `var(--seat-${seat})`);
}

/** A tincture with its shape, in small, whoever may come to wear it. */
export const swatch = (colour) => s("svg", { class: "shape", viewBox: "-16 -16 32 32", "aria-hidden": "true", "data-shape": colour, style: { "--worn": `var(--${colour})` } }, s("path", { d: SHAPES[colour] ?? SHAPES.azure, "fill-rule": "evenodd" }));

/** A seat's shape in small, to stand beside its name. */
export function shape(seat) {
  const drawn = s("svg", { class: "shape", viewBox: "-16 -16 32 32", "aria-hidden": "true", "data-shape": worn[seat % worn.length] }, s("path", { d: outlineOf(seat), "fill-rule": "evenodd" }));
  seatColour(drawn, "--worn", seat);
  return drawn;
}
