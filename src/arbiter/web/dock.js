// What lies before oneself keeps to the room there is: the hand as cards, the rest as cards where they have room.

import { PILE, isHand } from "./pieces.js";

// On a phone cards lie over one another, and all is laid out.
const NARROW = 700;
// Between trays, in ems of the page.
const BETWEEN = 1.1;
const PILES = 11;
const LOOSE = 2.95;
// Pieces side by side.
const ABREAST = 4;
// So much of a text is worth more than an emblem.
const WORTH = 0.3;
// So much broader a card can be that it has all of its text, in cards.
const BROADER = [0.2, 0.4, 0.6, 0.9, 1.3, 1.9];
// So many bare pixels under a text are room for the emblem.
const AIRY = 64;
// What the dock keeps free, in pixels.
const EDGES = 40;
const SENTENCES = /(?<=[^ .]{2}[.!?]\)?) /u;
const CLAUSES = /(?<=[.!?,;:]\)?) | (?=[(→])/u;

/** What is laid out in the dock, and what is only told by name beside one's own facts, since there is no room for it.
 *
 * The hand stays: of the rest the last goes first. Where that is not enough (`tight`) cards are smaller before they lie over one another.
 */
export function roomy(dock, own, common) {
  const laid = [...own];
  const told = [];
  const all = { laid, told };
  if (innerWidth <= NARROW || !dock.clientWidth || dock.closest(".boardless")) return all;
  const page = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const card = parseFloat(getComputedStyle(document.body).getPropertyValue("--card-wide"));
  const has = (dock.clientWidth - dock.querySelector(".me").clientWidth) / page - 3.5;
  const needs = (trays) => trays.reduce((sum, one) => sum + need(one, card), 0);
  const piles = common.filter((one) => one.matches(PILE));
  const others = needs(common.filter((one) => !piles.includes(one))) + (piles.length ? PILES : 0);
  while (needs(laid) + others > has) {
    const least = laid.findLastIndex((one) => one.matches(".with-cards") && !isHand(one));
    if (least < 0) break;
    told.unshift(...laid.splice(least, 1));
  }
  dock.classList.toggle("tight", needs(laid) + others > has);
  return all;
}

/** Have every card that lies here show no sentence in part: those that have room, without the foot if need be, and a sign that the
 * large card tells more. Where that would leave too little, it shows the clauses that have room; its emblem where none has, or where a short text leaves it room. */
export function wholeSentences(frame) {
  const cards = [...frame.querySelectorAll(".card > small")].map((text) => ({ card: text.parentNode, text, whole: text.textContent, least: text.textContent.length * WORTH, left: text.textContent.split(SENTENCES), end: "" }));
  const cut = () => cards.filter(({ text }) => text.scrollHeight > text.clientHeight + 1);
  for (const { card } of cut()) card.classList.add("footless");
  for (let long = cut(); long.length; long = cut()) {
    for (const one of long) {
      one.left.pop();
      if (!one.end && one.left.join(" ").length < one.least) Object.assign(one, { end: "\u00a0…", left: one.whole.split(CLAUSES).slice(0, -1) });
      one.text.textContent = one.left.join(" ").replace(/[,;:]?$/, one.end);
      one.text.classList.add("more");
      one.card.classList.toggle("brief", !one.left.length);
    }
  }
  unfold(frame, cards.filter(({ text }) => text.matches(".more")));
  const airy = cards.filter(({ card, text }) => text.offsetHeight && (card.querySelector(".foot")?.offsetTop || card.clientHeight) - text.offsetTop - text.offsetHeight > AIRY);
  for (const { card } of airy) card.classList.add("airy");
}

/** Where the dock has room left, cards are broader, so that all of their text stands on them: the shortest texts first. */
function unfold(frame, cards) {
  const boardless = frame.matches(".boardless *");
  if ((innerWidth <= NARROW && !boardless) || frame.matches(".onlooker *")) return;
  let spare = boardless ? Infinity : [...frame.children].reduce((left, one) => left - one.offsetWidth, frame.clientWidth - EDGES);
  for (const one of cards.sort((a, b) => a.whole.length - b.whole.length)) {
    const { card, text } = one;
    const folded = [card.className, text.textContent];
    const wide = card.offsetWidth;
    const more = BROADER.find((more) => wide * more < spare && opened(one, more));
    if (more) {
      const tray = card.closest(".tray");
      spare -= wide * more;
      tray.style.setProperty("--open", Number(tray.style.getPropertyValue("--open")) + more);
    } else {
      [card.className, text.textContent] = folded;
      text.classList.add("more");
    }
  }
}

/** Have a card be so much broader; whether it has room for all of its text then, without its foot if need be. */
function opened({ card, text, whole }, more) {
  card.classList.remove("brief", "footless");
  card.classList.add("broad");
  card.parentNode.style.setProperty("--broader", more);
  text.textContent = whole;
  text.classList.remove("more");
  const fits = () => text.scrollHeight <= text.clientHeight + 1;
  return fits() || (card.classList.add("footless"), fits());
}

/** How wide a tray is with all its cards side by side, in ems of the page. */
function need(tray, card) {
  const pieces = Math.min(ABREAST, tray.querySelectorAll(".lying > .loose").length);
  const backs = tray.querySelectorAll(".slot.down").length;
  return (Number(tray.style.getPropertyValue("--open")) * (card + 0.1)) + backs * 1.6 + pieces * LOOSE + BETWEEN;
}
