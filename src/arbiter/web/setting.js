// Setting a table, and going there.

import { keepHere } from "./memory.js";
import { refusal, ui } from "./ui.js";

/** Set a table as it is wished and go there; gives why not, in words, where it is refused. */
export async function setTable(wish) {
  let answer;
  let made;
  try {
    answer = await fetch(`/api/tables?language=${document.documentElement.lang}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    made = await answer.json();
  } catch {
    return ui("no_answer");
  }
  if (!answer.ok) return refusal(made);
  if (wish.seats.includes("you")) sitAtOnce(made.table);
  if (made.here) keepHere(made.table, made.here);
  location.href = `/table/${made.table}#${made.token}`;
  return "";
}

/** Whoever goes to a table in this tab sits down there without being asked again. */
export const sitAtOnce = (table) => sessionStorage.setItem(`arbiter.sit.${table}`, "yes");
