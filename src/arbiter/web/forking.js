// Playing on from a position, at a new table.

import { entropy, rememberSeat } from "./memory.js";
import { refusal, ui } from "./ui.js";

/** Set a table that goes on from a position of another, and go there; `failed` hears why not. */
export async function fork(table, title, wish, failed) {
  const token = entropy();
  let made;
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/fork`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...wish, token }) });
    made = await answer.json();
    if (!answer.ok) return failed(refusal(made));
  } catch {
    return failed(ui("no_answer"));
  }
  rememberSeat(made.table, token, { title, status: "playing", name: wish.name });
  location.href = `/table/${made.table}#${token}`;
}
