// A seat's own chance for the dice, and the pledge by which it is fixed before anybody opens theirs.

import { kept, write } from "./pledges.js";
import { bytesOf, hexOf, sha256 } from "./sha256.js";

/** What somebody pledges before anybody opens a chance. */
export const pledgeOf = (entropy) => hexOf(sha256(bytesOf(`arbiter chance ${entropy}`)));

/** The pledge of this page's chance for the dice, kept by the key to the seat; made where there is none yet. */
export function pledgeFor(table, seat, make) {
  const known = kept(table);
  known.chance = { ...known.chance, [seat]: known.chance?.[seat] ?? make() };
  write(table, known);
  return pledgeOf(known.chance[seat]);
}
