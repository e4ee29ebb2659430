// The table page: hears what the table looks like, shows it, and sends answers.

import { Adviser } from "./advice.js";
import { canEdit, editor, fetchEditors } from "./asks.js";
import { sheetOf } from "./describe.js";
import { apply } from "./difference.js";
import { Display } from "./display.js";
import { h, icon, looks, put, s, sign } from "./dom.js";
import { Beside } from "./beside.js";
import { baseFace, hasBase, pieceFace } from "./faces.js";
import { guidance } from "./guide.js";
import { Line } from "./line.js";
import { entropy, forgetSeat, keyFor, keyOf, myName, rememberSeat, seatsAt, seatsHere } from "./memory.js";
import { spotsOf } from "./overlays.js";
import { Pace } from "./pace.js";
import { keep } from "./pledges.js";
import { question, waiting } from "./question.js";
import { showSettings, wish } from "./settings.js";
import { seatColour, shape } from "./tinctures.js";
import { languageChoice, learn, refusal, ui } from "./ui.js";

const $ = (id) => document.getElementById(id);
const id = decodeURIComponent(location.pathname.split("/").pop());

let token = location.hash.slice(1) || seatsAt(id)[0]?.token || "";
// The key that this page has made for the seat it takes.
let own = "";
let picture = null;
// The newest picture, which may still wait to be shown.
let heard = null;
// Its number.
let number = 0;
let book = null;
// The editor of the ask now open.
let current = null;
// The id of the ask answered and not yet acknowledged.
let sent = null;
// What was answered last, in words.
let said = null;
// What was heard before the words were there.
let early = [];
// What was asked whether it would do, by number.
const tried = new Map();
// The lock of an ask that has just appeared.
let fresh = null;
// The bar by which what happened is looked through again, while it is.
let scrubber = null;
// Whether this page has seen the end; an answer may have been taken back since.
let ended = false;
// The keys of those at this device whom the house knows to be here.
let greeted = [];
// Where the game has one who can be asked.
let judge = null;
// Where a clever player can be asked.
let adviser;
let display, board, log, words, lobby, tip, line, shown, beside;

/** So long a new ask cannot be answered: a double click never answers two. */
const LOCK = 350;

function begin() {
  display = new Display({ pick: picked, laid: () => scrubber || showOffer() });
  ({ board, log, words, tip } = display);
  adviser = new Adviser({ words, send: (ask) => line.send({ type: "hint", ask }) });
  shown = new Pace(showNext, showPace);
  beside = new Beside(send, words, () => book);
  Object.assign(HEARD, beside.heard);
  line = new Line(id, { greet: () => ({ type: "hello", token, beside: (greeted = besideMe()) }), hear, state: lineState });
}

// Hearing

const HEARD = { table: hearTable, consulted: (message) => judge?.hear(message, toast), recalled, advised: (message) => adviser.hear(message), seated, refused, notice, tried: judged, overtaken };

function hear(message) {
  if (message.type === "gone") return gone(words.refusal(message));
  if (book) return HEARD[message.type]?.(message);
  early.push(message);
  if (early.length === 1) openBook();
}

/** Fetch the game's words and rules; what was heard meanwhile is shown then. */
async function openBook() {
  let answer, judging;
  try {
    answer = await fetch(`/api/tables/${encodeURIComponent(id)}/book?language=${document.documentElement.lang}`);
    const found = await answer.json();
    if (!answer.ok) return gone(answer.status === 404 ? ui("no_such_game") : refusal(found));
    judging = found.judge ? await import("./judge.js") : null;
    book = display.book = found;
  } catch {
    return setTimeout(openBook, 1500);
  }
  $("title").textContent = book.title;
  if (judging) judge = new judging.Judge($("tools"), { words, send: (question) => send({ type: "consult", question }) });
  $("rules-link").href = `/rules/${encodeURIComponent(book.id)}?table=${encodeURIComponent(id)}`;
  for (const message of early.splice(0)) hear(message);
}

function hearTable(message) {
  if (!look(message)) return line.send({ type: "lost" });
  const chance = keep(id, heard, own || token);
  if (chance) line.send({ type: "chance", entropy: chance });
  shown.hear({ picture: heard, told: message.log });
}

/** Take the whole picture, or what has changed since the last; false where the last is not the one that is meant. */
function look({ n, since, picture: whole, change }) {
  if (!whole && since !== number) return false;
  try {
    heard = whole ?? apply(heard, change);
  } catch {
    return false;
  }
  if (whole) shown.catchUp();
  number = n;
  return true;
}

/** Show the picture whose turn it is. */
function showNext({ picture: next, told }) {
  picture = next;
  display.hear(picture, told);
  if (picture.seat !== null || picture.invitations) remember();
  // Whoever sat down here since the house was greeted is here too.
  if (picture.scene && String(greeted) !== String(besideMe())) line.reopen();
  showTable();
  log.settle();
  if (picture.invited !== null && takeSeatAtOnce()) join(myName());
  return display.revealed;
}

/** Sit down. The key to the seat is made here and kept before it is sent, so that no lost answer can lose the seat. */
async function join(name) {
  own = keyFor(token, entropy);
  const { pledgeFor } = await import("./chance.js");
  line.send({ type: "join", name: name || ui("player"), pledge: pledgeFor(id, own, entropy), token: own });
}

const remember = () => rememberSeat(id, token, { title: book.title, status: picture.status, name: picture.seats[picture.seat]?.name, ...(document.hidden ? {} : { heard: log.events.length }), ...(atOneDevice() ? { hot: picture.seat } : {}) });

/** Whether others sit at this very device. */
const atOneDevice = () => picture.seat !== null && (Object.keys(seatsHere(id)).length > 0 || seatsAt(id).some((seat) => seat.hot !== undefined));

/** The keys of the others who share this device: they are here, though one of them looks. */
const besideMe = () => seatsAt(id).filter((seat) => seat.hot !== undefined && seat.token !== token).map((seat) => seat.token).sort().slice(0, 16);

/** Who else at this device is asked, while the one who looks is not. */
const next = () => (!picture.scene || picture.outcome || picture.waiting.includes(picture.seat) ? null : seatsAt(id).find((seat) => seat.token !== token && picture.waiting.includes(seat.hot)));

/** Nothing that only this seat may see stays behind the curtain. */
function conceal() {
  const { scene, secrets } = picture;
  const open = Object.entries(scene).map(([name, all]) => [name, Array.isArray(all) ? all.filter((one) => !secrets.includes(one.id)) : all]);
  display.hear({ ...picture, scene: Object.fromEntries(open), secrets: [] });
}

/** A curtain falls before the next at this device. */
async function handOver(to) {
  for (const shown of ["log", "ask", "changes"]) put($(shown));
  const { curtain } = await import("./hotseat.js");
  if (next()?.token === to.token) curtain(picture, to.hot, words, () => change(to.token), () => line.send({ type: "undo" }));
}

/** Another person at this device looks from their own seat. */
function change(key) {
  token = own = key;
  history.replaceState(null, "", `#${token}`);
  log.hear({ from: 0, events: [] }, words);
  line.reopen();
}

/** Whoever set the table on the landing page sits down without being asked again. */
function takeSeatAtOnce() {
  const key = `arbiter.sit.${id}`;
  const wanted = sessionStorage.getItem(key) !== null;
  sessionStorage.removeItem(key);
  return wanted;
}

function seated() {
  forgetSeat(id, token);
  token = own || token;
  history.replaceState(null, "", `#${token}`);
  remember();
}

/** Withdraw one's own link. The new key is made and kept here before it is sent, as when one sits down. */
function renew() {
  own = keyFor(token, entropy);
  if (line.send({ type: "renew", token: own })) toast(ui("link_renewed"));
}

/** Have a style sheet that only some need. */
function dressed(name) {
  const address = `/web/${name}.css`;
  if ([...document.styleSheets].some(({ href }) => href?.endsWith(address))) return null;
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: address, onload: done, onerror: done })));
}

/** What has happened since one's last answer, over the table as it is now; what comes meanwhile waits. */
async function recalled(found) {
  if (!found.steps.length) return toast(ui("recalled_none"));
  const [{ Film }, { Scrubber }] = await Promise.all([import("./film.js"), import("./scrubber.js"), dressed("scrubber")]);
  if (scrubber) return; // it was asked for twice
  const film = new Film(found, { status: "playing", seats: picture.seats, seat: picture.seat });
  const events = [...log.events];
  const held = shown.held;
  shown.hold(true);
  $("main").classList.add("recalling");
  $("ask").inert = true;
  const close = () => {
    scrubber.stop();
    scrubber = null;
    $("scrubber").hidden = true;
    $("main").classList.remove("recalling");
    $("ask").inert = false;
    display.hear(picture, { from: 0, events });
    $("reveal").hidden = true;
    showTable();
    shown.hold(held);
  };
  scrubber = new Scrubber($("scrubber"), { close, show: (at, from) => {
    display.hear(film.frames[at].picture, film.told(from, at), film.news(at));
    display.drawPast();
  } });
  scrubber.open(film);
  scrubber.toggle();
  $("scrubber").querySelector("[data-go=close]").focus();
}

/** Say something to the house, or that it cannot be said now. */
function send(message) {
  return line.send(message) || (toast(ui("not_sent")), false);
}

function refused(message) {
  adviser.rest();
  toast(words.refusal(message));
  sent = null;
  showBusy();
}

/** Somebody else was quicker, at another server; the table as it now is is on its way. */
function overtaken() {
  sent = null;
  showBusy();
}

/** A spent invitation leads back to the seat that was taken with it. */
function notice(message) {
  const mine = keyOf(token);
  if (!mine) return toast(words.refusal(message));
  change(mine);
}

function gone(reason) {
  $("main").hidden = true;
  $("lobby").hidden = true;
  $("gone").hidden = false;
  put($("gone"), h("h2", {}, ui("gone")), h("p", {}, reason),
    h("p", { class: "quick" }, h("button", { type: "button", class: "chip", onclick: () => location.reload() }, ui("try_again")), h("a", { class: "chip", href: "/" }, ui("front_door"))));
}

function lineState(state) {
  $("line").className = `line ${state}`;
  $("line").lastChild.textContent = ui(`line_${state}`);
  if (state === "stuck") gone(ui("stuck"));
  if (state === "lost") {
    sent = null;
    tried.clear();
  }
  showBusy();
}

// Showing

function showTable() {
  document.body.dataset.status = picture.status;
  const playing = !!picture.scene;
  $("gone").hidden = true;
  $("lobby").hidden = playing;
  $("main").hidden = !playing;
  $("notes-button").hidden = picture.seat === null;
  $("people-button").hidden = !playing;
  if (!playing) return showLobby();
  const to = next();
  const down = document.body.classList.contains("curtained");
  document.body.classList.toggle("curtained", !!to);
  if (to) conceal();
  else if (down) {
    $("curtain").close();
    log.again(words);
  }
  display.draw();
  showTurn();
  showAsk();
  beside.show(picture);
  if (to) return handOver(to);
  ended ||= !!picture.outcome;
  if (ended) import("./ending.js").then(({ ending }) => ending($("ending"), picture, words, id, () => line.send({ type: "again" })));
  $("watching").textContent = picture.watching ? ui("watching", { n: picture.watching }) : "";
  judge?.show(picture);
  $("recall").hidden = picture.seat === null;
  if ($("dice").open) showDice();
}

/** Who sits where, before the game. */
async function showLobby() {
  const { Lobby } = await import("./lobby.js");
  lobby ??= new Lobby($("lobby"), { table: id, begin: () => line.send({ type: "begin" }), withdraw: (seat) => line.send({ type: "withdraw", seat }), bot: words.bot, join });
  if (!picture.scene) lobby.show(picture, book);
}

const showDice = async () => (await import("./dice.js")).dice($("dice"), picture, id);

/** Whose turn it is, in words. */
function showTurn() {
  const { waiting, seat, outcome } = picture;
  const mine = waiting.includes(seat);
  $("turn").classList.toggle("yours", mine);
  put($("turn"), outcome ? ui("over") : mine ? [shape(seat), " ", ui("your_turn_now")] : waiting.length ? [waiting.map(shape), " ", ui("waiting_for", { names: waiting.map(words.name) })] : "");
}

/** What waits to be shown, and whether it is held. */
function showPace() {
  const { holds, waiting } = shown;
  put($("pause"), sign(shown.held ? "play" : "pause"));
  $("pause").setAttribute("aria-pressed", String(shown.held));
  $("step").hidden = !holds;
  $("step").disabled = !waiting.length;
  put($("step"), sign("next"), waiting.length ? String(waiting.length) : "");
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
    board.foresee();
    armed([]);
    put($("ask"), waiting(picture, words, id, said));
    if (picture.stalled || picture.rest) showStandstill();
    else showElsewhere();
  } else if (!canEdit(ask)) {
    current = null;
    $("ask").classList.add("fresh");
    put($("ask"), question(ask, picture, book, words));
    fetchEditors().then(showAsk);
    return;
  } else if (current?.ask.id !== ask.id) {
    sent = null;
    board.closeMenu();
    let seen = ask.kind === "choose"; // who only considers an option is left where he looks
    /** What a form would come to is looked at as soon as it is known. */
    const foresee = (option) => {
      board.foresee(option);
      if (!seen && option?.foreseen?.tokens?.length) board.attend([...(current?.targets ?? []), ...option.foreseen.tokens.map(({ id }) => id)], (option.foreseen.overlays ?? []).flatMap(spotsOf));
      seen ||= !!option?.foreseen;
    };
    const table = {
      ...words, ui, submit, changed: showOffer, point: pointAt, nameOf, faceOf, factsOf, cardOf, looksOf, arm: armed,
      twoSteps: () => wish("steps") === "two",
      attempt: (...about) => attempt(ask.id, ...about),
      read: (text, heard) => attempt(ask.id, [], text, heard, true),
      foresee,
      onBoard: (ids) => board.shows(ids),
      menu: (thing, items) => board.menu(thing, items),
    };
    board.foresee();
    armed([]);
    current = editor(ask, table);
    put($("ask"), handle(), question(ask, picture, book, words), guidance(picture, book), adviser.about(current, !!picture.guide), current.node);
    $("ask").scrollTop = 0;
    lock();
    const told = (ask.options ?? []).flatMap(({ foreseen }) => foreseen?.tokens ?? []);
    board.attend([...current.targets, ...current.subjects, ...[...told, current.hand?.token].filter(Boolean).map((token) => token.id)]);
  }
  // Whoever answers by keyboard stays at the question when it changes.
  if (focused && !$("ask").contains(document.activeElement)) $("ask").focus({ preventScroll: true });
  showOffer();
  if (fresh) document.querySelector("#dock .can")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showBusy();
}

/** Whoever is not asked here may be asked at another table. */
async function showElsewhere() {
  const way = await (await import("./mine.js")).elsewhere(id).catch(() => null);
  if (way && !picture.asks.length && !document.body.classList.contains("curtained")) $("ask").append(way);
}

/** Why nobody is asked anything here. */
async function showStandstill() {
  const { standstill } = await import("./standstill.js");
  const said = standstill(picture, words, (goOn) => line.send({ type: "mend", go_on: goOn }));
  if (said && !picture.asks.length) put($("ask"), said);
}

/** A handle by which the question is pulled up on a phone. */
function handle() {
  const button = h("button", { type: "button", class: "handle", "aria-expanded": String($("ask").classList.contains("pulled")), "aria-label": ui("pull"), onclick: () => button.setAttribute("aria-expanded", String($("ask").classList.toggle("pulled"))) }, "↕");
  return button;
}

function lock() {
  clearTimeout(fresh);
  fresh = setTimeout(() => {
    fresh = null;
    $("ask").classList.remove("fresh");
  }, LOCK);
  $("ask").classList.add("fresh");
}

const thingOf = (thing) => display.thing(thing);

/** What a thing is called; `where` adds the place it stands in. */
function nameOf(thing, where = false) {
  const found = thingOf(thing);
  if (!found) return "";
  const name = words.text(found.name) || (found.icon ? words.icon(found.icon) : "");
  const place = where && found.on ? (picture.scene.regions ?? []).find(({ id: one }) => one === found.on) : null;
  return place?.name ? `${name}, ${words.text(place.name)}` : name;
}

/** A thing in small, to stand beside its name. */
function faceOf(thing) {
  const found = thingOf(thing);
  if (!found) return null;
  const holder = found.holder ?? (found.outline ? found.owner : undefined);
  if (found.outline) return holder === undefined || holder === null ? null : shape(holder);
  if (found.on === undefined || found.face !== undefined || found.look !== undefined || !found.icon) return found.icon ? icon(picture.scene.icons ?? {}, found.icon) : null;
  const drawn = s("svg", { viewBox: "-17 -17 34 34", class: "piece", "aria-hidden": "true" }, (hasBase(found) ? baseFace : pieceFace)(hasBase(found) ? { ...found, width: 30, depth: 20, bases: [] } : found, picture.scene.icons ?? {}));
  seatColour(drawn, "--owner", found.owner);
  return drawn;
}

/** How these things look, for those that look the same. */
const looksOf = (ids = []) => looks(ids.map(thingOf));

/** The card among these things on which something is written; of what lays itself on the board one sees it there. */
const cardOf = (ids = []) => ids.findLast((one) => thingOf(one)?.text && !thingOf(one).ghosts);

/** What is written on the card that is played, and what is known of the last of these things that says anything: the goal of a move. */
function factsOf(ids) {
  // Where a thing comes from, and what takes long to read, is for a close look, not for a decision; of many rows, the numbers decide, else the first.
  const brief = ({ name, value }) => !name.key.startsWith("origin") && (typeof value !== "object" || words.say(value.key, value.args).length < 60);
  const told = ids.map(thingOf).map((found) => (found?.sheet ?? []).filter(brief)).map((rows) => {
    const numbers = rows.filter(({ value }) => typeof value === "number");
    return rows.length > 5 && numbers.length > 1 ? numbers : rows.slice(0, 5);
  });
  const written = words.text(thingOf(cardOf(ids))?.text);
  return [written && h("p", {}, written), sheetOf({ sheet: told.filter((rows) => rows.length).at(-1) }, words)];
}

/** Mark what the armed answer is about. */
function armed(ids) {
  board.arm(ids);
  for (const thing of document.querySelectorAll("#main .armed:not(svg *)")) thing.classList.remove("armed");
  for (const one of ids) for (const thing of document.querySelectorAll(`#main [data-id="${CSS.escape(one)}"]:not(svg *)`)) thing.classList.add("armed");
  document.querySelector("#dock .armed")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Mark on the board and beside it what the open ask can be answered with. */
function showOffer() {
  const open = current && picture.asks[0]?.id === current.ask.id;
  const targets = open ? current.targets : new Set();
  const subjects = open ? current.subjects : new Set();
  board.place(open ? current.hand : null);
  board.offer(targets, subjects);
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

// Answering

function submit(answer) {
  if (sent !== null || fresh || !current) return;
  if (!line.send({ type: "answer", ask: current.ask.id, answer })) return toast(ui("not_sent"));
  sent = current.ask.id;
  said = current.said(answer);
  showBusy();
}

/** Ask whether an answer, or one to a field of a form, would do. Nothing comes of it. */
function attempt(ask, path, answer, heard, typed) {
  if (!line.open) return;
  const n = (attempt.last = (attempt.last ?? 0) + 1);
  tried.set(n, (verdict) => current?.ask.id === ask && heard(verdict));
  line.send({ type: "try", ask, path, answer, n, typed });
}

function judged({ n, refused, foreseen, answer }) {
  const heard = tried.get(n);
  tried.delete(n);
  heard?.(refused ? { ok: false, words: words.refusal(refused), foreseen, answer } : { ok: true, words: foreseen?.text ? words.say(foreseen.text.key, foreseen.text.args) : "", foreseen, answer });
}

/** A thing was clicked: if it is no target, a single target standing on it will do. */
function picked(thing) {
  if (!current || sent !== null || fresh) return;
  if (current.pick(thing)) return;
  const on = (picture.scene.tokens ?? []).filter((token) => token.on === thing && current.targets.has(token.id));
  if (on.length === 1 && current.pick(on[0].id)) return;
  const under = (picture.scene.tokens ?? []).find((token) => token.id === thing)?.on;
  if (under && current.pick(under)) return;
  current.clear();
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const typing = event.target instanceof HTMLSelectElement || (event.target instanceof HTMLInputElement && event.target.type !== "range");
  const answering = () => current && sent === null && !fresh && !$("main").hidden && current.key(event);
  // At the board its own keys come first, but for somebody who places something there.
  const moving = () => !typing && !$("main").hidden && board.key(event);
  const atBoard = event.target.closest?.("#board .stage") && !current?.hand;
  if (scrubber) {
    if (event.key === "Escape") $("scrubber").querySelector("[data-go=close]").click();
    else if (scrubber.key(event)) event.preventDefault();
  } else if (event.key === "Escape") {
    board.closeMenu();
    tip.hide();
    if (current?.clear()) event.preventDefault();
  } else if (!typing && event.key.toLowerCase() === "h" && current) {
    adviser.ask();
  } else if (!typing && event.key === "?") {
    const rule = document.querySelector("#ask .rule");
    if (rule) rule.open = !rule.open;
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.(".can[data-id]:not(svg *)")) {
    event.preventDefault();
    picked(event.target.dataset.id);
  } else if (atBoard ? moving() || answering() : answering() || moving()) event.preventDefault();
}

function listen() {
  $("main").addEventListener("click", (event) => {
    const thing = event.target.closest(":is(.card, .loose, .meter, .tray, .track)[data-id]");
    if (thing && !event.target.closest("#board")) picked(event.target.closest(".can[data-id]")?.dataset.id ?? thing.dataset.id);
  });
  document.addEventListener("keydown", pressed);
  // On a phone what lies before oneself stands on the question, however high that is: both are in sight together.
  new ResizeObserver(() => {
    const sheet = parseFloat(getComputedStyle($("main")).gridTemplateRows.split(" ").at(-1));
    $("main").style.setProperty("--over", `${Math.max(0, $("ask").offsetHeight - sheet)}px`);
    board?.cover();
  }).observe($("ask"));
  listenForMagnifying();
  $("pause").addEventListener("click", () => shown.hold(!shown.held));
  $("step").addEventListener("click", () => shown.next());
  $("settings-button").addEventListener("click", () => showSettings($("settings"), () => { shown.run(); showPace(); }));
  for (const [button, box] of [["menu-button", "tools"], ["log-button", "story"]]) {
    $(button).addEventListener("click", () => $(button).setAttribute("aria-expanded", String($(box).classList.toggle("open"))));
  }
  $("tools").addEventListener("click", ({ target }) => {
    if (target.closest("button")) $("menu-button").setAttribute("aria-expanded", String($("tools").classList.remove("open") ?? false));
  });
  $("recall").addEventListener("click", () => !scrubber && send({ type: "recall" }));
  $("undo").addEventListener("click", () => send({ type: "undo" }));
  $("dice-button").addEventListener("click", () => {
    if (picture) showDice().then(() => $("dice").showModal());
  });
  $("share-button").addEventListener("click", async () => (await import("./peoples.js")).links(id, token, picture, renew));
  addEventListener("hashchange", () => location.reload());
}

/** While M is held, what is under the pointer is large. */
function listenForMagnifying() {
  let at = null;
  let held = false;
  document.addEventListener("pointermove", (event) => (at = [event.clientX, event.clientY]), { passive: true });
  const typing = ({ target }) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "m" || held || !at || typing(event) || event.ctrlKey || event.metaKey) return;
    held = true;
    const under = document.elementFromPoint(...at);
    if (under?.closest("#board .stage")) board.magnify(at);
    else tip.over(under, { clientX: at[0], clientY: at[1] });
  });
  document.addEventListener("keyup", (event) => {
    if (event.key.toLowerCase() !== "m") return;
    held = false;
    board.magnify(null);
  });
}

let toastTimer;
function toast(text) {
  const box = $("toast");
  // Nothing outside shows over an open dialog.
  (document.querySelector("dialog[open]") ?? document.body).append(box);
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), 6000);
}

async function open() {
  try {
    await learn();
  } catch {
    return setTimeout(open, 1500);
  }
  $("tools").append(languageChoice());
  put($("recall"), sign("again"));
  $("undo").prepend(sign("undo"));
  put($("menu-button"), sign("menu"));
  put($("log-button"), sign("log"), h("span", {}, ui("story")));
  begin();
  listen();
}

open();
