// A game's own scene in small, as the picture on its card.

import { boardsOf } from "./board.js";
import { Sheet } from "./sheet.js";
import { TINCTURES, wear } from "./tinctures.js";

/** Draw the picture of a game into its frame; nothing where the game has no board. */
export async function drawCard(frame) {
  const answer = await fetch(`/api/games/${encodeURIComponent(frame.dataset.picture)}/card`);
  const { scene } = answer.ok ? await answer.json() : {};
  if (!scene) return frame.remove();
  const { boards } = boardsOf(scene);
  const board = boards.find(({ id }) => id === scene.focus) ?? boards.reduce((most, one) => (one.regions.length > most.regions.length ? one : most));
  if (!board.regions.length && !board.tokens.length) return frame.remove();
  wear(scene.colours);
  const sheet = new Sheet(() => "");
  sheet.draw(board, scene.icons ?? {});
  const [left, top, right, bottom] = sheet.whole();
  sheet.svg.setAttribute("viewBox", [left, top, right - left, bottom - top].join(" "));
  sheet.svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
  for (const name of ["tabindex", "role"]) sheet.svg.removeAttribute(name);
  for (const one of sheet.svg.querySelectorAll("[tabindex], [role]")) ["tabindex", "role"].forEach((name) => one.removeAttribute(name));
  const colours = scene.colours?.length ? scene.colours : TINCTURES;
  colours.forEach((colour, seat) => frame.style.setProperty(`--seat-${seat}`, TINCTURES.includes(colour) ? `var(--${colour})` : colour));
  frame.replaceChildren(sheet.svg);
  wear();
}
