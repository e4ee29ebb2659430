// The drawings of a rulebook, each beside its rule: small scenes that one steps through.

import { boardsOf } from "./board.js";
import { h, put } from "./dom.js";
import { dress, still } from "./pictured.js";
import { wear } from "./tinctures.js";
import { ui } from "./ui.js";

const [WIDE, HIGH] = [520, 340]; // the most pixels that a picture takes
const EDGES = 70; // about a picture on a narrow screen

/** One picture; its words say the same to whoever does not see it. */
function pictureOf({ scene, caption, words }, icons) {
  const [board] = boardsOf(scene).boards;
  const sheet = still(scene, board, icons, ({ id }) => words[id] ?? "");
  const [left, top, right, bottom] = sheet.whole();
  const [wide, high] = [right - left, bottom - top];
  sheet.svg.setAttribute("viewBox", [left, top, wide, high].join(" "));
  sheet.svg.style.setProperty("--u", Math.max(wide / Math.min(WIDE, innerWidth - EDGES), high / HIGH));
  sheet.svg.classList.add("near");
  sheet.svg.setAttribute("role", "img");
  sheet.svg.setAttribute("aria-label", caption);
  wear();
  return sheet.svg;
}

/** A drawing with its caption; one of several pictures has buttons, and takes the arrow keys. */
function figure({ id, name, frames }, icons) {
  const [frame, said, count] = [h("div", { class: "plate" }), h("span", { class: "caption" }), h("span", { class: "note" })];
  let at = 0;
  const button = (by, key, sign) => h("button", { type: "button", class: "chip", "aria-label": ui(key), title: ui(key), onclick: () => go(at + by) }, sign);
  const [back, on] = [button(-1, "go_back", "‹"), button(1, "go_forward", "›")];
  const steps = frames.length > 1 && h("div", { class: "steps", role: "group", "aria-label": name }, back, count, on);
  const node = h("figure", { class: "drawing", id: `drawing-${id}` }, frame, h("figcaption", {}, h("strong", {}, name), h("span", { "aria-live": "polite" }, said)), steps);

  function go(to) {
    at = Math.max(0, Math.min(frames.length - 1, to));
    dress(frame, frames[at].scene);
    put(frame, pictureOf(frames[at], icons));
    said.textContent = frames[at].caption;
    count.textContent = ui("step_of", { n: at + 1, of: frames.length });
    back.setAttribute("aria-disabled", at === 0);
    on.setAttribute("aria-disabled", at === frames.length - 1);
  }
  node.addEventListener("keydown", ({ key }) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (by) go(at + by);
  });
  go(0);
  return node;
}

/** Put every drawing of a game beside its rule. */
export async function showDrawings(game, language) {
  const answer = await fetch(`/api/rules/${encodeURIComponent(game)}/drawings?language=${language}`);
  if (!answer.ok) return;
  const { drawings, icons } = await answer.json();
  for (const one of drawings) document.getElementById(one.rule)?.querySelector(".words")?.append(figure(one, icons));
}
