// The front door: one's own tables, tables for anybody, and a card for each game.

import { clockSaid } from "./agreed.js";
import { h, put, sign } from "./dom.js";
import { guideButton } from "./lesson.js";
import { showMine } from "./mine.js";
import { mySeats, myName, rememberName } from "./memory.js";
import { showSettings } from "./settings.js";
import { setTable } from "./setting.js";
import { shape, wear } from "./tinctures.js";
import { knows, languageChoice, learn, ui } from "./ui.js";

const ICONS = { clock: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.2a7.8 7.8 0 1 0 0 15.6 7.8 7.8 0 0 0 0-15.6zM11 6.5h2v5l3.6 2.2-1 1.7L11 12.6z" };
const $ = (id) => document.getElementById(id);

const botName = (name) => (knows(`bots.${name}`) ? ui(`bots.${name}`) : name);

/** How many sit at a game unless somebody says otherwise. */
const usualSeats = (game) => Math.min(Math.max(...game.seats), Math.max(4, Math.min(...game.seats)));

function gameCard(game, bots) {
  const bot = (bots.find(({ name }) => name === "clever") ?? bots.at(-1)).name;
  const usual = usualSeats(game);
  const range = ui(game.seats.length > 1 ? "players_range" : "players_n", { n: game.seats[0], most: game.seats.at(-1) });
  const standard = Object.fromEntries(game.options.filter((option) => option.default !== undefined).map((option) => [option.name, option.default]));
  const wish = { game: game.id, seats: ["you", ...Array(usual - 1).fill(bot)], options: standard };
  return h("article", { class: "game panel", "aria-labelledby": `game-${game.id}` },
    h("div", { class: "picture", "data-picture": game.id, "aria-hidden": "true", inert: true }),
    h("div", { class: "head" }, h("h3", { id: `game-${game.id}` }, game.title), h("span", { class: "note" }, range)),
    game.about ? h("p", {}, game.about) : null,
    game.origin ? h("p", { class: "note" }, game.origin) : null,
    h("div", { class: "act" },
      h("button", { type: "button", class: "primary", "data-play": game.id, onclick: () => act(wish) }, ui("play_now")),
      h("button", { type: "button", class: "chip", "data-set": game.id, onclick: () => openForm(game, bots, bot, usual) }, ui("own_table")),
      game.guide ? guideButton(game, toast) : null,
      h("span", { class: "note" }, ui("against", { n: usual - 1 }), " · ", h("a", { href: `/rules/${encodeURIComponent(game.id)}` }, ui("rules")))));
}

async function act(wish) {
  const refused = await setTable(wish);
  if (refused) toast(refused);
}

/** The form for a table of one's own is fetched when somebody wants one. */
async function openForm(game, bots, bot, usual) {
  const { tableForm } = await import("./newtable.js");
  put($("set-title"), ui("set_title", { title: game.title }));
  put($("set").querySelector(".body"), tableForm({ game, bots, bot, usual, botName, act }));
  $("set").showModal();
}

/** Tables that stand open: to sit down at, or to watch. Drawn anew only where something differs. */
async function showOpen() {
  const answer = await fetch("/api/lobby");
  if (!answer.ok) return;
  const said = await answer.text();
  if ($("open-list").shown === said) return;
  $("open-list").shown = said;
  const mine = new Set(mySeats().map(({ table }) => table));
  const [open, playing] = Object.values(JSON.parse(said)).map((all) => all.filter(({ table }) => !mine.has(table)));
  $("open").hidden = !open.length && !playing.length;
  const row = (one, free) => h("li", {}, h("a", { href: `/table/${one.table}`, class: free ? "free" : "" },
    h("b", {}, titles[one.game] ?? one.game),
    h("span", { class: "who-sits" }, one.seats.map((seat, at) => h("span", { class: seat.open ? "seat-free" : "" }, shape(at), seat.open ? ui("free_seat") : seat.name || ui("waiting")))),
    one.clock ? h("span", { class: "note" }, sign("clock", ICONS), clockSaid(one.clock)) : null,
    h("span", { class: free ? "tag go" : "tag" }, ui(free ? "sit_down" : "look_on"))));
  put($("open-list"), open.map((one) => row(one, true)), playing.map((one) => row(one, false)));
}

let timer;
function toast(text) {
  // Nothing outside shows over an open dialog.
  (document.querySelector("dialog[open]") ?? document.body).append($("toast"));
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => ($("toast").hidden = true), 6000);
}

let titles = {};
const LOOK = 20_000; // so often an open door is looked through, in milliseconds

/** What others do shows by itself, as long as somebody looks. */
function lookAgain() {
  if (document.hidden || !document.querySelector(".game")) return;
  showMine($("tables"));
  showOpen().catch(() => {});
}

async function begin() {
  try {
    if (!document.querySelector(".language")) {
      await learn();
      $("language").append(languageChoice());
    }
    const mine = showMine($("tables"));
    const { games, bots } = await (await fetch(`/api/games?language=${document.documentElement.lang}`)).json();
    put($("games"), games.map((game) => gameCard(game, bots)));
    titles = Object.fromEntries(games.map(({ id, title }) => [id, title]));
    showOpen().catch(() => {});
    await mine;
    const { drawCard } = await import("./pictured.js");
    await Promise.all([...document.querySelectorAll("[data-picture]")].map(drawCard));
  } catch {
    if (!document.querySelector(".game")) put($("games"), h("p", { class: "note" }, "The games could not be fetched. ", h("button", { type: "button", class: "quiet", onclick: begin }, "Try again")));
  }
}

wear();
$("name").value = myName();
$("name").addEventListener("input", () => rememberName($("name").value.trim()));
$("settings-button").addEventListener("click", () => showSettings($("settings")));
setInterval(lookAgain, LOOK);
document.addEventListener("visibilitychange", lookAgain);
addEventListener("pageshow", ({ persisted }) => persisted && lookAgain());
begin();
