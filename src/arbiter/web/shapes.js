// A little geometry: how large regions are, where pieces stand in them, how names break.

import { s } from "./dom.js";

export const points = (outline) => outline.map(([x, y]) => `${x},${y}`).join(" ");

export function area(outline) {
  let twice = 0;
  outline.forEach(([x, y], at) => {
    const [nextX, nextY] = outline[(at + 1) % outline.length];
    twice += x * nextY - nextX * y;
  });
  return Math.abs(twice) / 2;
}

/** Left, top, right and bottom of some points. */
export function bounds(spots) {
  const xs = spots.map(([x]) => x);
  const ys = spots.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const sides = (outline) => {
  const [left, top, right, bottom] = bounds(outline);
  return [right - left, bottom - top];
};

/** Where `count` pieces stand in a region, side by side around its point; `top` is where its name goes. */
export function layout(region, count, piece) {
  const [x, y] = region.at;
  if (!count) return { spots: [], size: piece, top: y + piece * (region.icon ? 1.25 : 0.1) };
  const [wide, high] = sides(region.outline);
  const room = Math.max(wide * 0.82, piece);
  const columns = Math.min(count, count <= 4 ? Math.max(1, Math.floor(room / (piece * 1.08))) : Math.ceil(Math.sqrt((count * wide) / high)));
  const rows = Math.ceil(count / columns);
  const size = Math.min(piece, room / columns / 1.08, (high * 0.9) / rows / 1.08);
  const step = size * 1.08;
  const spots = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    return [x + ((at % columns) - (inRow - 1) / 2) * step, y + (row - (rows - 1) / 2) * step];
  });
  return { spots, size, top: y + (rows * step) / 2 + piece * 0.42 };
}

/** A region's name, in one line or two, centred under its pieces; null where there is no room for it. */
export function label(words, region, y, piece) {
  const size = piece * 0.4;
  const [wide, high] = sides(region.outline);
  const long = (line) => line.length * size * 0.52;
  const lines = long(words) > wide * 0.9 && words.includes(" ") ? halves(words) : [words];
  if (Math.max(...lines.map(long)) > wide * 1.1 || high < size * 3) return null;
  const x = region.at[0];
  return s("text", { class: "name", "font-size": size, "text-anchor": "middle" },
    lines.map((line, at) => s("tspan", { x, y: y + at * size * 1.08 }, line)));
}

function halves(words) {
  const spaces = [...words.matchAll(/ /g)].map((match) => match.index);
  const middle = spaces.reduce((best, at) => (Math.abs(at - words.length / 2) < Math.abs(best - words.length / 2) ? at : best));
  return [words.slice(0, middle), words.slice(middle + 1)];
}
