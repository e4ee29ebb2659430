// The boards in words, for those who hear them: what stands where, region by region, and what changed.

import { boardsOf } from "./board.js";
import { h, show } from "./dom.js";
import { movesBetween } from "./motion.js";

/** Everything that stands on the boards, as lists. `words` are the game's, `ui` the interface's. */
export function read(frame, scene, words, ui) {
  const { boards } = boardsOf(scene);
  show(frame, boards.map((board) => [
    h("h3", { "data-key": `title ${board.id}` }, (board.name && words.text(board.name)) || ui("the_board")),
    h("ul", { "data-key": `places ${board.id}` },
      board.regions.map((region) => h("li", { "data-key": `place ${region.id}` }, place(region, board.tokens, words, ui))),
      board.tokens.filter((token) => token.at).map((token) => h("li", { "data-key": `piece ${token.id}` }, ui("stands_at", { piece: called(token, words, ui), across: Math.round(token.at[0]), down: Math.round(token.at[1]) }))),
      board.overlays.filter((one) => one.name).map((one) => h("li", { "data-key": `over ${one.id}` }, words.text(one.name)))),
  ]));
}

function place(region, tokens, words, ui) {
  const is = (seat) => seat !== undefined && seat !== null;
  const here = tokens.filter((token) => token.on === region.id && !token.at).map((token) => called(token, words, ui));
  return [
    region.name ? words.text(region.name) : region.icon ? words.icon(region.icon) : ui("place_on_board"),
    region.corner ? region.corner : "",
    is(region.holder) ? ui("held_by", { name: words.name(region.holder) }) : is(region.owner) ? ui("land_of", { name: words.name(region.owner) }) : "",
    ...(region.hint ?? []).map(words.text),
    here.length ? here.join(", ") : ui("empty"),
  ].filter(Boolean).join("; ");
}

const called = (token, words, ui) => {
  const name = words.text(token.name) || words.icon(token.icon) || ui("piece");
  const marks = (token.marks ?? []).map(words.mark).filter(Boolean);
  const owner = token.owner === undefined || token.owner === null ? "" : ` (${words.name(token.owner)})`;
  return `${name}${token.count !== undefined && token.count !== 1 ? ` × ${token.count}` : ""}${owner}${marks.length ? `, ${marks.join(", ")}` : ""}`;
};

/** What moved between two scenes, in a sentence each. */
export function changes(old, scene, words, ui) {
  const names = new Map((scene.regions ?? []).map((region) => [region.id, region.name ? words.text(region.name) : region.icon ? words.icon(region.icon) : ui("place_on_board")]));
  const tokens = new Map((scene.tokens ?? []).map((token) => [token.id, token]));
  return movesBetween(old, scene).filter(({ id }) => names.has(tokens.get(id).on)).map(({ id }) => ui("moved_to", { piece: called(tokens.get(id), words, ui), place: names.get(tokens.get(id).on) }));
}
