// What this browser keeps of the dice while a game is played: its own chance for them, the mark of the seed, the journal's heads.

const MOST = 100; // heads kept of a game: the first, and the latest
const keyOf = (table) => `arbiter.check.${table}`;

/** What is kept of a game. */
export function kept(table) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(table))) ?? {};
  } catch {
    return {};
  }
}

export function write(table, known) {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(known));
  } catch {
    // A browser that may keep nothing can still check the save against itself.
  }
}

/** Keep what a picture shows of the dice. Gives the chance that is to be opened now: when all have pledged theirs. */
export function keep(table, picture, seat) {
  const known = kept(table);
  const heads = known.heads ?? [];
  if (known.commitment === undefined || (picture.head && heads.at(-1) !== picture.head)) {
    known.commitment ??= picture.commitment;
    if (picture.head) known.heads = heads.length < MOST ? [...heads, picture.head] : [heads[0], ...heads.slice(2), picture.head];
    write(table, known);
  }
  const open = picture.status === "open" && picture.seat !== null && picture.seats.every((one) => one.joined);
  return open && !picture.entropy[picture.seat] ? known.chance?.[seat] : undefined;
}
