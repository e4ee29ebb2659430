// The rulebook of a game: chapters in order, rulings and examples beside what they are about, and a search through all.

import { h, put } from "./dom.js";
import { showDrawings } from "./drawings.js";
import "./settings.js";
import { languageChoice, learn, refusal, ui } from "./ui.js";

const $ = (id) => document.getElementById(id);
const game = decodeURIComponent(location.pathname.split("/").pop());
const table = new URLSearchParams(location.search).get("table");

let entries = []; // everything that can be found: its node, its words, its chapter
let known = new Set();

/** Where a chapter stands; what the page itself has bears other names, whatever chapters are called. */
const anchor = (name) => `chapter-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;

/** Text with every rule that it names as a link to it. */
function linked(text) {
  return text.split(/([A-Z]{3,4}-[\w.-]*\w)/).map((part) => (known.has(part) ? h("a", { href: `#${part}` }, part) : part));
}

const origin = (printed) => h("span", { class: `origin ${printed ? "printed" : "ours"}` }, ui(printed ? "rules_printed" : "rules_ours"));

const MADE = {
  rule: ({ text, mode, conflict }) => [
    h("p", { class: "said" }, mode ? h("span", { class: "mode" }, mode) : null, linked(text)),
    conflict ? h("p", { class: "aside" }, ui("rules_conflict"), " ", linked(conflict)) : null],
  ruling: ({ question, text, why }) => [
    h("p", { class: "head" }, h("span", { class: "kind" }, ui("rules_ruling")), question),
    h("p", { class: "said" }, linked(text)),
    why ? h("p", { class: "aside" }, ui("rules_why"), " ", linked(why)) : null],
  decision: ({ head, text, hidden }) => [
    h("p", { class: "head" }, h("span", { class: "kind" }, ui("rules_decision")), head),
    h("p", { class: "said" }, linked(text)),
    hidden ? h("p", { class: "aside" }, ui("rules_hidden"), " ", linked(hidden)) : null],
  example: ({ given, text, rules, printed }) => [
    h("p", { class: "head" }, h("span", { class: "kind" }, ui("rules_example")), origin(printed)),
    h("p", { class: "given" }, linked(given)),
    h("p", { class: "said then" }, linked(text)),
    rules.length ? h("p", { class: "aside" }, ui("rules_shows"), " ", rules.flatMap((rule, at) => [at ? ", " : "", ...linked(rule)])) : null],
  content: ({ what, text, design }) => [
    h("p", { class: "head" }, what),
    text ? h("p", { class: "said" }, origin(true), linked(text)) : null,
    design ? h("p", { class: "said" }, origin(false), linked(design)) : null],
};

function entry(one) {
  return h("article", { class: `entry ${one.kind}`, id: one.id }, h("a", { class: "rule-id", href: `#${one.id}`, "aria-label": ui("rules_link", { rule: one.id }) }, one.id), h("div", { class: "words" }, MADE[one.kind](one)));
}

function chapter({ name, key, entries: list }) {
  const title = name || ui(key);
  let section = name;
  const section_ = h("section", { class: "chapter", id: anchor(title), "aria-labelledby": `title-${anchor(title)}` }, h("h2", { id: `title-${anchor(title)}` }, title));
  for (const one of list) {
    if (one.kind === "rule" && one.section && one.section !== section) {
      section = one.section;
      section_.append(h("h3", {}, short(section, title)));
    }
    const node = entry(one);
    section_.append(node);
    entries.push({ node, chapter: section_, words: `${one.id} ${node.textContent}`.toLowerCase() });
  }
  return section_;
}

/** A section's name without its chapter's. */
const short = (section, title) => {
  const rest = section.startsWith(title) ? section.slice(title.length).replace(/^[,:;\s]+/, "") : section;
  return rest ? rest[0].toUpperCase() + rest.slice(1) : section;
};

/** Show only what has all the words that are looked for. */
function search(wanted) {
  const parts = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  for (const { node, words } of entries) {
    const found = parts.every((part) => words.includes(part));
    node.hidden = !found;
    n += found;
  }
  for (const part of document.querySelectorAll(".chapter")) {
    const left = [...part.querySelectorAll(".entry")].filter((one) => !one.hidden).length;
    part.hidden = !left;
    for (const title of part.querySelectorAll("h3")) title.hidden = !!parts.length;
  }
  for (const link of document.querySelectorAll("#contents a")) link.parentElement.hidden = document.getElementById(decodeURIComponent(link.hash.slice(1)))?.hidden ?? false;
  $("found").textContent = parts.length ? ui("rules_found", { n }) : "";
  mark(parts);
}

/** Mark the words that were looked for, where the browser can without touching the text. */
function mark(parts) {
  if (!CSS.highlights) return;
  const ranges = [];
  const walker = document.createTreeWalker($("text"), NodeFilter.SHOW_TEXT);
  while (parts.length && ranges.length < 800 && walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("[hidden]")) continue;
    const text = node.data.toLowerCase();
    for (const part of parts) {
      for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

/** Go to what the address names, from a table or from another rule. */
function arrive() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const node = wanted && document.getElementById(wanted);
  if (!node) return;
  if (node.hidden || node.closest("[hidden]")) {
    $("search").value = "";
    search("");
  }
  for (const old of document.querySelectorAll(".arrived")) old.classList.remove("arrived");
  node.classList.add("arrived");
  node.scrollIntoView({ block: "center" });
}

async function open() {
  try {
    await learn();
  } catch {
    return setTimeout(open, 1500);
  }
  document.querySelector(".bar").append(languageChoice());
  let book;
  try {
    const answer = await fetch(`/api/rules/${encodeURIComponent(game)}?language=${document.documentElement.lang}`);
    book = await answer.json();
    if (!answer.ok) throw new Error(refusal(book));
  } catch (error) {
    return put($("text"), h("h1", {}, ui("rules")), h("p", {}, error.message || ui("no_answer")));
  }
  known = new Set(book.chapters.flatMap((one) => one.entries.map(({ id }) => id)));
  document.title = `${ui("rules_of", { title: book.title })} · Arbiter`;
  $("title").textContent = ui("rules_of", { title: book.title });
  const count = (kind) => book.chapters.flatMap((one) => one.entries).filter((one) => one.kind === kind).length;
  put($("text"),
    h("header", { class: "cover" },
      h("h1", {}, book.title),
      h("p", { class: "lead" }, ui("rules_about")),
      h("p", { class: "note" }, ui("rules_counted", { rules: count("rule"), rulings: count("ruling"), examples: count("example") }))),
    book.chapters.map(chapter));
  put($("contents"), h("h2", {}, ui("rules_contents")), h("ol", {}, book.chapters.map(({ name, key }) => h("li", {}, h("a", { href: `#${anchor(name || ui(key))}` }, name || ui(key))))));
  $("back").hidden = !table;
  if (table) $("back").href = `/table/${encodeURIComponent(table)}`;
  $("search").addEventListener("input", () => search($("search").value));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== $("search")) {
      event.preventDefault();
      $("search").focus();
    }
  });
  addEventListener("hashchange", arrive);
  arrive();
  // The drawings push everything down; whoever has gone elsewhere meanwhile is left there.
  let gone = false;
  for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(name, () => (gone = true), { once: true, passive: true });
  await showDrawings(game, document.documentElement.lang);
  if (!gone) arrive();
}

open();
