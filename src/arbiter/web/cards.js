// Cards: a band with an emblem and the name, a large number, the text, a foot; and the large card that has it all.

import { asCard } from "./describe.js";
import { h, icon, named, s, sign } from "./dom.js";
import { ground } from "./foresight.js";
import { bounds } from "./shapes.js";
import { seatColour } from "./tinctures.js";
import { ui } from "./ui.js";

const longest = (name) => name.split(/\s+|(?<=-)/).reduce((most, word) => (wide(word) > wide(most) ? word : most), "");

/** How wide a word of the serif is, in ems: near enough to tell whether it has room. */
const wide = (word) => [...word].reduce((sum, letter) => sum + (/[mwMW]/.test(letter) ? 0.8 : /[fijlrst'’]/.test(letter) ? 0.35 : /\p{Lu}/u.test(letter) ? 0.65 : 0.5), 0);

/** A name. With long words, which are never broken, it has a smaller measure of the same face; a number leaves them less
 * room. Where even that is too wide for its room the face is narrowed (`--wide`). */
function title(name, numbered) {
  const most = longest(name);
  const { length } = most;
  const size = (numbered ? wide(most) > 5.6 : length > 12) || (numbered && name.length > 26) ? "longest" : length > (numbered ? 6 : 8) || name.length > (numbered ? 14 : 18) ? "long" : "";
  const drawn = h("b", { class: size }, name);
  drawn.style.setProperty("--wide", wide(most).toFixed(2));
  return drawn;
}

export function secretSign(id, secrets) {
  return secrets.has(id) ? h("span", { class: "only-you", title: ui("only_you") }, sign("eye"), h("span", { class: "sr" }, ui("only_you"))) : null;
}

const classOf = (one, scene) => ["card", one.face === false ? "back" : "", named("tint", scene.tints?.[one.look] ?? "none"), ...(one.marks ?? []).map((mark) => named("mark", mark))].join(" ");

/** What is printed on a card, from its band to its foot. */
function face(one, scene, words) {
  const name = one.name ? words.text(one.name) : "";
  const text = one.text ? words.text(one.text) : "";
  const marks = (one.marks ?? []).map(words.mark).filter(Boolean).join(", ");
  const kind = (one.foot ?? []).map(words.text).join("\u00a0· ");
  return [
    h("span", { class: "band" },
      one.corner ? h("span", { class: "corner" }, one.corner) : null,
      name ? title(name, one.corner) : null,
      one.icon ? icon(scene.icons ?? {}, one.icon, { class: "icon crest" }) : null),
    one.ghosts?.length ? pictured(one.ghosts, scene.icons ?? {}) : null,
    text ? h("small", {}, text) : null,
    one.icon && one.face !== false ? icon(scene.icons ?? {}, one.icon, { class: "icon device" }) : null,
    marks || kind ? h("span", { class: "foot" }, marks, kind ? h("span", {}, marks ? "\u00a0· " : "", kind) : null) : null,
  ];
}

/** What a card would lay on the board, as its picture. */
function pictured(ghosts, icons) {
  const [left, top, right, bottom] = bounds(ghosts.flatMap(({ outline }) => outline));
  return s("svg", { class: "laid", viewBox: [left, top, right - left, bottom - top].join(" "), "aria-hidden": "true" }, ghosts.map((one) => ground(one, icons)));
}

export function card(one, scene, words, secrets) {
  const faceDown = one.face === false;
  const told = [one.name, one.text].filter(Boolean).map(words.text).join(": ");
  const drawn = h("div", { class: classOf(one, scene), "data-id": one.id, role: "img", "aria-label": faceDown ? ui("face_down") : [told, one.corner, ...(one.marks ?? []).map(words.mark)].filter(Boolean).join(", ") },
    faceDown ? null : face(one, scene, words), secretSign(one.id, secrets));
  seatColour(drawn, "--owner", one.owner);
  return drawn;
}

/** The same card large, with everything that is known of it. */
export function largeCard(one, scene, words, known) {
  const drawn = h("div", { class: `${classOf(one, scene)} large` }, one.face === false ? null : face(one, scene, words), h("div", { class: "known" }, asCard({ ...known, name: "", lines: known.lines.slice(one.text ? 1 : 0) })));
  seatColour(drawn, "--owner", one.owner);
  return drawn;
}
