// A game's own scene in small, as the picture on its card.

import { boardsOf } from "./board.js";
import { Sheet } from "./sheet.js";
import { TINCTURES, wear } from "./tinctures.js";

const ASPECT = 16 / 9;
const MARGIN = 0.14; // of the whole board, around the pieces
const LEAST = 0.42; // of the whole board, however close the pieces stand

/** What is shown of a board: where its pieces stand, large enough to be seen, and never beyond its edges. */
function inSight([left, top, right, bottom], spots) {
  const [wide, high] = [right - left, bottom - top];
  if (!spots.length) return [left, top, wide, high];
  const extent = (values, whole) => Math.max(...values) - Math.min(...values) + 2 * MARGIN * whole;
  const middle = (values) => (Math.max(...values) + Math.min(...values)) / 2;
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const across = Math.min(wide, Math.max(extent(xs, wide), extent(ys, high) * ASPECT, wide * LEAST));
  const down = Math.min(high, across / ASPECT);
  const within = (centre, size, from, to) => Math.max(from, Math.min(centre - size / 2, to - size));
  return [within(middle(xs), across, left, right), within(middle(ys), down, top, bottom), across, down];
}

/** A board of a scene as a picture: nothing in it is operated. `tell` says what a thing is called. */
export function still(scene, board, icons, tell = () => "") {
  wear(scene.colours);
  const sheet = new Sheet(tell);
  sheet.draw(board, icons);
  for (const one of [sheet.svg, ...sheet.svg.querySelectorAll("[tabindex], [role]")]) ["tabindex", "role"].forEach((name) => one.removeAttribute(name));
  return sheet;
}

/** Have a frame wear the colours of the seats. */
export function dress(frame, { colours = [] }) {
  (colours.length ? colours : TINCTURES).forEach((colour, seat) => frame.style.setProperty(`--seat-${seat}`, TINCTURES.includes(colour) ? `var(--${colour})` : colour));
}

/** Draw the picture of a game into its frame; nothing where the game has no board. */
export async function drawCard(frame) {
  const answer = await fetch(`/api/games/${encodeURIComponent(frame.dataset.picture)}/card`);
  const { scene } = answer.ok ? await answer.json() : {};
  if (!scene) return frame.remove();
  const { boards } = boardsOf(scene);
  const board = boards.find(({ id }) => id === scene.focus) ?? boards.reduce((most, one) => (one.regions.length > most.regions.length ? one : most));
  if (!board.regions.length && !board.tokens.length) return frame.remove();
  const sheet = still(scene, board, scene.icons ?? {});
  sheet.svg.setAttribute("viewBox", inSight(sheet.whole(), board.tokens.map(({ id }) => sheet.middle(id)).filter(Boolean)).join(" "));
  sheet.svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
  dress(frame, scene);
  frame.replaceChildren(sheet.svg);
  wear();
}
