// Several people at one device: each has a seat and a key of their own, and a curtain falls when the device goes round.

import { h, put } from "./dom.js";
import { seatsAt } from "./memory.js";
import { shape } from "./tinctures.js";
import { ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

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
