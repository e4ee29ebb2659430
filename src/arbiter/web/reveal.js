// What was secret comes to light: bids, guesses and sums side by side over the board, until they have been seen and something else happens.
//
// A game says in its catalogue which of its events are such: `reveal.<event>.one` and `.two` are what stands under each
// side, `.one_shows` and `.two_shows` what each side shows. A side that has no words is left out. `reveal.<event>.verdict`
// is what an event told with them says of it: hit or miss.

import { h, put } from "./dom.js";
import { spoken } from "./log.js";

const SIDES = ["one", "two"];
const SEEN = 3000; // after so long it has been seen, and gives the board free but for a line
let settling;

/** The events among these that bring something to light, as the sides to be shown. */
function sides(events, words) {
  return events.flatMap(([key, args]) => SIDES.filter((side) => words.has(`reveal.${key}.${side}`)).map((side) => ({
    who: words.parts(`reveal.${key}.${side}`, args),
    shows: words.say(`reveal.${key}.${side}_shows`, args),
  })));
}

/** Show what has just come to light; what came before goes as soon as anything else has happened, once it has been seen. True where something did. */
export function reveal(frame, events, words) {
  if (!events.length) return false;
  const shown = sides(events, words);
  if (!shown.length && !frame.hidden && !frame.matches(".settled")) return false;
  const verdicts = events.filter(([key]) => words.has(`reveal.${key}.verdict`));
  put(frame, shown.map(({ who, shows }) => h("div", { class: "side-of" }, h("b", {}, shows), h("span", {}, spoken(who)))),
    shown.length ? verdicts.map(([key, args]) => h("p", { class: "judged" }, spoken(words.parts(`reveal.${key}.verdict`, args)))) : null);
  frame.hidden = !shown.length;
  frame.classList.remove("settled");
  clearTimeout(settling);
  settling = setTimeout(() => frame.classList.add("settled"), SEEN);
  return !frame.hidden;
}
