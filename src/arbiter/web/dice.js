// How the dice can be checked: fetched when somebody asks.

import { verdict } from "./check.js";
import { h, put } from "./dom.js";
import { saveLink } from "./panels.js";
import { ui } from "./ui.js";

/** How the dice can be checked. */
export function dice(dialog, picture, table) {
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))];
  put(dialog.querySelector(".body"),
    h("p", {}, ui("dice_about")),
    h("dl", {},
      row(ui("dice_mark"), picture.commitment),
      Object.entries(picture.entropy ?? {}).map(([at, text]) => row(ui("dice_added", { name: picture.seats[at]?.name ?? at }), text)),
      picture.seed ? row(ui("dice_open"), picture.seed) : [h("dt", {}, ui("dice_seed")), h("dd", {}, ui("dice_later"))]),
    picture.status === "over" ? verdict(table) : null,
    picture.status === "over" ? h("p", {}, saveLink(table), " ", ui("dice_check"), " ", h("code", {}, "arbiter verify FILE")) : null);
}
