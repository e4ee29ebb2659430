// A little geometry: how large regions are, where pieces stand in them, where names find room.

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

/** Whether a region was drawn by hand, with a coast, rather than ruled. */
export const isLand = (region) => region.outline.length > 7;

/** Where `count` pieces stand in a region, side by side around its point; `top` and `bottom` bound the room they take.
 *
 * In a region with a badge they are a little smaller and further from its corner, so that the badge can be read.
 */
export function layout(region, count, usual) {
  const piece = region.corner ? usual * 0.84 : usual;
  const [x, y] = region.corner ? [region.at[0] - usual * 0.1, region.at[1] + usual * 0.14] : region.at;
  if (!count) return { spots: [], size: piece, top: y, bottom: y };
  const [wide, high] = sides(region.outline);
  const room = Math.max(wide * 0.86, piece);
  // As many side by side as there is room for: another row must make them a good deal larger.
  const fit = (columns) => Math.min(piece, room / columns / 1.1, (high * 0.92) / Math.ceil(count / columns) / 1.1);
  const columns = Array.from({ length: count }, (_, at) => count - at).reduce((best, n) => (fit(n) > fit(best) * 1.15 ? n : best));
  const [rows, size] = [Math.ceil(count / columns), fit(columns)];
  const step = size * 1.1;
  const spots = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    return [x + ((at % columns) - (inRow - 1) / 2) * step, y + (row - (rows - 1) / 2) * step];
  });
  return { spots, size, top: y - (rows * step) / 2, bottom: y + (rows * step) / 2 };
}

/** The stretches of a line across that lie within an outline. */
export function within(outline, y) {
  const cuts = [];
  outline.forEach(([x, from], at) => {
    const [nextX, to] = outline[(at + 1) % outline.length];
    if (from < y !== to < y) cuts.push(x + ((nextX - x) * (y - from)) / (to - from));
  });
  cuts.sort((a, b) => a - b);
  return cuts.flatMap((cut, at) => (at % 2 ? [] : [[cut, cuts[at + 1]]]));
}

/** The widest room that a band across an outline has, near x. */
function roomAt(outline, top, bottom, x) {
  const lines = [top, (top + bottom) / 2, bottom].map((y) => within(outline, y));
  if (lines.some((stretches) => !stretches.length)) return [0, 0];
  const pick = (stretches) => stretches.find(([left, right]) => left <= x && x <= right) ?? stretches.reduce((best, one) => (one[1] - one[0] > best[1] - best[0] ? one : best));
  const picked = lines.map(pick);
  return [Math.max(...picked.map(([left]) => left)), Math.min(...picked.map(([, right]) => right))];
}

/** So much of a name lies within its region where it strays over the border. */
const WITHIN = 0.7;

/** Where a name that has no room in its region finds it across the border: most of it within (`least`), under the pieces or over them, where
 * nothing else is (`free` says so of a box). Null where there is none. */
export function strayingSpot(words, region, { top, bottom }, size, free, least = WITHIN) {
  let best = null;
  for (const lines of words.includes(" ") ? [[words], halves(words)] : [[words]]) {
    const tall = lines.length * size * 1.05;
    const need = Math.max(...lines.map((line) => long(line, size)));
    for (const at of top === bottom ? [top - tall / 2, top, top - tall] : [bottom, top - tall]) {
      const [left, right] = within(region.outline, at + tall / 2).reduce((most, one) => (one[1] - one[0] > most[1] - most[0] ? one : most), [0, 0]);
      const inside = Math.min(1, (right - left) / need);
      const x = inside < 1 ? (left + right) / 2 : Math.min(Math.max(region.at[0], left + need / 2), right - need / 2);
      if (inside > (best?.inside ?? least) && free([x - need / 2, at, x + need / 2, at + tall])) best = { lines, size, x, y: at + size * 0.8, inside };
    }
  }
  return best;
}

/** Whether two boxes (left, top, right, bottom) lie over one another. */
export const overlap = (one, other) => one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];

/** How wide some words are, about, in the serif. */
const long = (words, size) => words.length * size * 0.5;

/** Where a name finds room in its region, under the pieces or over them: its lines, their size and the middle of the first.
 *
 * The size is `wished` where there is room for it and else `least`, which is what can still be read; null where even that
 * has no room.
 */
export function nameSpot(words, region, { top, bottom }, wished, least) {
  const [, highest, , lowest] = bounds(region.outline);
  for (const size of new Set([Math.max(wished, least), Math.max((wished + least) / 2, least), least])) {
    for (const lines of words.includes(" ") ? [[words], halves(words)] : [[words]]) {
      const tall = lines.length * size * 1.05;
      const need = Math.max(...lines.map((line) => long(line, size))) + size * 0.7;
      const tries = [bottom + size * 0.15, top - tall - size * 0.1, highest + size * 0.4, lowest - tall - size * 0.4, ...(top === bottom ? [top - tall / 2] : [])];
      for (const at of tries.filter((one) => one >= highest && one + tall <= lowest && (top === bottom || one >= bottom - size * 0.4 || one + tall <= top + size * 0.4))) {
        const [left, right] = roomAt(region.outline, at, at + tall, region.at[0]);
        if (right - left < need) continue;
        const x = Math.min(Math.max(region.at[0], left + need / 2), right - need / 2);
        return { lines, size, x, y: at + size * 0.8 };
      }
    }
  }
  return null;
}

function halves(words) {
  const spaces = [...words.matchAll(/ /g)].map((match) => match.index);
  const middle = spaces.reduce((best, at) => (Math.abs(at - words.length / 2) < Math.abs(best - words.length / 2) ? at : best));
  return [words.slice(0, middle), words.slice(middle + 1)];
}
