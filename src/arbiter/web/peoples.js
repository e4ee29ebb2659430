// Who sits here and what can be done about who is away; resigning; a seat's own notes; links. Fetched when wanted.

import { agreed } from "./agreed.js";
import { h, put, sign } from "./dom.js";
import { codeButton, copyButton, linkTo } from "./lobby.js";
import { seatsAt } from "./memory.js";
import { shape } from "./tinctures.js";
import { ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

/** Who sits where, who is away, and what can be done about it. */
export function people({ picture, words, book, send }) {
  const { seats, seat, host, outcome, votes = {}, status } = picture;
  const playing = status === "playing" && !outcome;
  const act = ({ at, here, stands_in: standsIn }) => {
    if (!playing || at === seat || here || standsIn || (seat === null && !host)) return null;
    const voted = votes[at]?.includes(seat);
    return h("button", { type: "button", class: "chip", disabled: voted, onclick: () => send({ type: "replace", seat: at }) }, ui(host ? "replace" : voted ? "voted" : "vote_replace"));
  };
  // Only what differs is drawn anew: nothing goes away under somebody's finger.
  const shown = JSON.stringify([seats, seat, host, playing, votes]);
  const body = $("people").querySelector(".body");
  if ($("people").open && body.dataset.shown === shown) return;
  body.dataset.shown = shown;
  const state = (one) => (one.resigned ? ui("resigned") : one.stands_in ? ui("stands_in", { bot: words.bot(one.stands_in) }) : one.at === seat ? ui("you") : ui(one.here ? "here" : "away"));
  put(body,
    h("ol", { class: "places" }, seats.map((one, at) => ({ ...one, at })).filter((one) => !one.bot).map((one) => h("li", {}, shape(one.at), h("b", {}, one.name || ui("free_seat")), h("span", { class: "tag" }, state(one)), act(one)))),
    playing && seat !== null && !seats[seat].resigned ? resigning(send) : null,
    playing && seat !== null ? forking(picture, book()) : null,
    h("h3", {}, ui("agreed_title")), agreed(picture, book(), words.bot));
}

/** Whoever plays alone against bots, and may take back anything, can try it otherwise at a new table; why others cannot. */
function forking({ seats, seat, terms }, { title }) {
  const alone = seats.filter(({ bot }) => !bot).length === 1 && terms?.undo !== "never";
  if (!alone) return h("p", { class: "note" }, ui("fork_later"));
  const said = h("p", { class: "note", role: "status" }, ui("fork_now"));
  const table = decodeURIComponent(location.pathname.split("/").pop());
  return [h("p", { class: "quick" }, h("button", { type: "button", class: "chip", "data-act": "fork", onclick: async () => (await import("./forking.js")).fork(table, title, { own: location.hash.slice(1) || seatsAt(table)[0].token, name: seats[seat].name }, (why) => (said.textContent = why)) }, ui("fork"))), said];
}

/** Resigning takes two steps. */
function resigning(send) {
  const ask = h("button", { type: "button", class: "chip", onclick: () => (sure.hidden = !(ask.hidden = true)) }, ui("resign"));
  const sure = h("span", { class: "quick", hidden: true }, ui("resign_sure"),
    h("button", { type: "button", class: "primary", "data-act": "resign", onclick: () => {
      $("people").close();
      send({ type: "resign" });
    } }, ui("resign_yes")),
    h("button", { type: "button", class: "chip", onclick: () => (ask.hidden = !(sure.hidden = true)) }, ui("not_so_soon")));
  return h("p", { class: "quick" }, ask, sure);
}

/** A seat's own notepad, and where it wants to be told that it is asked. */
export function notes(beside, { notes: noted, hook }) {
  let noting;
  const text = h("textarea", { rows: 10, maxlength: 8000, "aria-label": ui("notes"), oninput: () => {
    clearTimeout(noting);
    kept.textContent = "";
    noting = setTimeout(() => beside.send({ type: "note", text: text.value }), 700);
  } });
  text.value = noted;
  const kept = h("span", { class: "note", role: "status" });
  const told = h("p", { class: "note", role: "status" });
  let keeping = null; // the address that is being kept; it is tried at once, so that nobody trusts in vain
  beside.noted = () => {
    (keeping === null ? kept : told).textContent = ui("notes_kept");
    if (keeping) beside.send({ type: "ring" });
    keeping = null;
  };
  beside.rung = ({ status }) => (told.textContent = status >= 200 && status < 300 ? ui("hook_came") : ui("hook_failed", { status: status ?? "–" }));
  const address = h("input", { type: "url", value: hook, placeholder: "https://", maxlength: 500, "aria-label": ui("hook") });
  put($("notes").querySelector(".body"), h("p", { class: "note" }, sign("eye"), ui("notes_about")), text, kept,
    h("details", {}, h("summary", {}, ui("hook")), h("p", { class: "note" }, ui("hook_about")),
      h("form", { class: "join", onsubmit: (event) => {
        event.preventDefault();
        told.textContent = "";
        keeping = address.value.trim();
        beside.send({ type: "hook", address: keeping, language: document.documentElement.lang });
      } }, address, h("button", { type: "submit", class: "chip" }, ui("keep"))), told));
  $("notes").showModal();
}

/** The links to a table: for those who watch, and one's own, which can be withdrawn while the game is played. */
export function links(table, token, picture, renew) {
  const row = (link, words, more = null) => h("p", { class: "quick" }, copyButton(link, words), codeButton(link), more);
  const again = h("button", { type: "button", class: "chip", "data-act": "renew", onclick: () => {
    $("share").close();
    renew();
  } }, ui("link_renew"));
  const watched = picture?.terms?.watch !== "nobody" || picture.outcome;
  put($("share").querySelector(".body"), watched ? [h("p", {}, ui("link_watch")), row(linkTo(table), ui("copy_watch"))] : null,
    picture && picture.seat !== null ? [h("p", {}, ui("link_own")), row(linkTo(table, token), ui("copy_own"), picture.status === "open" ? null : again)] : null);
  $("share").showModal();
}
