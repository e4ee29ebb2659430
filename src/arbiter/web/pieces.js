// What lies beside the board: meters, trays, cards, and the seats they belong to.

import { h, icon, named, s, show, sign } from "./dom.js";
import { baseFace, hasBase, pieceFace, seatColour } from "./faces.js";
import { ui } from "./ui.js";

const mine = (things, seat) => (things ?? []).filter((thing) => (thing.owner ?? null) === seat);

/** A number on show; with steps it is a track with a marker. */
export function meter(one, scene, words) {
  const name = words.text(one.name);
  if (one.steps?.length) {
    return h("div", { class: "track", "data-id": one.id, title: name, role: "img", "aria-label": `${name}: ${words.text(one.steps[one.value]) || one.value}` },
      steps(one, one.steps.map(words.text)));
  }
  const shown = one.most === undefined || one.most === null ? String(one.value) : `${one.value}/${one.most}`;
  return h("span", { class: "meter", "data-id": one.id, title: name },
    one.icon && scene.icons?.[one.icon] ? icon(scene.icons, one.icon) : null,
    h("b", {}, shown), h("span", { class: "meter-name" }, name));
}

/** A short track shows all its places by name, a long one only the place reached. */
function steps(one, names) {
  const long = names.join("").length > 36;
  const place = (at) => (at === one.value ? "now" : at < one.value ? "past" : "");
  return [
    h("ol", { class: long ? "dotted" : "" }, names.map((name, at) => h("li", { class: place(at), title: long ? name : undefined }, long ? "" : name))),
    long ? h("b", {}, names[one.value] ?? "") : null,
  ];
}

function secretSign(id, secrets) {
  return secrets.has(id) ? h("span", { class: "only-you", title: ui("only_you") }, sign("eye"), h("span", { class: "sr" }, ui("only_you"))) : null;
}

/** A smaller measure for names with long words, which are never broken. */
const measure = (name) => {
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  return longest > 10 ? "longest" : longest > 8 ? "long" : "";
};

export function card(one, scene, words, secrets) {
  const name = one.name ? words.text(one.name) : "";
  const text = one.text ? words.text(one.text) : "";
  const marks = (one.marks ?? []).map((mark) => named("mark", mark));
  const faceDown = one.face === false;
  const drawn = h("div", { class: ["card", faceDown ? "back" : "", named("card", one.look || "plain"), ...marks].join(" "), "data-id": one.id, "aria-label": faceDown ? ui("face_down") : [name, text].filter(Boolean).join(": ") },
    h("span", { class: "head" }, name ? h("b", { class: measure(name) }, name) : null, one.corner ? h("span", { class: "corner" }, one.corner) : null),
    text ? h("small", {}, text) : null,
    secretSign(one.id, secrets));
  seatColour(drawn, "--owner", one.owner);
  return drawn;
}

export function piece(token, scene, words, secrets) {
  const drawn = h("span", { class: ["loose", token.count === 0 ? "none" : "", ...(token.marks ?? []).map((mark) => named("mark", mark))].join(" "), "data-id": token.id, "aria-label": `${words.text(token.name) || words.icon(token.icon)}${token.count !== undefined && token.count !== 1 ? ` × ${token.count}` : ""}` },
    s("svg", { viewBox: viewBox(token), class: "piece", "aria-hidden": "true" }, ...(hasBase(token) ? baseFace : pieceFace)(token, scene.icons ?? {})),
    secretSign(token.id, secrets));
  seatColour(drawn, "--owner", token.owner);
  return drawn;
}

const viewBox = ({ width, depth }) => {
  const side = Math.max(width ?? 0, depth ?? 0) * 1.1;
  return side ? `${-side / 2} ${-side / 2} ${side} ${side}` : "-13 -13 28 28";
};

/** A tray with what lies in it; null where it is empty. */
export function tray(one, scene, words, secrets) {
  const cards = (scene.cards ?? []).filter((thing) => thing.on === one.id);
  const tokens = (scene.tokens ?? []).filter((thing) => thing.on === one.id);
  if (!cards.length && !tokens.length) return null;
  return h("div", { class: `tray ${named("tray", one.look || "plain")}`, "data-id": one.id },
    one.name ? h("h4", {}, words.text(one.name)) : null,
    h("div", { class: "lying" }, tokens.map((thing) => piece(thing, scene, words, secrets)), cards.map((thing) => card(thing, scene, words, secrets))));
}

/** Meters and trays of one seat, or of nobody (null). */
export function belongings(scene, seat, words, secrets) {
  return {
    meters: mine(scene.meters, seat).map((one) => meter(one, scene, words)),
    trays: mine(scene.trays, seat).map((one) => tray(one, scene, words, secrets)).filter(Boolean),
  };
}

/** What a person holds in secret is laid out large, the rest of theirs small. */
export const isHand = (node) => node.querySelector(".card .only-you") !== null;

/** Everybody at the table, with what lies at their seats; what is one's own lies in the dock. */
export function seats(frame, picture, words, secrets) {
  const scene = picture.scene;
  show(frame, picture.seats.map((seat, at) => {
    const own = at === picture.seat;
    const { meters, trays } = scene ? belongings(scene, at, words, secrets) : { meters: [], trays: [] };
    const asked = picture.waiting?.includes(at);
    const panel = h("article", { class: `seat${own ? " mine" : ""}${asked ? " asked" : ""}`, "data-seat": at, "aria-label": seat.name },
      h("header", {},
        h("span", { class: "disc", "aria-hidden": "true" }),
        h("h3", {}, seat.name),
        own ? h("span", { class: "tag you" }, ui("you")) : null,
        seat.bot ? h("span", { class: "note" }, ui("bot", { bot: words.bot(seat.bot) })) : null,
        !seat.bot && !seat.here ? h("span", { class: "tag away" }, ui("away")) : null,
        picture.outcome?.ranks[at] === 1 ? h("span", { class: "tag won" }, ui("won")) : null,
        asked ? h("span", { class: "tag asked" }, ui(own ? "your_turn" : "thinking")) : null,
        picture.answered?.includes(at) ? h("span", { class: "tag done" }, ui("ready")) : null),
      meters.length ? h("div", { class: "meters" }, meters) : null,
      own ? null : trays);
    seatColour(panel, "--owner", at);
    return panel;
  }));
}
