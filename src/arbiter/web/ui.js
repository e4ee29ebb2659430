// The interface's own words, in the language that this browser is to speak.

import { h } from "./dom.js";
import { myLanguage, rememberLanguage } from "./memory.js";
import { say } from "./say.js";

let catalogue = {};
let languages = [];

/** The language chosen here, or the first of the browser's own. The house answers with one that it has. */
export const wished = () => myLanguage() || navigator.language.slice(0, 2).toLowerCase();

/** Learn the words, from the house or from what the page has kept of them. Until then, and where the house does not answer, pages show the English in their own HTML. */
export async function learn(kept = null) {
  const learnt = kept ?? (await fetchWords());
  catalogue = learnt.words;
  languages = learnt.languages;
  document.documentElement.lang = learnt.language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = ui(element.dataset.say);
  for (const name of ["title", "aria-label", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-say-${name}]`)) element.setAttribute(name, ui(element.getAttribute(`data-say-${name}`)));
  }
}

async function fetchWords() {
  const answer = await fetch(`/api/words/${encodeURIComponent(wished())}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** The words for one of the interface's own keys. */
export const ui = (key, args = {}) => say(catalogue, `web.${key}`, args, String);

/** Whether the interface has a word for this key. */
export const knows = (key) => `web.${key}` in catalogue;

/** Why the house refused something; in its own words where the page does not know the key. */
export const refusal = ({ key, args, error }) => (key in catalogue ? say(catalogue, key, args, String) : error);

/** The catalogue itself, for what the house refuses. */
export const house = () => catalogue;

/** A choice of languages; choosing another shows the page anew. */
export function languageChoice() {
  const choice = h("select", { class: "language", "aria-label": ui("language"), title: ui("language"), onchange: () => {
    rememberLanguage(choice.value);
    location.reload();
  } }, languages.map(([code, name]) => h("option", { value: code, lang: code }, `${code.toUpperCase()} ${name}`)));
  choice.value = document.documentElement.lang;
  return choice;
}
