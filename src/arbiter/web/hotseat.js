// Several people at one device: each has a seat and a key of their own, and a curtain falls when the device goes round.

import { apply } from "./difference.js";
import { h, put } from "./dom.js";
import { Line } from "./line.js";
import { keepHere, keyFor, rememberSeat, seatsAt, seatsHere } from "./memory.js";
import { keep, pledgeFor } from "./pledges.js";
import { shape } from "./tinctures.js";
import { ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

/** Sit down for somebody else at this device; the line stays until the game has begun, to open that seat's chance. */
export function sitHere(table, seat, invitation, name, entropy) {
  const token = keyFor(invitation, entropy);
  let picture = null;
  let joined = false;
  const line = new Line(table, {
    greet: () => ({ type: "hello", token: joined ? token : invitation }),
    state: () => {},
    hear: (message) => {
      if (message.type === "table") picture = message.picture ?? apply(picture, message.change);
      if (message.type === "table" && !joined) line.send({ type: "join", name, pledge: pledgeFor(table, token, entropy), token });
      if (message.type === "seated") {
        joined = true;
        const { [seat]: _, ...left } = seatsHere(table);
        keepHere(table, left);
        rememberSeat(table, token, { hot: seat, name, status: "open" });
      }
      if (message.type !== "table" || picture.seat === null) return;
      const chance = keep(table, picture, token);
      if (chance) line.send({ type: "chance", entropy: chance });
      if (picture.status !== "open") line.close();
    },
  });
}

/** The seats at this device besides the one that is looked from. */
const others = (table, token) => seatsAt(table).filter((seat) => seat.hot !== undefined && seat.token !== token);

/** Let the curtain fall where another at this device is asked and the one who looks is not. True while it is down. */
export function curtain(table, token, picture, change) {
  const dialog = $("curtain");
  const next = picture.waiting?.includes(picture.seat) || picture.outcome ? null : others(table, token).find((seat) => picture.waiting?.includes(seat.hot));
  document.body.classList.toggle("curtained", !!next);
  if (!next) {
    if (dialog.open) dialog.close();
    return false;
  }
  const name = picture.seats[next.hot].name;
  put(dialog.querySelector(".body"), shape(next.hot),
    h("h2", {}, ui("hand_to", { name })), h("p", {}, ui("hand_about")),
    h("button", { type: "button", class: "primary", "data-act": "mine", onclick: () => change(next.token) }, ui("i_am", { name })));
  if (!dialog.open) dialog.showModal();
  return true;
}
