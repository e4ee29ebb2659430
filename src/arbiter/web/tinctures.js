// What the seats wear: a tincture each, and always the shape that goes with it.

import { s } from "./dom.js";

/** Tinctures in the order of the seats, with the outline of their shape around the middle of a box of 24. */
const SHAPES = {
  azure: "M0-12A12 12 0 1 1 0 12 12 12 0 1 1 0-12Z",
  gules: "M0-15.5L15.5 0 0 15.5-15.5 0Z",
  or: "M-11.5-11.5H11.5V11.5H-11.5Z",
  vert: "M0-17L15.5 10.5H-15.5Z",
  purpure: "M-7-12.5H7L14.2 0 7 12.5H-7L-14.2 0Z",
  tenne: "M0-14.5L13.8-4.5 8.5 11.7H-8.5L-13.8-4.5Z",
  sable: "M-5.5-13.5H5.5V-5.5H13.5V5.5H5.5V13.5H-5.5V5.5H-13.5V-5.5H-5.5Z",
  argent: "M0-13A13 13 0 1 1 0 13 13 13 0 1 1 0-13ZM0-9.5A9.5 9.5 0 1 0 0 9.5 9.5 9.5 0 1 0 0-9.5Z",
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
