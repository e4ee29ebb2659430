// Dice that anybody can check: what this browser makes of the save of a finished game. Fetched when one is over.

import { h, put } from "./dom.js";
import { pledgeOf } from "./chance.js";
import { kept } from "./pledges.js";
import { bytesOf, fromHex, hexOf, hmac, joined, sha256 } from "./sha256.js";
import { ui } from "./ui.js";

const PARTS = ["game", "seats", "options", "commitment", "pledges", "entropy", "seating", "names"];

/** The save's own lines: its parts as text, the entries of its journal as text. */
function linesOf(save) {
  const [front, rest] = save.split('\n "journal": [\n');
  const [journal] = rest.split("\n ]");
  const parts = new Map(front.split("\n").slice(1).map((line) => line.trim().replace(/,$/, "")).map((line) => [JSON.parse(line.slice(0, line.indexOf(": "))), line]));
  return { parts, entries: journal ? journal.split("\n").map((line) => line.trim().replace(/,$/, "")) : [] };
}

const remainder = (digest, sides) => digest.reduce((rest, byte) => (rest * 256 + byte) % sides, 0);

function* rolls(entries, seed, entropy) {
  const added = Object.entries(entropy).sort(([a], [b]) => a - b).map(([seat, text]) => ` ${seat}:${[...text].length}:${text}`).join("");
  const mix = hmac(bytesOf(seed), bytesOf(`arbiter entropy${added}`));
  let before = [0];
  for (const [kind, one, two] of entries) {
    if (kind === "undone" || kind === "granted" || kind === "mended") {
      before = before.slice(0, two + 1);
      continue;
    }
    const n = before.at(-1);
    if (kind === "fell") {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setUint32(4, n);
      yield remainder(hmac(mix, counter), one) === two;
    }
    before.push(n + (kind === "fell"));
  }
}

function headsOf(lines, seed) {
  const setting = PARTS.map((name) => lines.parts.get(name)).filter((line) => line && !line.endsWith(": {}"));
  let head = sha256(bytesOf(`arbiter table\n${setting.join("\n")}`));
  return [hexOf(head), ...lines.entries.map((entry, n) => {
    head = sha256(joined(head, hmac(bytesOf(seed), bytesOf(`arbiter entry ${n}`)), bytesOf(entry)));
    return hexOf(head);
  })];
}

/** What is wrong with a save, as keys of words; `known` is what this browser has kept of the game. */
export function faultsOf(text, known = {}) {
  const save = JSON.parse(text);
  const lines = linesOf(text);
  const faults = [];
  const demand = (holds, fault) => holds || faults.push(fault);
  demand(hexOf(sha256(bytesOf(`arbiter seed ${save.seed}`))) === save.commitment, "check_seed");
  demand(!known.commitment || known.commitment === save.commitment, "check_commitment");
  const pledges = save.pledges ?? {};
  const opened = Object.entries(save.entropy).every(([seat, text]) => !pledges[seat] || pledgeOf(text) === pledges[seat]);
  demand(opened && (!save.pledges || Object.keys(save.entropy).every((seat) => pledges[seat])), "check_pledges");
  demand([...rolls(save.journal, save.seed, save.entropy)].every((fell) => fell), "check_rolls");
  const heads = headsOf(lines, save.seed);
  demand(save.head === heads.at(-1), "check_head");
  let at = 0;
  demand((known.heads ?? []).every((head) => (at = heads.indexOf(head, at)) >= 0), "check_kept");
  return faults;
}

const judged = new Map();

/** What this browser finds when it checks a finished game by itself, as soon as it has. */
export function verdict(table) {
  const place = h("p", { class: "note verdict-of-dice", role: "status" }, ui("checking"));
  if (!judged.has(table)) judged.set(table, check(table));
  judged.get(table).then(({ faults, heads, rolls }) => put(place, faults.length
    ? [ui("check_bad"), " ", faults.map((fault) => ui(fault)).join(" ")]
    : ui("check_good", { rolls, heads })), () => put(place, ui("check_later")));
  return place;
}

async function check(table) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/save`);
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  const known = kept(table);
  return { faults: faultsOf(text, known), heads: known.heads?.length ?? 0, rolls: JSON.parse(text).journal.filter(([kind]) => kind === "fell").length };
}
