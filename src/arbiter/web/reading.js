// The boards in words, for those who hear them: what stands where, region by region, and what changed.

import { boardsOf } from "./board.js";
import { rowsOf } from "./describe.js";
import { h, show } from "./dom.js";
import { movesBetween } from "./motion.js";

/** So many changes at once are told one by one. */
const TOLD = 12;

const is = (seat) => seat !== undefined && seat !== null;

/** Everything that stands on the boards, as lists. `words` are the game's, `ui` the interface's. */
export function read(frame, scene, words, ui) {
  const { boards } = boardsOf(scene);
  show(frame, boards.map((board) => [
    h("h3", { "data-key": `title ${board.id}` }, (board.name && words.text(board.name)) || ui("the_board")),
    h("ul", { "data-key": `places ${board.id}` },
      board.regions.map((region) => h("li", { "data-key": `place ${region.id}` }, place(region, board.tokens, words, ui))),
      board.tokens.filter((token) => token.at).map((token) => h("li", { "data-key": `piece ${token.id}` }, [stands(token, words, ui), ...known(token, words)].join("; "))),
      board.overlays.filter((one) => one.name).map((one) => h("li", { "data-key": `over ${one.id}` }, words.text(one.name)))),
  ]));
}

/** A region: what it is, what is known of it, and what stands there, or where it lies if pieces stand anywhere. */
function place(region, tokens, words, ui) {
  const here = tokens.filter((token) => token.on === region.id && !token.at).map((token) => called(token, words, ui));
  const field = tokens.some((token) => token.at);
  const held = is(region.holder) ? ui("held_by", { name: words.name(region.holder) }) : is(region.owner) ? ui("land_of", { name: words.name(region.owner) }) : "";
  return [
    field && region.at ? ui("stands_at", { piece: named(region, words, ui), ...spot(region.at) }) : named(region, words, ui),
    region.corner ? region.corner : "",
    held,
    ...(region.hint ?? []).map(words.text).filter((text) => text !== held),
    ...known(region, words),
    here.length ? here.join(", ") : field ? "" : ui("empty"),
  ].filter(Boolean).join("; ");
}

const known = ({ sheet = [] }, words) => rowsOf(sheet, words).map(([name, value]) => `${name} ${value}`);

const named = (region, words, ui) => (region.name && words.text(region.name)) || (region.icon && words.icon(region.icon)) || ui("place_on_board");

const spot = ([across, down]) => ({ across: Math.round(across), down: Math.round(down) });

/** A piece that stands anywhere: where, and how it faces. */
const stands = (token, words, ui) => [ui("stands_at", { piece: called(token, words, ui), ...spot(token.at) }), is(token.facing) ? ui("faces", { degrees: Math.round(token.facing) }) : ""].filter(Boolean).join("; ");

const called = (token, words, ui) => {
  const name = words.text(token.name) || words.icon(token.icon) || ui("piece");
  const marks = (token.marks ?? []).map(words.mark).filter(Boolean);
  const owner = is(token.owner) ? ` (${words.name(token.owner)})` : "";
  return `${name}${token.count !== undefined && token.count !== 1 ? ` × ${token.count}` : ""}${owner}${marks.length ? `, ${marks.join(", ")}` : ""}`;
};

/** What changed on the boards between two scenes, in a sentence each: what moved, came or is gone, what is held by another. */
export function changes(old, scene, words, ui) {
  const places = new Map((scene.regions ?? []).map((region) => [region.id, region]));
  const tokens = new Map((scene.tokens ?? []).map((token) => [token.id, token]));
  const stood = ({ on, at }) => at || places.has(on);
  const moved = movesBetween(old, scene).map(({ id }) => tokens.get(id)).filter(stood)
    .map((token) => (token.at ? stands(token, words, ui) : ui("moved_to", { piece: called(token, words, ui), place: named(places.get(token.on), words, ui) })));
  const gone = (old.tokens ?? []).filter((token) => stood(token) && !(tokens.has(token.id) && stood(tokens.get(token.id))))
    .map((token) => ui("piece_gone", { piece: called(token, words, ui) }));
  const held = (old.regions ?? []).filter(({ id, holder }) => places.has(id) && is(places.get(id).holder) && places.get(id).holder !== holder)
    .map(({ id }) => ui("moved_to", { piece: named(places.get(id), words, ui), place: ui("held_by", { name: words.name(places.get(id).holder) }) }));
  const all = [...moved, ...gone, ...held];
  return all.length > TOLD ? [...all.slice(0, TOLD), "…"] : all;
}
