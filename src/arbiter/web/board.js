// The boards of a scene: the one where something happens, the others in small, and what can be clicked on them.

import { Camera } from "./camera.js";
import { h, put, show, sign } from "./dom.js";
import { foresee } from "./foresight.js";
import { lastMove, movesBetween, troubled, walk } from "./motion.js";
import { Overview } from "./overview.js";
import { bounds } from "./shapes.js";
import { Sheet } from "./sheet.js";

/** How large a piece should be on the screen, where a board is so large that one has to look closer. */
const CLOSE = 42;

/** So many times closer one would have to look before a board is shown in part by itself. */
const TINY = 2.2;

/** So far past a board's edge one may look where eyes follow something, as a part of half the sight. */
const PAST = 0.6;

/** So far from what eyes follow the middle of what is in sight may be, as a part of half the sight: the nearest first. */
const STEPS = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6];

/** Nobody steps further back than this, as a part of how close pieces are seen well, to have whom eyes follow in sight as well. */
const TOGETHER = 0.7;

/** Coming closer by less than this is not worth losing sight of the rest. */
const WORTH = 1.5;

/** Where a field is too small to see it all at a glance: there eyes follow the units that move. */
const NARROW = matchMedia("(max-width: 700px)");

/** A scene taken apart by its boards. */
export function boardsOf(scene) {
  const boards = (scene.boards?.length ? scene.boards : [{ id: "", size: scene.size }]).map((board) => ({ ...board, regions: [], tokens: [], overlays: [], links: [] }));
  const byId = new Map(boards.map((board) => [board.id, board]));
  const at = new Map();
  for (const region of scene.regions ?? []) {
    const board = byId.get(region.board ?? "");
    board?.regions.push(region);
    at.set(region.id, board);
  }
  for (const token of scene.tokens ?? []) {
    const board = at.get(token.on) ?? (token.at ? byId.get(token.on) : undefined);
    board?.tokens.push(token);
    at.set(token.id, board);
  }
  for (const one of scene.overlays ?? []) {
    byId.get(one.board ?? "")?.overlays.push(one);
    at.set(one.id, byId.get(one.board ?? ""));
  }
  for (const link of scene.links ?? []) if (at.get(link.start) === at.get(link.end)) at.get(link.start)?.links.push(link);
  return { boards, at };
}

export class Board {
  /** `pick` hears the id of a thing clicked; `tell` says what a thing is to be called; `words` are the interface's. */
  constructor(frame, { pick, tell, words }) {
    this.pick = pick;
    this.tell = tell;
    this.words = words;
    this.frame = frame;
    this.sheets = new Map();
    this.targets = new Set();
    this.subjects = new Set();
    this.stage = h("div", { class: "stage" });
    this.menuBox = h("div", { class: "menu", role: "menu", hidden: true });
    this.overview = new Overview({ words, go: (id) => this.go(id), look: (id, at) => this.sheets.get(id)?.camera.zoom > 1 && this.sheets.get(id).camera.fly(this.camera.zoom, at) });
    // The units that something happened to.
    this.trouble = [];
    // Of what is placed, once a hand has brought it.
    this.ghost = null;
    const button = (name, act) => h("button", { type: "button", "data-zoom": name, "aria-label": words(`zoom_${name}`), title: words(`zoom_${name}`), onclick: () => act() }, { in: "+", out: "−", fit: "⤢" }[name]);
    const bare = h("button", { type: "button", "data-zoom": "bare", "aria-pressed": "false", "aria-label": words("hide_pieces"), title: words("hide_pieces"), onclick: () => bare.setAttribute("aria-pressed", String(this.stage.classList.toggle("bare"))) }, sign("bare"));
    this.tools = h("div", { class: "zoom", role: "group", "aria-label": words("zoom") }, bare,
      button("in", () => this.camera.closer(1.3)), button("out", () => this.camera.closer(1 / 1.3)), button("fit", () => { this.camera.chosen = true; this.camera.fit(); }), this.followButton());
    addEventListener("resize", () => {
      this.followed = null;
      if (!this.scene) return;
      this.follow();
      this.attend(this.targets);
    });
    put(frame, this.overview.node, this.stage, this.tools, this.menuBox);
  }

  /** Where eyes follow something: back to it, from wherever one has looked meanwhile. */
  followButton() {
    this.back = h("button", { type: "button", "data-zoom": "follow", hidden: true, "aria-label": this.words("zoom_follow"), title: this.words("zoom_follow"), onclick: () => {
      this.camera.chosen = false;
      this.followed = null;
      this.follow();
      this.attend(this.trouble);
    } }, sign("follow"));
    return this.back;
  }

  /** Whether there is anything to be seen on any board. A game of cards alone needs none. */
  get bare() {
    return this.boards.every((board) => !board.name && !board.regions.length && !board.tokens.length && !board.overlays.length);
  }

  get sheet() {
    return this.sheets.get(this.shown);
  }

  get camera() {
    return this.sheet.camera;
  }

  /** Show a scene as what has come of another, whatever was shown before. */
  after(scene) {
    this.scene = scene;
    this.moves = [];
  }

  draw(scene) {
    const moves = movesBetween(this.scene, scene);
    const trouble = NARROW.matches && !scene.follow ? troubled(this.scene, scene) : [];
    if (trouble.length) this.trouble = trouble;
    if (this.scene && moves.length) this.moves = moves;
    this.scene = scene;
    const { boards, at } = boardsOf(scene);
    this.boards = boards;
    this.at = at;
    for (const id of [...this.sheets.keys()]) if (!boards.some((board) => board.id === id)) this.sheets.delete(id);
    const followed = scene.focus !== this.focus ? scene.focus : undefined;
    this.focus = scene.focus;
    const wanted = followed ?? this.shown;
    this.show(boards.some(({ id }) => id === wanted) ? wanted : boards[0].id);
    walk(this.sheet, moves);
    this.overview.draw(boards, boards.map((board) => (board.name ? this.tell(board, true) : "")));
    this.mark();
    this.follow();
    this.attend(trouble);
  }

  /** Go to what eyes follow, where it is too small or out of sight. Whoever looks elsewhere by choice is left there. */
  follow() {
    const { follow } = this.scene;
    this.back.hidden = !follow && !this.trouble.length;
    const at = this.sheet.middle(follow);
    const spot = `${follow} ${at}`;
    if (!at || this.followed === spot) return;
    const first = this.followed === undefined;
    this.followed = spot;
    const close = this.camera.near(this.sheet.piece, CLOSE);
    this.camera.past = PAST;
    if (close > 1 && !this.camera.chosen) this.camera[first ? "look" : "fly"](close, this.amid(at, close));
  }

  /** Where to look so close at a point: about the middle of what is in sight. On a road it is where most of that is seen, what lies
   * ahead before what lies behind, and no more bare ground on one side than on the other. Who sees nearly as much goes on looking where he does. */
  amid(at, zoom) {
    const { camera } = this;
    const reach = camera.reach(zoom);
    const within = (spot, middle, part = 1) => spot.every((n, axis) => Math.abs(n - middle[axis]) <= reach[axis] * part);
    const there = Math.abs(camera.zoom / zoom - 1) < 0.05;
    const { regions, links } = this.sheet.board;
    const road = new Set(links.flatMap(({ look, start, end }) => (look === "way" ? [start, end] : [])));
    if (!road.size) return there && within(at, camera.middle, 0.5) ? camera.middle : camera.held(zoom, at);
    const places = regions.filter(({ id }) => road.has(id));
    const here = places.findIndex((place) => place.at.every((n, axis) => Math.abs(n - at[axis]) <= this.sheet.piece));
    const seen = (middle) => places.reduce((sum, place, n) => sum + (place.outline.every((spot) => within(spot, middle)) ? (n > here ? 2 : 1) : 0), within(at, middle, 0.75) ? 0 : -999);
    const tries = STEPS.flatMap((x) => STEPS.map((y) => camera.held(zoom, [at[0] + x * reach[0], at[1] + y * reach[1]])));
    const best = tries.reduce((most, one) => (seen(one) > seen(most) ? one : most));
    if (there && seen(camera.middle) >= 0.8 * seen(best)) return camera.middle;
    const box = bounds([at, ...places.filter((place) => within(place.at, best)).flatMap(({ outline }) => outline)]);
    return best.map((n, axis) => (box[axis + 2] - box[axis] <= reach[axis] * 2 ? (box[axis] + box[axis + 2]) / 2 : n));
  }

  /** Have all of these things in sight, and these spots, where they are on the board that is shown, with whom eyes follow where that is near; closer where they are tiny there. */
  attend(ids, spots = []) {
    const around = [...spots, ...[...ids].flatMap((id) => this.sheet?.around(id) ?? [])];
    if (!around.length || this.camera.chosen) return;
    const { camera } = this;
    this.cover();
    const close = camera.near(this.sheet.sizeOf([...ids]), CLOSE);
    const both = bounds([...around, ...(this.sheet.around(this.scene.follow) ?? [])]);
    const box = camera.closest(both) > close * TOGETHER ? both : bounds(around);
    if (camera.zoom === 1 ? close > TINY && camera.closest(box) > WORTH : !camera.shows(box)) camera.frame(box, Math.max(close, camera.zoom));
  }

  /** The question covers more or less than it did: the whole board keeps clear of it. */
  cover() {
    const covered = this.scene ? this.covered() : 0;
    if (!this.sheet || covered === this.camera.covered) return;
    this.camera.covered = covered;
    if (this.camera.zoom === 1) this.camera.fit();
  }

  /** How many pixels of the stage's lower part lie under the question of a phone, and under what stands on it. */
  covered() {
    const [stage, ask, dock] = [this.stage, ...["ask", "dock"].map((id) => document.getElementById(id))].map((node) => node?.getBoundingClientRect());
    return ask?.height && ask.left < stage.right ? Math.max(0, stage.bottom - Math.max(stage.top, ask.top - (dock?.height ?? 0))) : 0;
  }

  /** Somebody wants to see a board. */
  go(id) {
    this.closeMenu();
    this.show(id);
    this.offer(this.targets, this.subjects);
    this.ghost?.draw();
  }

  show(id) {
    this.shown = id;
    const board = this.boards.find((one) => one.id === id);
    const sheet = this.sheets.get(id) ?? this.open(id);
    sheet.draw(board, this.scene.icons ?? {}, this.scene.follow);
    sheet.svg.setAttribute("aria-label", (board.name && this.tell(board, true)) || this.words("the_board"));
    this.settle(sheet);
    if (this.stage.firstChild !== sheet.svg) put(this.stage, sheet.svg);
    show(sheet.layers.last, lastMove(sheet, this.moves ?? []));
  }

  /** Show what an option would come to; nothing any more without one. */
  foresee(option) {
    foresee(this.sheet, option, this.scene, (one) => this.tell(one, true));
    this.sheet?.thin();
  }

  /** Look closer at what is under the pointer for a while; `false` looks as before. */
  magnify(at) {
    if (!this.sheet) return;
    const { camera } = this;
    this.stage.classList.toggle("near", !!at);
    if (at && !this.before) {
      const { chosen } = camera;
      this.before = [camera.zoom, camera.middle];
      camera.closer(2.4, camera.pointAt(...at));
      camera.chosen = chosen;
    } else if (!at && this.before) {
      camera.look(...this.before);
      this.before = null;
    }
  }

  /** What is called the whole of a board only ever grows while its size stays, so that nothing jumps in between. */
  settle(sheet, more = []) {
    const size = String(sheet.board.size);
    const boxes = [sheet.whole(), ...(sheet.size === size ? [sheet.home] : []), ...more];
    sheet.size = size;
    sheet.home = [0, 1, 2, 3].map((side) => (side < 2 ? Math.min : Math.max)(...boxes.map((box) => box[side])));
    sheet.camera.setHome(sheet.home);
  }

  open(id) {
    const sheet = new Sheet(this.tell);
    sheet.camera = new Camera(sheet.svg, { changed: () => this.shown === id && this.moved(), scaled: (unit) => sheet.seenAt(unit), drags: () => !this.ghost?.drags });
    sheet.svg.addEventListener("click", (event) => this.clicked(event));
    sheet.svg.addEventListener("keydown", (event) => this.pressed(event));
    this.ghost?.watch(sheet);
    this.sheets.set(id, sheet);
    return sheet;
  }

  /** Another part of the board has come in sight. */
  moved() {
    this.closeMenu();
    this.ghost?.move();
    this.mark();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.sheet?.thin(), 150); // names keep to what is in sight
  }

  mark() {
    const offered = new Set([...this.targets].map((id) => this.at?.get(id)?.id).filter((id) => id !== undefined));
    const zoomed = this.camera.zoom > 1;
    this.overview.mark({ shown: this.shown, sight: this.camera.sight, zoomed, offered, focus: this.focus });
    this.overview.settle(this.stage, (...box) => this.under(...box));
    this.tools.querySelector("[data-zoom=out]").disabled = !zoomed;
    this.tools.querySelector("[data-zoom=fit]").disabled = !zoomed;
  }

  /** How much lies under a box of the screen: pieces and what can be clicked count most. */
  under(left, top, right, bottom) {
    const [from, to] = [this.camera.pointAt(left, top), this.camera.pointAt(right, bottom)];
    const inside = (at) => at && at[0] >= from[0] && at[0] <= to[0] && at[1] >= from[1] && at[1] <= to[1];
    const pieces = [...this.sheet.standing.values()].filter(({ at }) => inside(at)).length;
    const near = ({ outline }) => outline.some(inside);
    const regions = this.sheet.board.regions.filter((region) => inside(region.at) || (region.corner && near(region)));
    return pieces * 4 + regions.length + regions.filter(({ id }) => this.targets.has(id)).length * 2;
  }

  clicked(event) {
    if (this.ghost?.hand) return;
    const thing = event.target.closest("[data-id]");
    this.closeMenu();
    if (thing) this.pick(thing.dataset.id);
  }

  pressed(event) {
    if ((event.key !== "Enter" && event.key !== " ") || !event.target.dataset.id || this.ghost?.hand) return;
    event.preventDefault();
    event.stopPropagation();
    this.byKey = true;
    this.pick(event.target.dataset.id);
    this.byKey = false;
  }

  /** Keys that move the board; true where one was used. */
  key(event) {
    return !!this.sheet && this.camera.key(event);
  }

  /** Mark what can be clicked now, and what the options are about. */
  offer(targets, subjects = new Set()) {
    this.targets = targets;
    this.subjects = subjects;
    this.sheet?.offer(targets, subjects);
    if (this.sheet) this.mark();
  }

  point(ids = []) {
    this.sheet?.point(ids);
  }

  /** Mark what the armed answer is about. */
  arm(ids) {
    this.sheet?.arm(ids);
  }

  /** Let a hand place something: its ghost follows the pointer on the board it is meant for. */
  place(hand) {
    if (hand && hand !== this.ghost?.hand) {
      const wanted = hand.token?.on ?? this.focus ?? "";
      if (wanted !== this.shown && this.boards.some(({ id }) => id === wanted)) this.show(wanted);
      this.settle(this.sheet, [hand.box]);
      hand.board = this.shown;
    }
    if (hand && !this.ghost) this.haunt(hand);
    this.ghost?.take(hand);
  }

  /** The first hand brings the ghost along, which games without places never need. */
  haunt(hand) {
    this.ghost = hand.ghostOn(this);
    this.frame.insertBefore(this.ghost.bubble, this.menuBox);
    for (const sheet of this.sheets.values()) this.ghost.watch(sheet);
  }

  /** Whether any of these things is on a board. */
  shows(ids) {
    return [...ids].some((id) => this.at?.get(id));
  }

  /** A small menu beside a thing, for options that no other thing on the board tells apart. */
  menu(id, items) {
    const thing = this.sheet.thing(id);
    if (!thing) return;
    put(this.menuBox, items.map(({ words, choose }) => h("button", { type: "button", role: "menuitem", onclick: () => { this.closeMenu(); choose(); } }, words)));
    this.menuBox.hidden = false;
    const frame = this.frame.getBoundingClientRect();
    const at = thing.getBoundingClientRect();
    const [wide, high] = [this.menuBox.offsetWidth, this.menuBox.offsetHeight];
    const x = Math.max(4, Math.min(at.left + at.width / 2 - frame.left - wide / 2, frame.width - wide - 4));
    const y = Math.max(4, Math.min(at.top + at.height / 2 - frame.top + 12, frame.height - high - 4));
    this.menuBox.style.setProperty("left", `${x}px`);
    this.menuBox.style.setProperty("top", `${y}px`);
    if (this.byKey) this.menuBox.firstChild.focus();
  }

  closeMenu() {
    this.menuBox.hidden = true;
  }
}
