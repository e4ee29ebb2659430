// What is shown of a table and asks nothing: the boards, what lies beside them, the seats, and what happened.

import { Board } from "./board.js";
import { describe, find, inOneLine, ruleOf } from "./describe.js";
import { roomy, wholeSentences } from "./dock.js";
import { h, show } from "./dom.js";
import { Log } from "./log.js";
import { Flights } from "./motion.js";
import { Tip } from "./panels.js";
import { apart, belongings, isHand, seats as showSeats } from "./pieces.js";
import { changes, read } from "./reading.js";
import { reveal } from "./reveal.js";
import { parts, say, single } from "./say.js";
import { seatColour, wear } from "./tinctures.js";
import { house, knows, ui } from "./ui.js";

const $ = (id) => document.getElementById(id);

const WIDE = matchMedia("(min-width: 1100px)");

const overflows = (node) => node?.scrollHeight > node?.clientHeight;

/** The words in which a display speaks: the game's, with the names of those who sit there. */
function voice(display) {
  /** What the house says of a game is said in the interface's words, all else in the game's. */
  const spoken = (key) => (key.startsWith("web.") ? house() : display.book.catalogue);
  const words = {
    name: (seat) => display.picture?.seats[seat]?.name || ui("seat", { n: seat + 1 }),
    bot: (name) => (knows(`bots.${name}`) ? ui(`bots.${name}`) : name),
    has: (key) => key in display.book.catalogue,
    icon: (icon) => display.book.catalogue[`icon.${icon}`] ?? "",
    mark: (mark) => display.book.catalogue[`mark.${mark}`] ?? mark,
    say: (key, args) => say(spoken(key), key, args ?? {}, words.name),
    parts: (key, args) => parts(spoken(key), key, args ?? {}, words.name),
    text: (text) => (text ? words.say(text.key, text.args) : ""),
    /** What something is called where there is little room; nothing where the game has no words for that. */
    short: (text) => (text && words.has(`${text.key}.short`) ? words.say(`${text.key}.short`, text.args) : ""),
    /** A name beside a number: in the singular where the number takes it and the game has a word for it. */
    counted: ({ key, args }, n) => words.say(single(n, display.book.catalogue.language) && words.has(`${key}.one`) ? `${key}.one` : key, args),
    /** Why something was refused, with the rule that refuses it. */
    refusal: ({ key, args, reason, rule }) => {
      const catalogue = { ...house(), ...display.book?.catalogue };
      const said = key && key in catalogue ? say(catalogue, key, args ?? {}, words.name) : reason;
      return rule ? `${said} (${rule})` : said;
    },
  };
  return words;
}

export class Display {
  /** `pick` hears the id of a thing on a board that was clicked, `laid` that what lies beside it was laid out anew. */
  constructor({ pick = () => {}, laid = () => {} } = {}) {
    this.picture = null;
    this.book = null;
    this.secrets = new Set(); // the ids of what only this seat sees
    this.words = voice(this);
    this.board = new Board($("board"), { pick, words: ui, tell: (thing, part) => (part ? this.words[part === "short" ? "short" : "text"](thing.name) : inOneLine(this.known(thing))) });
    this.log = new Log($("log"));
    this.flights = new Flights($("main"));
    // The way past what stands before leads through no address: that of a table is somebody's seat, that of a replay a moment.
    const skip = document.querySelector(".skip");
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      const goal = document.querySelector(skip.hash);
      goal.tabIndex = -1;
      goal.focus();
    });
    const again = () => {
      if (!this.picture?.scene) return;
      this.lay();
      laid();
    };
    new ResizeObserver(again).observe($("dock"));
    document.fonts.addEventListener("loadingdone", again); // other letters need another room
    this.tip = new Tip((thing) => {
      const found = this.book && this.thing(thing);
      return found && { thing: found, known: this.known(found), scene: this.picture.scene, words: this.words };
    });
  }

  /** Lay out what lies beside the board: for all, at the seats, and before oneself. */
  lay() {
    const { picture, words, secrets } = this;
    const of = (seat) => belongings(picture.scene, seat, words, secrets);
    const common = of(null);
    const own = picture.seat === null ? [] : of(picture.seat).trays.sort((a, b) => Number(isHand(b)) - Number(isHand(a)));
    for (const frame of [$("seats"), $("me")]) frame.classList.remove("crowded");
    // Where the others sit in a column there is room for the piles below them, and the dock is one's own.
    const [forAll, piles] = picture.seat === null ? [h("div", { class: "piles", "data-key": "piles" }, common.trays)] : apart(common.trays);
    const below = WIDE.matches && piles;
    const { laid, told } = roomy($("dock"), own, below ? forAll : common.trays);
    show($("strip"), common.meters);
    // Who only looks on holds nothing: what lies for all is told in a line, and the board has the room.
    $("main").classList.toggle("onlooker", picture.seat === null);
    show($("common"), forAll, below ? null : piles);
    showSeats($("seats"), $("me"), picture, words, secrets, told, below);
    show($("own"), laid);
    $("seats").classList.toggle("crowded", overflows($("seats")));
    $("me").classList.toggle("crowded", overflows($("me").firstChild));
    wholeSentences($("dock"));
    seatColour($("dock"), "--mine", picture.seat);
  }

  known(thing) {
    return { ...describe(thing, this.words, ui, this.secrets.has(thing.id)), rule: this.book && ruleOf(thing, this.book) };
  }

  /** The thing of that id, where there is one, or where there would be. */
  thing(id) {
    return this.picture?.scene && (find(this.picture.scene, id) ?? find(this.board.sheet?.told ?? {}, id));
  }

  /** From here on this picture is meant; `told` is what the log did not know before it, `news` what just happened. */
  hear(picture, told, news = told?.from ? told.events : []) {
    const names = JSON.stringify(this.picture?.seats.map((seat) => seat.name));
    this.picture = picture;
    const renamed = names !== JSON.stringify(picture.seats.map((seat) => seat.name));
    const dressed = picture.scene && wear(picture.scene.colours);
    if (told) this.log.hear(told, this.words);
    this.revealed = !!told && reveal($("reveal"), news, this.words);
    if ((renamed || dressed) && this.log.events.length) this.log.again(this.words);
  }

  /** Draw a picture of the past, at which nothing can be done. */
  drawPast() {
    $("reveal").hidden = !this.revealed;
    this.draw();
    this.board.offer(new Set());
    this.log.atEnd = true;
    this.log.settle();
  }

  /** Draw the picture. */
  draw() {
    const { picture, board, words } = this;
    const scene = picture.scene;
    const before = board.scene;
    this.secrets = new Set(picture.secrets);
    // What was there once stays, even when empty: the board keeps its size. It has to have it before anybody looks closer.
    if (scene.meters?.some(({ owner }) => (owner ?? null) === null)) $("strip").hidden = false;
    if (scene.trays?.length) $("main").classList.remove("trayless");
    this.flights.before(board);
    board.draw(scene);
    $("main").classList.toggle("boardless", board.bare && !picture.asks.some((ask) => ask.kind === "place"));
    this.lay();
    this.flights.after(board);
    read($("reading"), scene, words, ui);
    $("changes").textContent = before ? changes(before, scene, words, ui).join("; ") : "";
  }
}
