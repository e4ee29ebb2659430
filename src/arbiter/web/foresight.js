// What an answer would come to: drawn on the board as ghosts while somebody considers it.

import { icon, named, put, s } from "./dom.js";
import { baseFace, hasBase, pieceFace } from "./faces.js";
import { badgeOf } from "./names.js";
import { isUnder, overlay } from "./overlays.js";
import { bounds, points } from "./shapes.js";
import { seatColour } from "./tinctures.js";

/** Draw on a sheet what an option would come to: a card's ghosts as they would lie, a piece where it would go, or what the
 * rules themselves foresee. `tell` says what a thing is called. */
export function foresee(sheet, option, scene, tell) {
  if (!sheet) return;
  sheet.told = option?.foreseen;
  sheet.foreseen = sheet.told?.tokens ?? [];
  const away = sheet.foreseen.filter((one) => goes(one, scene)).map(({ id }) => id);
  for (const [id, piece] of sheet.standing) sheet.mark(piece, "elsewhere", away.includes(id));
  put(sheet.layers.areas);
  if (sheet.told) return put(sheet.layers.foreseen, told(sheet, sheet.told, tell));
  const cards = option ? (scene.cards ?? []).filter(({ id, ghosts }) => ghosts && option.ids?.includes(id)) : [];
  put(sheet.layers.foreseen, cards.length ? cards.flatMap(({ ghosts }) => ghosts.map((one) => [ground(one, sheet.icons), badgeOf(one, sheet.piece, sheet.unit ?? 0)])) : option ? implied(sheet, option, scene) : []);
}

/** Whether a piece would stand elsewhere than it does, or otherwise. */
function goes({ id, at, facing, bases }, { tokens = [] }) {
  const now = tokens.find((one) => one.id === id);
  return now && JSON.stringify([now.at, now.facing ?? 0, now.bases]) !== JSON.stringify([at, facing ?? 0, bases]);
}

/** What the rules foresee on this board: overlays, and pieces where they would stand. Areas lie under the pieces that stand there. */
function told(sheet, { overlays = [], tokens = [] }, tell) {
  const here = (one, board) => (board ?? "") === (sheet.board.id ?? "");
  const laid = overlays.filter((one) => here(one, one.board));
  const drawn = (some) => some.map((one) => overlay(one, sheet.piece, one.name ? tell(one) : ""));
  const isArea = (one) => isUnder(one) && one.look === "area";
  put(sheet.layers.areas, drawn(laid.filter(isArea)));
  const under = s("g", { "clip-path": sheet.layers.under.getAttribute("clip-path") }, drawn(laid.filter((one) => isUnder(one) && !isArea(one))));
  return [under, ...tokens.filter((one) => here(one, one.on)).map((one) => figure(sheet, one, one.at)), ...drawn(laid.filter((one) => !isUnder(one)))];
}

/** A region as it would lie, with its sign. */
export function ground(region, icons) {
  const [left, top, right, bottom] = bounds(region.outline);
  const side = Math.min(right - left, bottom - top) * 0.7;
  return s("g", { class: `foreseen region ${named("look", region.look || "plain")}` },
    s("polygon", { class: "ground", points: points(region.outline) }),
    region.icon ? icon(icons, region.icon, { x: (left + right - side) / 2, y: (top + bottom - side) / 2, width: side, height: side }) : null,
    s("polygon", { class: "rim", points: points(region.outline) }));
}

/** A piece and a region that is not its own: it would stand there. */
function implied(sheet, { ids = [] }, scene) {
  const token = ids.map((id) => (scene.tokens ?? []).find((one) => one.id === id)).find(Boolean);
  const goal = ids.map((id) => sheet.region(id)).filter((region) => region && region.id !== token?.on).at(-1);
  if (!token || !goal) return [];
  const from = sheet.standing.get(token.id)?.at;
  return [from ? s("line", { class: "way", x1: from[0], y1: from[1], x2: goal.at[0], y2: goal.at[1] }) : null, figure(sheet, token, goal.at)].filter(Boolean);
}

function figure(sheet, token, at) {
  if (!at) return null;
  const based = hasBase(token);
  const group = s("g", { class: `foreseen piece ${based ? "based" : ""}`, transform: `translate(${at[0]} ${at[1]}) ${based ? `rotate(${token.facing ?? 0})` : `scale(${sheet.piece / 24})`}` }, (based ? baseFace : pieceFace)(token, sheet.icons));
  group.style.setProperty("--upright", `${-(token.facing ?? 0)}deg`);
  seatColour(group, "--owner", token.owner);
  return group;
}
