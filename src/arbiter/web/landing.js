// The front door: a game against bots in one click, or a table of one's own.

import { h, put } from "./dom.js";
import { myName, myTables, rememberName } from "./memory.js";

const $ = (id) => document.getElementById(id);

$("name").value = myName();
$("name").addEventListener("input", () => rememberName($("name").value.trim()));

async function setTable(game, seats, options) {
  let answer;
  try {
    answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game, seats, options }) });
  } catch {
    return toast("The house does not answer. Is the server running?");
  }
  const made = await answer.json();
  if (!answer.ok) return toast(made.error);
  if (seats.includes("you")) sessionStorage.setItem(`arbiter.sit.${made.table}`, "yes");
  location.href = `/table/${made.table}#${made.token}`;
}

function gameCard(game, bots) {
  const bot = (bots.find(({ name }) => name === "clever") ?? bots.at(-1)).name;
  const usual = Math.min(Math.max(...game.seats), Math.max(4, Math.min(...game.seats)));
  const range = game.seats.length > 1 ? `${game.seats[0]} to ${game.seats.at(-1)} players` : `${game.seats[0]} players`;
  const standard = Object.fromEntries(game.options.filter((option) => option.default !== undefined).map((option) => [option.name, option.default]));
  return h("article", { class: "game panel" },
    h("div", { class: "head" }, h("h3", {}, game.title), h("span", { class: "note" }, range)),
    game.about ? h("p", {}, game.about) : null,
    h("div", { class: "act" },
      h("button", { type: "button", class: "primary", "data-play": game.id, onclick: () => setTable(game.id, ["you", ...Array(usual - 1).fill(bot)], standard) }, "Play now"),
      h("span", { class: "note" }, `at once, against ${usual - 1} ${usual === 2 ? "bot" : "bots"}`)),
    h("details", {}, h("summary", {}, "Set a table of your own"), tableForm(game, bots, bot, usual)));
}

function tableForm(game, bots, bot, usual) {
  const places = h("div", { class: "fields" });
  const kinds = [["you", "You"], ["person", "A person, by link"], ...bots.map(({ name, summary }) => [name, `Bot: ${name}`, summary])];
  const choice = (list, value, props = {}) => {
    const made = h("select", props, list.map(([one, words, title]) => h("option", { value: String(one), title }, words)));
    made.value = String(value);
    return made;
  };
  const count = choice(game.seats.map((n) => [n, String(n)]), usual, { name: "count" });
  const showSeats = () => {
    const before = [...places.querySelectorAll("select")].map((one) => one.value);
    put(places, Array.from({ length: Number(count.value) }, (_, at) =>
      h("label", {}, `Seat ${at + 1}`, choice(kinds, before[at] ?? (at === 0 ? "you" : at === 1 ? "person" : bot), { name: `seat-${at}` }))));
  };
  count.addEventListener("change", showSeats);
  showSeats();
  const options = game.options.map((option) => [option, optionField(option, choice)]);
  return h("form", { class: "set", onsubmit: (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(options.map(([option, field]) => [option.name, readOption(option, field)]).filter(([, value]) => value !== undefined));
    setTable(game.id, [...places.querySelectorAll("select")].map((one) => one.value), chosen);
  } },
    h("div", { class: "fields" }, h("label", {}, "Seats", count), options.map(([option, field]) => h("label", { class: option.kind }, option.kind === "switch" ? [field, option.words] : [option.words, field]))),
    places,
    h("div", { class: "act" }, h("button", { class: "primary", type: "submit" }, "Set the table")));
}

function optionField(option, choice) {
  const name = `option-${option.name}`;
  if (option.kind === "choice") return choice(option.choices, option.default, { name });
  if (option.kind === "switch") {
    const box = h("input", { type: "checkbox", name });
    box.checked = option.default === true;
    return box;
  }
  if (option.kind === "number") return h("input", { type: "number", name, min: option.least, max: option.most, step: 1, value: option.default });
  return h("input", { name, value: option.default ?? "" });
}

function readOption(option, field) {
  if (option.kind === "switch") return field.checked;
  if (option.kind === "choice") return option.choices.find(([value]) => String(value) === field.value)?.[0];
  if (option.kind === "number") return field.value === "" ? undefined : Number(field.value);
  return field.value === "" ? undefined : field.value;
}

function showMine() {
  const tables = Object.entries(myTables()).sort(([, a], [, b]) => b.when - a.when).slice(0, 6);
  $("tables").hidden = !tables.length;
  put($("mine"), tables.map(([id, { token, title, status, when }]) => h("li", {},
    h("a", { href: `/table/${id}#${token}` }, h("b", {}, title), h("span", {}, { open: "being set", playing: "being played", over: "over" }[status] ?? ""), h("span", { class: "note" }, new Date(when).toLocaleString())))));
}

let timer;
function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => ($("toast").hidden = true), 6000);
}

async function begin() {
  showMine();
  try {
    const { games, bots } = await (await fetch("/api/games")).json();
    put($("games"), games.map((game) => gameCard(game, bots)));
  } catch {
    put($("games"), h("p", { class: "note" }, "The games could not be fetched. ", h("button", { type: "button", class: "quiet", onclick: begin }, "Try again")));
  }
}

begin();
