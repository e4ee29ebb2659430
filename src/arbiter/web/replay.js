// A game that is over, looked at once more: from any eyes, at any pace, by link or as a file.

import { Display } from "./display.js";
import { h, put, sign } from "./dom.js";
import { arms, counted, winnersOf, won } from "./ending.js";
import { Film } from "./film.js";
import { fork } from "./forking.js";
import { kept, unpacked } from "./kept.js";
import { copyButton } from "./lobby.js";
import { spoken } from "./log.js";
import { myName } from "./memory.js";
import { movesBetween } from "./motion.js";
import { asking } from "./question.js";
import { Scrubber } from "./scrubber.js";
import { showSettings } from "./settings.js";
import { shape } from "./tinctures.js";
import { knows, languageChoice, learn, refusal, ui } from "./ui.js";

const ICONS = { fork: "M6 2a3 3 0 0 1 1.2 5.7V9c0 1.5 1 2 2.5 2h4.6c1.5 0 2.5-.5 2.5-2V7.7a3 3 0 1 1 2.4 0V9c0 2.8-1.8 4.4-4.9 4.4h-1.1v2.9a3 3 0 1 1-2.4 0v-2.9H9.7C6.6 13.4 4.8 11.8 4.8 9V7.7A3 3 0 0 1 6 2z" };
const $ = (id) => document.getElementById(id);
const id = kept ? "" : decodeURIComponent(location.pathname.split("/").pop());
const api = `/api/tables/${encodeURIComponent(id)}`;

let display, scrubber, film, replay, book;
let eyes = kept?.eyes ?? new URLSearchParams(location.search).get("eyes") ?? "all";

// Fetching

async function fetched(path) {
  const answer = await fetch(path);
  const found = await answer.json();
  if (!answer.ok) throw new Error(refusal(found));
  return found;
}

/** What these eyes saw. Where that takes long to make, it shows how much is made. */
async function followed(path) {
  const bar = h("progress", { max: 1, "aria-label": ui("replay_fetching") });
  const timer = setInterval(async () => {
    const { share } = await fetched(path.replace("?", "/progress?")).catch(() => ({}));
    if (!share) return;
    bar.value = share;
    if (!bar.isConnected) ($("gone").hidden ? $("turn") : $("gone")).append(bar);
  }, 700);
  try {
    return await fetched(path);
  } finally {
    clearInterval(timer);
    bar.remove();
  }
}

async function load() {
  book = display.book = book ?? kept?.book ?? (await fetched(`${api}/book?language=${document.documentElement.lang}`));
  const asked = eyes;
  const found = kept ? await unpacked(kept.replays[asked]) : await followed(`${api}/replay?eyes=${encodeURIComponent(asked)}`);
  if (eyes !== asked) return false; // other eyes were chosen meanwhile
  replay = found;
  eyes = String(replay.eyes);
  const seat = typeof replay.eyes === "number" ? replay.eyes : null;
  film = new Film(replay, { status: "over", seats: replay.seats, seat });
  $("main").classList.toggle("dockless", !film.docked);
  return true;
}

/** See the same moment with other eyes. */
async function look(wanted) {
  const [at, before] = [film.frames[scrubber.at].at, eyes];
  eyes = wanted;
  scrubber.stop();
  put($("turn"), ui("replay_fetching"));
  try {
    if (!(await load())) return;
  } catch (error) {
    if (eyes !== wanted) return;
    eyes = before;
    $("eyes").querySelector("select").value = before;
    scrubber.go(scrubber.at);
    return toast(error.message);
  }
  scrubber.open(film, film.find(at));
}

// Showing

/** The moment that the address names. */
const named = () => (location.hash ? film.find(Number(location.hash.slice(1))) : 0);

function show(at, from) {
  const { picture } = film.frames[at];
  // Whoever does not come here by a stretch of steps sees all the same what happened last.
  if (at && !film.stretches(from, at)) {
    let before = at - 1;
    while (before && !movesBetween(film.frames[before].picture.scene, picture.scene).length) before -= 1;
    display.board.after(film.frames[before].picture.scene);
  }
  display.hear(picture, film.told(from, at), film.news(at));
  display.drawPast();
  showMoment(at, picture);
  display.board.cover();
  if (!kept) history.replaceState(null, "", `${location.pathname}?eyes=${encodeURIComponent(eyes)}#${film.frames[at].at}`);
  $("fork-button").disabled = !!picture.outcome || !!kept;
}

/** What this moment was: what happened with it, and what was asked then. */
function showMoment(at, picture) {
  const { words } = display;
  const { by } = film.frames[at];
  // What was told to some, and how a number came about, stands in the log.
  const news = film.news(at).filter(([key, , to]) => !to && !words.has(`detail.${key}`)).slice(-6);
  put($("turn"), picture.outcome ? ui("over") : picture.waiting.length ? [picture.waiting.map(shape), " ", ui("waiting_for", { names: picture.waiting.map(words.name) })] : "");
  put($("ask"),
    h("p", { class: "who" }, by === null ? (at ? null : ui("the_beginning")) : [shape(by), " ", ui("answered_by", { name: words.name(by) })]),
    picture.outcome ? ended(picture, words) : null,
    news.length ? h("div", { class: "happened" }, news.map(([key, args]) => h("p", {}, spoken(words.parts(key, args))))) : null,
    picture.outcome ? null : picture.asked.map((ask) => asked(ask, picture, words)));
}

function asked({ seat, prompt, args, rule }, picture, words) {
  return h("div", { class: "asked-then" },
    h("p", { class: "who" }, shape(seat), " ", ui("is_asked", { name: words.name(seat) })),
    h("h2", {}, spoken(words.parts(prompt, args))),
    asking(rule ? [...picture.why.filter((one) => one !== rule), rule] : picture.why, book));
}

function ended(picture, words) {
  const { ranks, why, args } = picture.outcome;
  const winners = winnersOf(ranks);
  return h("div", { class: "asked-then" },
    h("div", { class: "quick" }, winners.map(arms)),
    h("h2", {}, won(winners, ranks, words)),
    h("p", {}, spoken(words.parts(why, args ?? {}))),
    counted(picture, words));
}

/** Whose eyes it is seen with, and whose it could be. */
function showEyes() {
  const choices = [["all", ui("eyes_all")], ["public", ui("eyes_public")], ...replay.seats.map(({ name }, seat) => [String(seat), name])];
  const chosen = h("select", { "aria-label": ui("eyes"), onchange: () => look(chosen.value) }, choices.map(([value, words]) => h("option", { value, selected: value === eyes }, words)));
  put($("eyes"), sign("eye"), h("span", {}, ui("eyes")), chosen);
}

// Sharing and playing on

function share() {
  const link = `${location.origin}${location.pathname}?eyes=${encodeURIComponent(eyes)}`;
  const file = `${api}/replay.html?eyes=${encodeURIComponent(eyes)}&language=${document.documentElement.lang}`;
  put($("share").querySelector(".body"),
    h("p", {}, ui("replay_link")),
    h("p", { class: "quick" }, copyButton(link, ui("copy_replay")), copyButton(`${link}#${film.frames[scrubber.at].at}`, ui("copy_moment"))),
    h("p", {}, ui("replay_file")),
    h("p", {}, h("a", { class: "chip", href: file, download: true, "data-act": "file" }, ui("save_replay"))));
  $("share").showModal();
}

function askFork() {
  scrubber.stop();
  const frame = film.frames[scrubber.at];
  const own = typeof replay.eyes === "number" ? replay.eyes : (frame.picture.waiting[0] ?? 0);
  const radio = (name, value, checked, words) => h("label", {}, h("input", { type: "radio", name, value, checked }), words);
  const botName = (name) => (knows(`bots.${name}`) ? ui(`bots.${name}`) : name);
  const form = h("form", { class: "forking", onsubmit: (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    fork(id, book.title, { at: frame.at, seat: Number(chosen.get("seat")), bot: chosen.get("bot"), name: myName() }, (why) => {
      $("fork").close();
      toast(why);
    });
  } },
    h("p", {}, ui("fork_about")),
    h("fieldset", { class: "choose" }, h("legend", {}, ui("fork_seat")), replay.seats.map(({ name }, seat) => radio("seat", seat, seat === own, [shape(seat), name]))),
    h("fieldset", { class: "choose" }, h("legend", {}, ui("fork_bots")), ["clever", "search", "random"].map((bot) => radio("bot", bot, bot === "clever", botName(bot)))),
    h("button", { class: "primary", type: "submit" }, ui("fork_go")));
  put($("fork").querySelector(".body"), form);
  $("fork").showModal();
}

// Beginning

let timer;
function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => ($("toast").hidden = true), 6000);
}

function gone(reason) {
  $("gone").hidden = false;
  put($("gone"), h("h2", {}, ui("no_replay")), h("p", {}, reason),
    h("p", { class: "quick" }, h("a", { class: "chip", href: `/table/${id}` }, ui("back_to_table")), h("a", { class: "chip", href: "/" }, ui("front_door"))));
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") display.tip.hide();
  else if (scrubber.key(event) || display.board.key(event)) event.preventDefault();
}

function listen() {
  document.addEventListener("keydown", pressed);
  addEventListener("hashchange", () => scrubber.go(named()));
  $("settings-button").addEventListener("click", () => showSettings($("settings")));
  for (const [button, box] of [["menu-button", "tools"], ["log-button", "story"]]) {
    $(button).addEventListener("click", () => $(button).setAttribute("aria-expanded", String($(box).classList.toggle("open"))));
  }
}

async function open() {
  try {
    await learn(kept?.words);
  } catch {
    return setTimeout(open, 1500);
  }
  put($("menu-button"), sign("menu"));
  put($("log-button"), sign("log"), h("span", {}, ui("story")));
  if (kept) document.querySelector(".home").removeAttribute("href");
  else $("tools").append(languageChoice());
  display = new Display();
  put($("gone"), h("p", { role: "status" }, ui("replay_fetching")));
  $("gone").hidden = false;
  try {
    await load();
  } catch (error) {
    return gone(error.message);
  }
  $("gone").hidden = true;
  $("main").hidden = false;
  $("title").textContent = book.title;
  document.title = `${ui("replay")}: ${book.title} · Arbiter`;
  const tool = (name, words, act) => h("button", { type: "button", class: "chip", id: `${name}-button`, "aria-label": words, title: words, onclick: act }, sign(name, ICONS), h("span", {}, words));
  const more = [tool("fork", ui("fork"), askFork), tool("link", ui("share"), share)];
  scrubber = new Scrubber($("scrubber"), { show, more });
  for (const button of more) button.hidden = !!kept;
  showEyes();
  scrubber.open(film, named());
  listen();
}

open();
