// A table of one's own: who sits where, the game's options, who may watch, taking back, the clock.

import { h, put } from "./dom.js";
import { shape } from "./tinctures.js";
import { knows, ui } from "./ui.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/** Clocks that people use: what is in the bank, what an answer adds, and the most there can be. */
const CLOCKS = {
  none: null,
  quick: { bank: 10 * MINUTE, gain: 10, cap: 15 * MINUTE },
  calm: { bank: 45 * MINUTE, gain: 30, cap: HOUR },
  daily: { bank: 2 * DAY, gain: DAY, cap: 3 * DAY },
  weekly: { bank: 7 * DAY, gain: 2 * DAY, cap: 14 * DAY },
  own: { bank: HOUR, gain: MINUTE, cap: 2 * HOUR },
};
/** The least and the most seconds of each that the house takes. */
const BOUNDS = { bank: [30, 60 * DAY], gain: [0, 7 * DAY], cap: [0, 60 * DAY] };
const UNITS = [["seconds", 1], ["minutes", MINUTE], ["hours", HOUR], ["days", DAY]];

function select(list, value, props = {}) {
  const made = h("select", props, list.map(([one, words, title]) => h("option", { value: String(one), title }, words)));
  made.value = String(value);
  return made;
}

/** What goes by names that have to be explained, behind a word. */
const explained = (words, names) => h("details", { class: "explained" }, h("summary", {}, words), h("dl", {}, names.map(([name, about]) => [h("dt", {}, name), h("dd", {}, about)])));

/** A field with its name and, where there is one, an explanation. */
function field(words, input, about) {
  const id = `about-${(field.n = (field.n ?? 0) + 1)}`;
  if (about) input.setAttribute("aria-describedby", id);
  return h("div", { class: "field" }, h("label", {}, h("span", {}, words), input), about ? h("p", { class: "note", id }, about) : null);
}

/** The form; `act` is given what is wished. */
export function tableForm({ game, bots, bot, usual, botName, act }) {
  const aboutBot = ({ name, summary }) => (knows(`bots.about.${name}`) ? ui(`bots.about.${name}`) : summary);
  const kinds = [["you", ui("seat_you")], ["here", ui("seat_here")], ["open", ui("seat_open")], ["person", ui("seat_person")],
    ...bots.map((one) => [one.name, ui("seat_bot", { bot: botName(one.name) }), aboutBot(one)])];
  const places = h("ol", { class: "seat-kinds" });
  const count = select(game.seats.map((n) => [n, String(n)]), usual, { name: "count" });
  const kindsNow = () => [...places.querySelectorAll("select")].map((one) => one.value);
  const showSeats = () => {
    const before = kindsNow();
    put(places, Array.from({ length: Number(count.value) }, (_, at) => h("li", {}, h("label", {}, shape(at), h("span", { class: "sr" }, ui("seat", { n: at + 1 })),
      select(kinds, before[at] ?? (at === 0 ? "you" : at === 1 ? "person" : bot), { name: `seat-${at}` })))));
  };
  count.addEventListener("change", showSeats);
  showSeats();
  const options = game.options.map((option) => [option, optionField(option)]);
  const terms = termFields(bots, bot, botName);
  return h("form", { class: "set", onsubmit: (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(options.map(([option, input]) => [option.name, readOption(option, input)]).filter(([, value]) => value !== undefined));
    act({ game: game.id, seats: kindsNow(), options: chosen, terms: terms.read() });
  } },
    part(ui("seats"), field(ui("players"), count), places, h("p", { class: "note" }, ui("seats_about")), explained(ui("bots_known"), bots.map((one) => [botName(one.name), aboutBot(one)]))),
    options.length ? part(ui("options_title"), options.map(([option, input]) => (option.kind === "switch"
      ? h("div", { class: "field" }, h("label", { class: "switch" }, input, h("span", {}, option.words)), option.about ? h("p", { class: "note" }, option.about) : null)
      : option.named ? naming(option, input) : field(option.words, input, option.about)))) : null,
    h("fieldset", { class: "wide" }, h("legend", {}, ui("terms_title")), terms.nodes),
    h("div", { class: "act" }, h("button", { class: "primary", type: "submit" }, ui("set_table"))));
}

/** A field in which several things are named, one after the other: a click on a name writes it there. */
function naming({ words, about, named }, input) {
  const add = (name) => {
    input.value = [input.value.trim().replace(/,$/, ""), name].filter(Boolean).join(", ");
    input.focus();
  };
  const node = field(words, input, about);
  node.classList.add("naming");
  node.append(explained(ui("option_named"), named.map(([name, said]) => [h("button", { type: "button", class: "chip", onclick: () => add(name) }, name), said])));
  return node;
}

const part = (title, ...nodes) => h("fieldset", {}, h("legend", {}, title), nodes);

function termFields(bots, bot, botName) {
  const choices = (name, values) => values.map((value) => [value, ui(`term_${name}_${value}`)]);
  const watch = select(choices("watch", ["link", "all", "nobody"]), "link", { name: "watch" });
  const undo = select(choices("undo", ["unseen", "consent", "never"]), "unseen", { name: "undo" });
  const clock = select(choices("clock", Object.keys(CLOCKS)), "none", { name: "clock" });
  const zero = select(choices("zero", ["answer", "hand", "resign"]), "answer", { name: "zero" });
  const stand = select(bots.map(({ name }) => [name, botName(name)]), bot, { name: "bot" });
  const [bank, gain, cap] = ["bank", "gain", "cap"].map(amount);
  const own = h("div", { class: "fields" }, [["clock_bank", bank], ["clock_gain", gain], ["clock_cap", cap]].map(([key, one]) => field(ui(key), one.node)));
  const after = field(ui("clock_zero"), zero);
  const tell = () => {
    own.hidden = clock.value !== "own";
    for (const one of [bank, gain, cap]) one.node.firstChild.disabled = own.hidden;
    after.hidden = clock.value === "none";
    const set = CLOCKS[clock.value];
    if (set) [bank, gain, cap].forEach((one, at) => one.show([set.bank, set.gain, set.cap][at]));
  };
  clock.addEventListener("change", tell);
  tell();
  return {
    nodes: [field(ui("term_watch"), watch), field(ui("term_undo"), undo), field(ui("term_bot"), stand, ui("term_bot_about")),
      field(ui("term_clock"), clock, ui("term_clock_about")), own, after],
    read: () => ({
      watch: watch.value, undo: undo.value, bot: stand.value,
      clock: clock.value === "none" ? null : { bank: bank.seconds, gain: gain.seconds, cap: Math.max(bank.seconds, cap.seconds), zero: zero.value },
    }),
  };
}

/** A stretch of time: a number and its unit. */
function amount(name) {
  const number = h("input", { type: "number", name, step: "any", required: true });
  const unit = select(UNITS.map(([key, seconds]) => [seconds, ui(`unit_${key}`)]), MINUTE, { name: `${name}-unit`, "aria-label": ui("unit") });
  const bound = () => ["min", "max"].forEach((end, at) => (number[end] = String(BOUNDS[name][at] / Number(unit.value))));
  unit.addEventListener("change", bound);
  return {
    node: h("span", { class: "amount-of-time" }, number, unit),
    show: (seconds) => {
      const [, fits] = [...UNITS].reverse().find(([, one]) => seconds >= one && seconds % one === 0) ?? UNITS[0];
      unit.value = String(fits);
      number.value = String(Math.round((seconds / fits) * 100) / 100);
      bound();
    },
    get seconds() {
      return Number(number.value) * Number(unit.value);
    },
  };
}

function optionField(option) {
  const name = `option-${option.name}`;
  if (option.kind === "choice") return select(option.choices, option.default, { name });
  if (option.kind === "switch") {
    const box = h("input", { type: "checkbox", name });
    box.checked = option.default === true;
    return box;
  }
  if (option.kind === "number") return h("input", { type: "number", name, min: option.least, max: option.most, step: 1, value: option.default });
  return h("input", { name, value: option.default ?? "" });
}

function readOption(option, input) {
  if (option.kind === "switch") return input.checked;
  if (option.kind === "choice") return option.choices.find(([value]) => String(value) === input.value)?.[0];
  if (option.kind === "number") return input.value === "" ? undefined : Number(input.value);
  return input.value === "" ? undefined : input.value;
}
