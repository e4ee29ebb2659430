// Cards: a band with an emblem and the name, a large number, the text, a foot; and the large card that has it all.

import { asCard } from "./describe.js";
import { h, icon, named, s, sign } from "./dom.js";
import { ground } from "./foresight.js";
import { bounds } from "./shapes.js";
import { seatColour } from "./tinctures.js";
import { ui } from "./ui.js";

/** A smaller measure of the same face for names with long words, which are never broken; a number leaves them less room. */
const measure = (name, numbered) => {
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  return longest > (numbered ? 9 : 12) ? "longest" : longest > (numbered ? 6 : 8) || name.length > (numbered ? 14 : 18) ? "long" : "";
};

export function secretSign(id, secrets) {
  return secrets.has(id) ? h("span", { class: "only-you", title: ui("only_you") }, sign("eye"), h("span", { class: "sr" }, ui("only_you"))) : null;
}

const classOf = (one, scene) => ["card", one.face === false ? "back" : "", named("tint", scene.tints?.[one.look] ?? "none"), ...(one.marks ?? []).map((mark) => named("mark", mark))].join(" ");

/** What is printed on a card, from its band to its foot. */
function face(one, scene, words) {
  const name = one.name ? words.text(one.name) : "";
  const text = one.text ? words.text(one.text) : "";
  const marks = (one.marks ?? []).map(words.mark).filter(Boolean).join(", ");
  const foot = [marks, ...(one.foot ?? []).map(words.text)].filter(Boolean).join(" · ");
  return [
    h("span", { class: "band" },
      one.corner ? h("span", { class: "corner" }, one.corner) : null,
      name ? h("b", { class: measure(name, one.corner) }, name) : null,
      one.icon ? icon(scene.icons ?? {}, one.icon, { class: "icon crest" }) : null),
    one.ghosts?.length ? pictured(one.ghosts, scene.icons ?? {}) : null,
    text ? h("small", {}, text) : null,
    one.icon && one.face !== false ? icon(scene.icons ?? {}, one.icon, { class: "icon device" }) : null,
    foot ? h("span", { class: foot.length > 19 ? "foot deep" : "foot" }, foot) : null,
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
