// The front door: a game against bots in one click, or a table of one's own.

import { h, put } from "./dom.js";
import { guideButton } from "./lesson.js";
import { myName, mySeats, rememberName } from "./memory.js";
import "./settings.js";
import { knows, languageChoice, learn, refusal, ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

const botName = (name) => (knows(`bots.${name}`) ? ui(`bots.${name}`) : name);

async function setTable(game, seats, options) {
  let answer;
  try {
    answer = await fetch(`/api/tables?language=${document.documentElement.lang}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game, seats, options }) });
  } catch {
    return toast(ui("no_answer"));
  }
  const made = await answer.json();
  if (!answer.ok) return toast(refusal(made));
  if (seats.includes("you")) sessionStorage.setItem(`arbiter.sit.${made.table}`, "yes");
  location.href = `/table/${made.table}#${made.token}`;
}

function gameCard(game, bots) {
  const bot = (bots.find(({ name }) => name === "clever") ?? bots.at(-1)).name;
  const usual = Math.min(Math.max(...game.seats), Math.max(4, Math.min(...game.seats)));
  const range = ui(game.seats.length > 1 ? "players_range" : "players_n", { n: game.seats[0], most: game.seats.at(-1) });
  const standard = Object.fromEntries(game.options.filter((option) => option.default !== undefined).map((option) => [option.name, option.default]));
  return h("article", { class: "game panel" },
    h("div", { class: "head" }, h("h3", {}, game.title), h("span", { class: "note" }, range)),
    game.about ? h("p", {}, game.about) : null,
    game.origin ? h("p", { class: "note" }, game.origin) : null,
    h("div", { class: "act" },
      h("button", { type: "button", class: "primary", "data-play": game.id, onclick: () => setTable(game.id, ["you", ...Array(usual - 1).fill(bot)], standard) }, ui("play_now")),
      h("span", { class: "note" }, ui("against", { n: usual - 1 })),
      game.guide ? guideButton(game, toast) : null),
    h("p", { class: "note" }, h("a", { href: `/rules/${encodeURIComponent(game.id)}` }, ui("rules"))),
    h("details", {}, h("summary", {}, ui("own_table")), tableForm(game, bots, bot, usual)));
}

function tableForm(game, bots, bot, usual) {
  const places = h("div", { class: "fields" });
  const kinds = [["you", ui("seat_you")], ["person", ui("seat_person")], ...bots.map(({ name, summary }) => [name, ui("seat_bot", { bot: botName(name) }), knows(`bots.about.${name}`) ? ui(`bots.about.${name}`) : summary])];
  const choice = (list, value, props = {}) => {
    const made = h("select", props, list.map(([one, words, title]) => h("option", { value: String(one), title }, words)));
    made.value = String(value);
    return made;
  };
  const count = choice(game.seats.map((n) => [n, String(n)]), usual, { name: "count" });
  const showSeats = () => {
    const before = [...places.querySelectorAll("select")].map((one) => one.value);
    put(places, Array.from({ length: Number(count.value) }, (_, at) =>
      h("label", {}, ui("seat", { n: at + 1 }), choice(kinds, before[at] ?? (at === 0 ? "you" : at === 1 ? "person" : bot), { name: `seat-${at}` }))));
  };
  count.addEventListener("change", showSeats);
  showSeats();
  const options = game.options.map((option) => [option, optionField(option, choice)]);
  return h("form", { class: "set", onsubmit: (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(options.map(([option, field]) => [option.name, readOption(option, field)]).filter(([, value]) => value !== undefined));
    setTable(game.id, [...places.querySelectorAll("select")].map((one) => one.value), chosen);
  } },
    h("div", { class: "fields" }, h("label", {}, ui("seats"), count), options.map(([option, field]) => h("label", { class: option.kind }, option.kind === "switch" ? [field, option.words] : [option.words, field]))),
    places,
    h("div", { class: "act" }, h("button", { class: "primary", type: "submit" }, ui("set_table"))));
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
  const seats = mySeats().slice(0, 6);
  $("tables").hidden = !seats.length;
  put($("mine"), seats.map(({ table, token, title, name, status, when }) => h("li", {},
    h("a", { href: `/table/${table}#${token}` }, h("b", {}, title), name ? h("span", {}, name) : null, h("span", {}, ui(`status_${status}`)), h("span", { class: "note" }, new Date(when).toLocaleString(document.documentElement.lang))))));
}

let timer;
function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => ($("toast").hidden = true), 6000);
}

async function begin() {
  try {
    if (!document.querySelector(".language")) {
      await learn();
      $("language").append(languageChoice());
    }
    showMine();
    const { games, bots } = await (await fetch(`/api/games?language=${document.documentElement.lang}`)).json();
    put($("games"), games.map((game) => gameCard(game, bots)));
  } catch {
    put($("games"), h("p", { class: "note" }, "The games could not be fetched. ", h("button", { type: "button", class: "quiet", onclick: begin }, "Try again")));
  }
}

$("name").value = myName();
$("name").addEventListener("input", () => rememberName($("name").value.trim()));
begin();
