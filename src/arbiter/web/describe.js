// What is to be said about a thing: its name, what is known of it, and hints.

import { h } from "./dom.js";

const KINDS = ["regions", "tokens", "cards", "trays", "meters", "links", "overlays", "boards"];

export const find = (scene, id) => KINDS.flatMap((kind) => scene[kind] ?? []).find((one) => one.id === id);

/** The rule that says what a thing is: by the beginning of its id, the longest that fits, else by its icon or its look. */
export function ruleOf(thing, { explained = {}, rules }) {
  const begins = Object.keys(explained.id ?? {}).filter((start) => thing.id.startsWith(start)).sort((a, b) => b.length - a.length)[0];
  const wanted = [explained.icon?.[thing.icon], explained.look?.[thing.look], explained.id?.[begins]].find((id) => id && rules[id]);
  return wanted && { id: wanted, text: rules[wanted][1] };
}

/** A thing in words: a name, lines, and rows of a small table. `words` are the game's, `ui` the interface's. */
export function describe(thing, words, ui, secret) {
  const name = thing.name ? words.text(thing.name) : "";
  const owned = thing.owner !== undefined && thing.owner !== null && !thing.outline;
  const lines = [
    thing.text ? words.text(thing.text) : "",
    ...(thing.hint ?? []).map(words.text),
    (thing.marks ?? []).map(words.mark).join(", "),
    secret ? ui("only_you") : "",
  ];
  const rows = rowsOf(thing.sheet ?? [], words);
  return { name: owned ? `${name} (${words.name(thing.owner)})`.trim() : name, lines: lines.filter(Boolean), rows };
}

/** The rows of a small table in words. */
export const rowsOf = (sheet, { say }) => sheet.map(({ name, value }) => [say(name.key, name.args), typeof value === "object" ? say(value.key, value.args) : String(value)]);

const tableOf = (rows) => h("table", { class: "sheet" }, h("tbody", {}, rows.map(([key, value]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, value)))));

/** What is known of a thing as a small table; nothing where nothing is. */
export const sheetOf = ({ sheet = [] }, words) => (sheet.length ? tableOf(rowsOf(sheet, words)) : null);

/** The same in one line, for those who hear it. */
export const inOneLine = ({ name, lines, rows }) => [name, ...lines, ...rows.map(([key, value]) => `${key} ${value}`)].filter(Boolean).join(", ");

/** The same as a small card; empty where nothing is known. */
export function asCard({ name, lines, rows, rule }) {
  return [
    name ? h("b", {}, name) : null,
    rows.length ? tableOf(rows) : null,
    lines.map((line) => h("span", {}, line)),
    rule ? h("span", { class: "by-rule" }, h("span", { class: "rule-id" }, rule.id), " ", h("span", {}, rule.text)) : null,
  ].flat().filter(Boolean);
}
