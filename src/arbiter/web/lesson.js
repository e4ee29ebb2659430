// The way into a guided first game.

import { h } from "./dom.js";
import { entropy, myName, rememberSeat } from "./memory.js";
import { refusal, ui } from "./ui.js";

/** A button that sets a guided table of a game; `failed` hears why not. */
export function guideButton(game, failed) {
  const begin = async () => {
    const token = entropy();
    let made;
    try {
      const answer = await fetch(`/api/guides/${encodeURIComponent(game.id)}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token, name: myName() || ui("player") }) });
      made = await answer.json();
      if (!answer.ok) return failed(refusal(made));
    } catch {
      return failed(ui("no_answer"));
    }
    rememberSeat(made.table, token, { title: game.title, status: "playing", name: myName() });
    location.href = `/table/${made.table}#${token}`;
  };
  return h("button", { type: "button", class: "chip", "data-guide": game.id, onclick: begin }, ui("guide_begin"));
}
