// The table page: hears what the table looks like, shows it, and sends answers.

import { editor } from "./asks.js";
import { Board } from "./board.js";
import { h, put, sign } from "./dom.js";
import { Line } from "./line.js";
import { Lobby, copyButton, entropy, linkTo } from "./lobby.js";
import { Log, spoken } from "./log.js";
import { forgetTable, myName, myTables, rememberTable } from "./memory.js";
import { Tip, dice, outcome, rules } from "./panels.js";
import { belongings, isHand, seats as showSeats } from "./pieces.js";
import { parts, say } from "./say.js";

const $ = (id) => document.getElementById(id);
const id = decodeURIComponent(location.pathname.split("/").pop());

let token = location.hash.slice(1) || myTables()[id]?.token || "";
let picture = null;
let book = null;
let current = null; // the editor of the ask now open
let sent = null; // the id of the ask answered and not yet acknowledged
let early = []; // what was heard before the words were there

const words = {
  name: (seat) => picture.seats[seat]?.name || `Seat ${seat + 1}`,
  say: (key, args) => say(book.catalogue, key, args ?? {}, words.name),
  parts: (key, args) => parts(book.catalogue, key, args ?? {}, words.name),
  text: (text) => (text ? words.say(text.key, text.args) : ""),
};

const board = new Board($("board"), {
  pick: (thing) => picked(thing),
  spot: ([x, y]) => current?.spot(x, y),
  tell: (thing, nameOnly) => (nameOnly ? words.text(thing.name) : describe(thing.id).join(", ")),
});
const log = new Log($("log"));
const lobby = new Lobby($("lobby"), { table: id, join: (name) => line.send({ type: "join", name, entropy: entropy() }) });
const tip = new Tip((thing) => (picture?.scene && book ? describe(thing) : []));
const line = new Line(id, { greet: () => ({ type: "hello", token }), hear, state: lineState });

const HEARD = { table: hearTable, seated, people, refused, notice };

function hear(message) {
  if (message.type === "gone") return gone(message);
  if (book) return HEARD[message.type]?.(message);
  early.push(message);
  if (early.length === 1) openBook(message.game);
}

/** Fetch the game's words and rules; what was heard meanwhile is shown then. */
async function openBook(game) {
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}`);
    if (!answer.ok) throw new Error(answer.statusText);
    book = await answer.json();
  } catch {
    return setTimeout(() => openBook(game), 1500);
  }
  $("title").textContent = book.title;
  for (const message of early.splice(0)) hear(message);
}

function hearTable(message) {
  const names = JSON.stringify(picture?.seats.map((seat) => seat.name));
  picture = message;
  if (picture.seat !== null || picture.invitations) rememberTable(id, { token, title: book.title, status: picture.status });
  const renamed = names !== JSON.stringify(picture.seats.map((seat) => seat.name));
  log.hear(picture.log, words);
  if (renamed && log.events.length) log.again(words);
  show();
  log.settle();
  if (picture.invited !== null && takeSeatAtOnce()) line.send({ type: "join", name: myName(), entropy: entropy() });
}

/** Whoever set the table on the landing page sits down without being asked again. */
function takeSeatAtOnce() {
  const key = `arbiter.sit.${id}`;
  const wanted = sessionStorage.getItem(key) !== null;
  sessionStorage.removeItem(key);
  return wanted;
}

function seated(message) {
  token = message.token;
  history.replaceState(null, "", `#${token}`);
  rememberTable(id, { token, title: book.title, status: picture.status });
}

function people({ seats, watching }) {
  Object.assign(picture, { seats, watching });
  show();
}

function refused({ reason, rule }) {
  toast(rule ? `${reason} (${rule})` : reason);
  sent = null;
  showBusy();
}

function notice({ reason }) {
  const mine = myTables()[id]?.token;
  if (mine && mine !== token) {
    token = mine;
    history.replaceState(null, "", `#${token}`);
    log.hear({ from: 0, events: [] }, words);
    return line.again();
  }
  toast(reason);
}

function gone({ reason, forget }) {
  if (forget) forgetTable(id);
  $("main").hidden = true;
  $("gone").hidden = false;
  put($("gone"), h("h2", {}, "This table cannot be shown"), h("p", {}, reason), h("a", { class: "chip", href: "/" }, "To the front door"));
}

function lineState(state) {
  const shown = { open: "connected", lost: "connection lost, trying again", closed: "closed" }[state];
  $("line").className = `line ${state}`;
  $("line").lastChild.textContent = shown;
  if (state === "lost") sent = null;
  showBusy();
}

// Showing

function show() {
  document.body.dataset.status = picture.status;
  const playing = !!picture.scene;
  $("lobby").hidden = playing;
  $("main").hidden = !playing;
  if (!playing) return lobby.show(picture, book.title);
  const scene = picture.scene;
  const secrets = new Set(picture.secrets);
  (scene.colours ?? []).forEach((colour, at) => document.documentElement.style.setProperty(`--seat-${at}`, colour));
  board.draw(scene);
  const common = belongings(scene, null, words, secrets);
  put($("strip"), common.meters);
  put($("common"), common.trays);
  showSeats($("seats"), picture, words, secrets);
  showOwn(scene, secrets);
  showAsk();
  const last = log.events.at(-1);
  put($("news"), last ? spoken(words.parts(...last)) : []);
  $("watching").textContent = picture.watching ? `${picture.watching} watching` : "";
  $("undo").hidden = picture.seat === null;
  $("undo").disabled = !picture.undo;
  if ($("dice").open) dice($("dice"), picture, id);
}

function showOwn(scene, secrets) {
  const trays = picture.seat === null ? [] : belongings(scene, picture.seat, words, secrets).trays.filter(isHand);
  $("own").hidden = !trays.length;
  put($("own"), trays);
  $("own").style.setProperty("--owner", `var(--seat-${picture.seat})`);
}

function showAsk() {
  const ask = picture.asks[0];
  const focused = $("ask").contains(document.activeElement);
  $("ask").classList.toggle("yours", !!ask);
  $("ask").dataset.ask = ask?.id ?? "";
  $("ask").dataset.kind = ask?.kind ?? "";
  document.title = `${ask ? "● " : ""}${book.title} · Arbiter`;
  if (!ask) {
    current = null;
    sent = null;
    board.closeMenu();
    put($("ask"), picture.outcome ? outcome(picture, words, id) : waiting());
  } else if (current?.ask.id !== ask.id) {
    sent = null;
    board.closeMenu();
    current = editor(ask, { ...words, submit, changed: showOffer, point: pointAt, onBoard: (ids) => board.shows(ids), menu: (thing, items) => board.menu(thing, items) });
    put($("ask"), question(ask), current.node);
    $("ask").scrollTop = 0;
  }
  // Whoever answers by keyboard stays at the question when it changes.
  if (focused && !$("ask").contains(document.activeElement)) $("ask").focus({ preventScroll: true });
  showOffer();
  showBusy();
}

function question(ask) {
  const known = rules(picture.why, book);
  return [
    h("h2", {}, spoken(words.parts(ask.prompt, ask.args))),
    known.length ? h("details", { class: "rule" }, h("summary", {}, sign("rule"), ask.rule || picture.why.at(-1)), h("ol", {}, known)) : null,
  ];
}

function waiting() {
  const names = picture.waiting.map(words.name);
  const answered = picture.answered.includes(picture.seat);
  return h("div", { class: "waiting" },
    h("h2", {}, picture.seat === null ? "You are watching" : answered ? "Your answer lies face down" : "Not your turn"),
    answered && picture.mine !== null ? h("p", { class: "mine" }, sign("eye"), ` ${shownAnswer(picture.mine)} `, h("span", { class: "note" }, "only you see this")) : null,
    h("p", { role: "status" }, names.length ? `Waiting for ${names.join(", ")}` : "", names.length ? h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")) : null));
}

const shownAnswer = (answer) =>
  Array.isArray(answer) ? answer.map(shownAnswer).join(", ") || "none"
    : answer && typeof answer === "object" ? Object.entries(answer).map(([name, one]) => `${name}: ${shownAnswer(one)}`).join("; ")
      : String(answer).replaceAll("_", " ");

/** Mark on the board and beside it what the open ask can be answered with. */
function showOffer() {
  const open = current && picture.asks[0]?.id === current.ask.id;
  const targets = open ? current.targets : new Set();
  const subjects = open ? current.subjects : new Set();
  board.offer(targets, subjects);
  board.place(open ? current.box : null, current?.at && [...current.at, ...(current.facing === undefined ? [] : [current.facing])]);
  for (const thing of document.querySelectorAll("#main :is(.card, .loose, .meter, .tray, .track)[data-id]")) {
    const can = targets.has(thing.dataset.id);
    thing.classList.toggle("can", can);
    thing.classList.toggle("subject", subjects.has(thing.dataset.id));
    if (can) {
      thing.tabIndex = 0;
      thing.setAttribute("role", "button");
    } else thing.removeAttribute("tabindex");
  }
}

function pointAt(ids = []) {
  board.point(ids);
  for (const thing of document.querySelectorAll("#main .pointed:not(svg *)")) thing.classList.remove("pointed");
  for (const one of ids) document.querySelector(`#main :is(.card, .loose, .meter, .tray)[data-id="${CSS.escape(one)}"]`)?.classList.add("pointed");
}

function showBusy() {
  $("ask").classList.toggle("busy", sent !== null || !line.open);
}

/** What is to be said about a thing: its name first. */
function describe(thing) {
  const scene = picture.scene;
  const found = ["regions", "tokens", "cards", "trays", "meters", "links"].flatMap((kind) => scene[kind] ?? []).find((one) => one.id === thing);
  if (!found) return [];
  const lines = [found.name ? words.text(found.name) : ""];
  if (found.owner !== undefined && found.owner !== null && !found.outline) lines[0] += ` (${words.name(found.owner)})`;
  if (found.text) lines.push(words.text(found.text));
  lines.push(...(found.hint ?? []).map(words.text));
  if (found.marks?.length) lines.push(found.marks.map((mark) => mark.replaceAll("_", " ")).join(", "));
  if (picture.secrets.includes(thing)) lines.push("Only you see this");
  return lines.filter(Boolean);
}

// Answering

function submit(answer) {
  if (sent !== null || !current) return;
  if (!line.send({ type: "answer", ask: current.ask.id, answer })) return toast("Not connected just now; the answer was not sent.");
  sent = current.ask.id;
  showBusy();
}

/** A thing was clicked: if it is no target, a single target standing on it will do. */
function picked(thing) {
  if (!current || sent !== null) return;
  if (current.pick(thing)) return;
  const on = (picture.scene.tokens ?? []).filter((token) => token.on === thing && current.targets.has(token.id));
  if (on.length === 1 && current.pick(on[0].id)) return;
  const under = (picture.scene.tokens ?? []).find((token) => token.id === thing)?.on;
  if (under && current.pick(under)) return;
  current.clear();
}

$("main").addEventListener("click", (event) => {
  const thing = event.target.closest(":is(.card, .loose, .meter, .tray, .track)[data-id]");
  if (thing && !event.target.closest("#board")) picked(event.target.closest(".can[data-id]")?.dataset.id ?? thing.dataset.id);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const typing = event.target instanceof HTMLInputElement && event.target.type !== "range";
  if (event.key === "Escape") {
    board.closeMenu();
    tip.hide();
    if (current?.clear()) event.preventDefault();
  } else if (!typing && event.key === "?") {
    const rule = document.querySelector("#ask .rule");
    if (rule) rule.open = !rule.open;
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.(".can[data-id]:not(svg *)")) {
    event.preventDefault();
    picked(event.target.dataset.id);
  } else if (current && sent === null && !$("main").hidden && current.key(event)) event.preventDefault();
});

$("undo").addEventListener("click", () => line.send({ type: "undo" }));
$("dice-button").addEventListener("click", () => {
  if (!picture) return;
  dice($("dice"), picture, id);
  $("dice").showModal();
});
$("share-button").addEventListener("click", () => {
  put($("share").querySelector(".body"),
    h("p", {}, "Anybody with this link can watch, and sees only what is public:"),
    h("p", {}, copyButton(linkTo(id), "Copy link for spectators")),
    picture?.seat !== null && picture ? [h("p", {}, "Your own way back to your seat, on another device for instance. Keep it to yourself:"), h("p", {}, copyButton(linkTo(id, token), "Copy my own link"))] : null);
  $("share").showModal();
});
addEventListener("hashchange", () => location.reload());

let toastTimer;
function toast(text) {
  const box = $("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), 6000);
}
