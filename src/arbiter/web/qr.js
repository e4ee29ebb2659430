// A QR code of a link: bytes, error correction M, the smallest version that will do. Nothing is asked of anybody else.

/** For each version: error correction words of a block, and how many blocks hold how many data words. */
const VERSIONS = [
  null,
  [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]],
  [16, [[4, 27]]], [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]], [26, [[4, 43], [1, 44]]],
];
const ALIGNED = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// Arithmetic of the field of 256 that the code is reckoned in
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let n = 0, value = 1; n < 255; n += 1) {
  EXP[n] = EXP[n + 255] = value;
  LOG[value] = n;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The error correction words of a block. */
function correction(data, many) {
  let generator = [1];
  for (let n = 0; n < many; n += 1) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((one, at) => {
      next[at] ^= one;
      next[at + 1] ^= times(one, EXP[n]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(many).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at];
    if (lead) generator.forEach((one, by) => (rest[at + by] ^= times(one, lead)));
  }
  return rest.slice(data.length);
}

const capacity = ([, blocks]) => blocks.reduce((sum, [many, words]) => sum + many * words, 0);

/** The words of a text in the order in which they are drawn. */
function wordsOf(bytes, version) {
  const [many, blocks] = VERSIONS[version];
  const most = capacity(VERSIONS[version]);
  const bits = [];
  const put = (value, length) => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, most * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; data.length < most; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = blocks.flatMap(([count, words]) => Array.from({ length: count }, () => data.splice(0, words)));
  const checks = parts.map((part) => correction(part, many));
  const across = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) => lists.map((list) => list[at])).flat().filter((word) => word !== undefined);
  return [...across(parts), ...across(checks)];
}

/** What is the same in all codes of a version: null where data goes. */
function frame(version) {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (x, y, dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = dark;
  };
  const eye = (left, top) => {
    for (let y = -1; y < 8; y += 1) for (let x = -1; x < 8; x += 1) {
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
      set(left + x, top + y, ring !== 2 && ring < 4);
    }
  };
  eye(0, 0);
  eye(size - 7, 0);
  eye(0, size - 7);
  for (const x of ALIGNED[version]) for (const y of ALIGNED[version]) {
    if ((x < 8 && y < 8) || (x < 8 && y > size - 9) || (x > size - 9 && y < 8)) continue;
    for (let dy = -2; dy < 3; dy += 1) for (let dx = -2; dx < 3; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }
  for (let at = 8; at < size - 8; at += 1) grid[6][at] = grid[at][6] = at % 2 === 0;
  format(grid, 0);
  if (version > 6) numberVersion(grid, version);
  return grid;
}

const remainderOf = (value, divisor, bits) => {
  let rest = value << bits;
  for (let at = 31; at >= bits; at -= 1) if ((rest >>> at) & 1) rest ^= divisor << (at - bits);
  return rest;
};

/** Error correction M and the mask, twice. */
function format(grid, mask) {
  const size = grid.length;
  const bits = ((mask << 10) | remainderOf(mask, 0x537, 10)) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    const [x, y] = at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at === 8 ? [7, 8] : [14 - at, 8];
    grid[y][x] = dark;
    if (at < 8) grid[8][size - 1 - at] = dark;
    else grid[size - 15 + at][8] = dark;
  }
  grid[size - 8][8] = true;
}

function numberVersion(grid, version) {
  const bits = (version << 12) | remainderOf(version, 0x1f25, 12);
  for (let at = 0; at < 18; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    const [a, b] = [Math.floor(at / 3), grid.length - 11 + (at % 3)];
    grid[a][b] = grid[b][a] = dark;
  }
}

const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

function filled(version, words, mask) {
  const fixed = frame(version);
  const grid = fixed.map((row) => [...row]);
  const size = grid.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) for (const x of [right, right - 1]) {
      const y = up ? size - 1 - step : step;
      if (fixed[y][x] !== null) continue;
      const bit = at < words.length * 8 ? (words[at >> 3] >> (7 - (at & 7))) & 1 : 0;
      grid[y][x] = (bit ^ (MASKS[mask](x, y) === 0 ? 1 : 0)) === 1;
      at += 1;
    }
  }
  format(grid, mask);
  return grid;
}

/** How hard a code is to read: runs, blocks, what looks like an eye, and too much of one kind. */
function penalty(grid) {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  const lines = [...grid, ...grid[0].map((_, x) => grid.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map((one) => (one ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const looks of ["10111010000", "00001011101"]) for (let from = text.indexOf(looks); from >= 0; from = text.indexOf(looks, from + 1)) sum += 40;
  }
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) {
    dark += grid[y][x];
    if (x && y && grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) sum += 3;
  }
  return sum + 10 * Math.floor(Math.abs(dark / size / size - 0.5) * 20);
}

/** The code of a text as rows of dark and light; null where it is too long. */
export function code(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex((one, n) => one && capacity(one) >= bytes.length + (n < 10 ? 2 : 3));
  if (version < 0) return null;
  const words = wordsOf(bytes, version);
  const drawn = MASKS.map((_, mask) => filled(version, words, mask));
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** The same as a path in a box of its own size with a quiet zone of four. */
export function path(text) {
  const grid = code(text);
  if (!grid) return null;
  const parts = grid.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])));
  return { size: grid.length + 8, d: parts.join("") };
}
