// One board as SVG: its regions, links, overlays and pieces, each kept by its id, and what of it can be clicked.

import { MARKS, icon, named, put, s, show } from "./dom.js";
import { baseFace, groundColour, hasBase, pieceClass, pieceFace } from "./faces.js";
import { MOST, badgeOf, regionNames, shieldOf } from "./names.js";
import { head, isUnder, overlay } from "./overlays.js";
import { area, bounds, isLand, layout, overlap, points, within } from "./shapes.js";
import { Terrain } from "./terrain.js";
import { seatColour } from "./tinctures.js";

const LAYERS = ["coast", "field", "regions", "roads", "edges", "emblems", "badges", "under", "areas", "labels", "last", "pieces", "called", "arrows", "over", "foreseen", "ghosts"];
const NEAR = 22;
// Pixels under which a base is only its colour.
const FAR = 4;

/** Where the name of a realm may stand, from its middle, in letters: the nearest first. */
const REALM = Array.from({ length: 15 * 17 }, (_, n) => [(n % 15) - 7, Math.floor(n / 15) * 0.6 - 4.8]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
let clips = 0;
// How units are called; fetched where there are any.
let calling = null;

export class Sheet {
  /** `tell` says a thing, or a part of it: its name, or what it is called where there is little room ("short"). */
  constructor(tell) {
    this.tell = tell;
    this.land = new Map();
    this.standing = new Map();
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: name })]));
    this.defs = s("defs");
    this.terrain = new Terrain(this.defs);
    this.rooms = new Map();
    this.armed = [];
    // The regions that can be clicked, and those that are meant just now.
    this.wanted = { offered: new Set(), meant: new Set() };
    this.svg = s("svg", { class: "scene", role: "group", tabindex: "0" }, this.defs, Object.values(this.layers));
    for (const [name, on] of [["focusin", true], ["focusout", false]]) {
      this.svg.addEventListener(name, ({ target }) => target.dataset.id && this.mark(target, "focused", on && target.matches(":focus-visible")));
    }
  }

  /** `board` is one board's part of the scene: its size, regions, links, overlays, and the tokens that stand on it; `follow` is the token that eyes follow. */
  draw(board, icons, follow) {
    this.board = board;
    this.icons = icons;
    this.piece = pieceSize(board.regions, board.size);
    this.terrain.measure(this.piece);
    // Where whoever is followed is.
    this.visited = new Set(board.tokens.filter(({ id }) => id === follow).map(({ on }) => on));
    this.drawField();
    this.drawLand();
    this.drawPieces();
    this.drawLinks();
    const drawn = board.overlays.map((one) => [one, overlay(one, this.piece, this.tell(one, true))]);
    show(this.layers.under, drawn.filter(([one]) => isUnder(one)).map(([, group]) => group));
    show(this.layers.over, drawn.filter(([one]) => !isUnder(one)).map(([, group]) => group));
    this.seeNear();
    this.thin();
  }

  region(id) {
    return this.land.get(id)?.region;
  }

  /** The realms' names keep to their own land, off each other and off all other names, pieces and emblems: higher or lower, to the side,
   * smaller, else over emblems. One that finds no room is not written; closer by there is more of it. */
  drawRealms() {
    const { regions } = this.board;
    const about = ([x, y], half) => [x - half, y - half, x + half, y + half];
    const emblems = regions.filter(({ icon: kind }) => kind).map(({ at }) => about(at, this.piece * 0.7));
    const taken = [...this.boxesOfNames(), ...[...this.standing.values()].map(({ at }) => about(at, this.piece / 2))];
    const land = regions.filter(isLand);
    const onLand = (land, level, spots) => {
      const ground = land.flatMap(({ outline }) => within(outline, level));
      return spots.every((x) => ground.some(([from, to]) => from <= x && x <= to));
    };
    for (const text of this.layers.over.querySelectorAll(".look-realm .name")) {
      const own = this.board.overlays.find(({ id }) => id === text.parentNode.dataset.id)?.within;
      const realm = own ? land.filter(({ id }) => own.includes(id)) : land;
      const [x, y] = (text.at ??= [Number(text.getAttribute("x")), Number(text.getAttribute("y"))]);
      const sizes = [0.56, 0.44, 0.34].map((part) => Math.max(13 * (this.unit ?? 0), Math.min(part * this.piece, MOST * this.unit || Infinity)));
      const all = [...new Set(sizes)].flatMap((size) => REALM.map(([across, down]) => [size, x + across * size, y + down * size]));
      const free = (others) => ([size, middle, level]) => {
        const half = text.textContent.length * size * 0.38;
        const box = [middle - half, level - size * 0.5, middle + half, level + size * 0.45];
        const spots = [-1, -0.5, 0, 0.5, 1].map((part) => middle + part * half);
        return !others.some((other) => overlap(box, other)) && onLand(land, box[1], spots) && onLand(land, box[3], spots) && onLand(realm, level, spots.slice(2, 3)) && taken.push([box[0], box[1] - size, box[2], box[3] + size]);
      };
      const found = all.find(free([...taken, ...emblems])) ?? all.find(free(taken));
      text.style.visibility = found ? "" : "hidden";
      if (!found) continue;
      text.style.fontSize = `${found[0]}px`;
      text.setAttribute("x", found[1]);
      text.setAttribute("y", found[2]);
    }
  }

  /** Whether most of what lies on the board was drawn by hand: then it is a map, with a coast. */
  get coastal() {
    return this.board.regions.filter(isLand).length * 2 > this.board.regions.length;
  }

  /** Whether what lies on the board leaves most of it bare. Around land there is the sea, however much of it. */
  get sparse() {
    const { regions, size: [wide, high] } = this.board;
    return !this.coastal && regions.reduce((sum, { outline }) => sum + area(outline), 0) < 0.4 * wide * high;
  }

  /** Left, top, right and bottom of all there is, without empty margins; a sparse board is shown whole. */
  whole() {
    const { regions, size: [wide, high], overlays, tokens } = this.board;
    const spots = regions.flatMap((region) => region.outline);
    const [left, top, right, bottom] = bounds(spots);
    const box = this.sparse || overlays.length || tokens.some((token) => token.at) ? [0, 0, wide, high] : [left, top, right, bottom];
    const edge = Math.max(box[2] - box[0], box[3] - box[1]) * 0.012;
    return [box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge];
  }

  /** A board without regions is a field, and is seen to end somewhere. */
  drawField() {
    const { regions, tokens, overlays, size: [width, height], look } = this.board;
    const field = (!regions.length || this.sparse) && (tokens.length || overlays.length || this.board.id) && s("rect", { class: `field ${named("look", look || "plain")}`, width, height });
    if (field) groundColour(field, look);
    show(this.layers.field, field || null);
    // What reaches over the edge of a field is of no use to anybody.
    this.edge ??= s("clipPath", { id: `clip-${(clips += 1)}` }, s("rect", { width, height }));
    if (!this.edge.parentNode) this.defs.append(this.edge);
    this.layers.under.setAttribute("clip-path", field ? `url(#${this.edge.id})` : "none");
  }

  drawLand() {
    const { regions } = this.board;
    const gone = new Set(this.land.keys());
    for (const region of regions) {
      gone.delete(region.id);
      const still = JSON.stringify([region.outline, region.at, region.look, region.icon, this.piece]);
      const known = this.land.get(region.id);
      if (known?.still !== still) {
        known?.parts.forEach((part) => part.remove());
        this.land.set(region.id, { ...this.makeRegion(region), still });
      }
      this.land.get(region.id).region = region;
      this.dressRegion(region);
    }
    for (const id of gone) {
      this.land.get(id).parts.forEach((part) => part.remove());
      this.land.delete(id);
    }
    const order = regions.map(({ id }) => this.land.get(id));
    inOrder(this.layers.regions, order.map(({ group }) => group));
    if (gone.size || this.layers.edges.childElementCount !== order.length) put(this.layers.edges, order.map(({ edge }) => edge));
    inOrder(this.layers.emblems, order.map(({ emblem }) => emblem).filter(Boolean));
    this.drawCoast();
  }

  /** Land that was drawn by hand has a coast: a double line, and the sea along it and as far as one sees. About tiles the country goes on. */
  drawCoast() {
    const tiles = this.board.regions.some(({ look }) => look === "tile");
    const land = this.coastal ? this.board.regions.filter(isLand) : tiles ? this.board.regions : [];
    const outlines = land.map(({ outline }) => points(outline));
    const drawn = JSON.stringify([outlines, this.piece]);
    if (this.coast === drawn) return;
    this.coast = drawn;
    const shores = (name, props = {}) => outlines.map((spots) => s("polygon", { class: name, points: spots, ...props }));
    const [left, top, right, bottom] = bounds(land.flatMap(({ outline }) => outline));
    const [wide, high] = [right - left, bottom - top];
    const open = (name, fill) => s("rect", { class: name, x: left - wide * 2, y: top - high * 2, width: wide * 5, height: high * 5, fill });
    const sea = () => [open("open-sea", this.terrain.sea()), shores("sea", { stroke: this.terrain.sea(), "stroke-width": this.piece * 2.2 }), shores("shore far"), shores("shallows"), shores("shore")];
    put(this.layers.coast, !land.length ? [] : this.coastal ? sea() : open("open-land", this.terrain.fill("tile")));
  }

  makeRegion(region) {
    const clip = `clip-${(clips += 1)}`;
    const shape = (name, props = {}) => s("polygon", { class: name, points: points(region.outline), ...props });
    const inside = { "clip-path": `url(#${clip})` };
    const cut = s("clipPath", { id: clip }, shape(""));
    this.defs.append(cut);
    const ruled = !isLand(region);
    const drawn = ruled && region.icon ? null : this.terrain.fill(region.look || "");
    const group = s("g", { class: `region ${named("look", region.look || "plain")}`, "data-id": region.id },
      shape("ground"), shape("tint"), drawn && shape("terrain", { fill: drawn }), shape("held", inside));
    groundColour(group, region.look);
    // Edges lie over all land but within their own region, so that no neighbour hides the mark that it can be clicked.
    const edge = s("g", { class: `edge${ruled ? " ruled" : ""}`, ...inside }, shape("hair"), shape("line"));
    const side = this.piece * (ruled ? 1.35 : 2.1);
    const emblem = region.icon
      ? s("g", { class: `emblem ${ruled ? "ruled " : ""}${named("look", region.look)}` },
        icon(this.icons, region.icon, { x: region.at[0] - side / 2, y: region.at[1] - side / 2, width: side, height: side }),
        s("path", { class: "banner", d: "M-.5-9H.5V3H-.5ZM.5-9H8L6-6.5 8-4H.5Z", transform: `translate(${region.at[0]} ${region.at[1] - side * 0.52}) scale(${side / 22})` }))
      : null;
    return { group, edge, emblem, parts: [cut, group, edge, emblem].filter(Boolean) };
  }

  dressRegion(region) {
    const { group, emblem } = this.land.get(region.id);
    const is = (seat) => seat !== undefined && seat !== null;
    const taken = is(region.owner) && is(region.holder) && region.owner !== region.holder;
    for (const one of [group, emblem].filter(Boolean)) {
      seatColour(one, "--owner", region.owner);
      seatColour(one, "--holder", region.holder);
      one.classList.toggle("taken", taken);
    }
    group.classList.toggle("owned", is(region.owner));
    group.classList.toggle("is-held", is(region.holder));
    group.setAttribute("aria-label", this.tell(region));
  }

  drawPieces() {
    const { regions, tokens } = this.board;
    const gone = new Set(this.standing.keys());
    const stand = (token, spot, size) => {
      gone.delete(token.id);
      this.drawPiece(token, spot, size);
    };
    const laid = new Map();
    for (const token of tokens) {
      if (token.at) stand(token, token.at, this.piece);
      else laid.set(token.on, [...(laid.get(token.on) ?? []), token]);
    }
    for (const region of regions) {
      const here = laid.get(region.id) ?? [];
      const room = layout(region, here.length, this.piece);
      here.forEach((token, at) => stand(token, room.spots[at], room.size));
      this.rooms.set(region.id, here.length || !region.icon ? room : { ...room, top: room.top - this.piece * 0.85, bottom: room.bottom + this.piece * 0.75 });
      this.land.get(region.id).emblem?.classList.toggle("under", here.length > 0);
    }
    this.write();
    for (const id of gone) {
      const old = this.standing.get(id);
      this.standing.delete(id);
      old.classList.add("leaving");
      old.removeAttribute("data-id");
      setTimeout(() => old.remove(), 350);
    }
  }

  /** Write names and badges, large enough to be read from where one looks. */
  write() {
    const { regions } = this.board;
    const unit = this.unit ?? 0;
    const room = ({ id }) => this.rooms.get(id);
    const shields = new Map(regions.filter((region) => isLand(region) && !room(region).spots.length).map((region) => [region.id, shieldOf(region, this.piece, room(region))]));
    /** The room that a name has to leave: what stands there, and a shield over it. */
    const taken = (region) => (shields.get(region.id) ? { ...room(region), top: room(region).top - this.piece * 0.75 } : room(region));
    const standing = regions.flatMap((region) => room(region).spots.map(([x, y]) => [-1, 1].flatMap((by) => [x, y].map((n) => n + (by * room(region).size) / 2))));
    const called = (region) => ({ words: capital(this.tell(region, true)), room: taken(region) });
    show(this.layers.labels, [...shields.values()], regionNames(regions, called, standing, this.piece, unit, { offered: this.wanted.offered, meant: this.wanted.meant.union(this.visited) }));
    show(this.layers.badges, regions.map((region) => badgeOf(region, this.piece, unit)));
  }

  /** So much of the board is a pixel of the screen now. */
  seenAt(unit) {
    if (Math.abs(unit - (this.unit ?? 0)) < unit * 0.03) return;
    this.unit = unit;
    if (this.board) this.write();
    this.seeNear();
    this.thin();
  }

  /** Where words over the board would lie over one another, or beyond its edge, only the first are written; closer by there is room for all.
   * Those of areas leave units and their names their room. */
  thin() {
    this.drawRealms();
    const taken = this.boxesOfNames();
    const words = [...this.svg.querySelectorAll(":is(.over-label:not(.look-realm), .over-ruler) .name")];
    const ofArea = ({ parentNode }) => parentNode.matches(".look-area");
    for (const text of words) if (!ofArea(text)) this.writeOver(text, taken);
    const units = this.callUnits(taken);
    taken.push(...units);
    // Of a name of which a unit hides a part nothing is shown.
    for (const label of this.layers.labels.children) label.style.visibility = this.boxesOfNames(label).some((box) => units.some((one) => overlap(one, box))) ? "hidden" : "";
    for (const text of words) if (ofArea(text)) this.writeOver(text, taken);
  }

  /** Write words over the board where none of these boxes is taken; those of a ruler in any case. */
  writeOver(text, taken) {
    const unit = this.unit ?? 0;
    const group = text.parentNode;
    const [[west, , east]] = this.inSight();
    const high = group.matches(".look-area, .over-ruler") ? 15 * unit : Math.max(this.piece * 0.4, 13 * unit);
    const [at, y, wide] = [Number(text.getAttribute("x")), Number(text.getAttribute("y")), text.textContent.length * high * 0.46];
    const middle = at + ({ start: wide, end: -wide }[text.getAttribute("text-anchor")] ?? 0) / 2;
    // What an order comes to keeps to what is in sight.
    const x = text.closest(".foreseen") && at > west && at < east ? Math.max(west + wide / 2, Math.min(east - wide / 2, middle)) : middle;
    text.setAttribute("dx", x - middle);
    const box = [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
    const ruler = group.matches(".over-ruler");
    const free = ruler || (box[0] >= 0 && box[2] <= this.board.size[0] && !taken.some((one) => overlap(one, box)));
    (ruler ? text : group).style.visibility = free ? "" : "hidden";
    if (free) taken.push(box);
  }

  /** Have units bear their names or numbers, where there are units: the boxes that they and these take. */
  callUnits(taken) {
    if (!this.layers.called.firstChild && !this.board?.tokens.some(({ bases }) => bases?.length)) return [];
    if (calling) return calling(this, taken);
    import("./units.js").then(({ callUnits }) => {
      calling = callUnits;
      this.thin();
    }, () => {});
    return [];
  }

  /** What is in sight of the board, and all of it: left, top, right, bottom. */
  inSight() {
    const [wide, high] = this.board.size;
    const [x, y, across, down] = this.camera?.sight ?? [0, 0, wide, high];
    return [[Math.max(0, x), Math.max(0, y), Math.min(wide, x + across), Math.min(high, y + down)], [0, 0, wide, high]];
  }

  /** Where names of regions are written. */
  boxesOfNames(labels = this.layers.labels) {
    return [...labels.querySelectorAll("tspan")].map((line) => {
      const [x, y, size] = [line.getAttribute("x"), line.getAttribute("y"), line.parentNode.getAttribute("font-size")].map(Number);
      const long = line.textContent.length * size * 0.25;
      return [x - long, y - size, x + long, y + size * 0.2];
    });
  }

  /** Whether bases are large enough on the screen to show what stands on them, or so small that their edges would hide them. */
  seeNear() {
    const widths = (this.board?.tokens ?? []).flatMap(({ bases = [] }) => bases.map(({ width }) => width));
    const least = Math.min(...widths) / this.unit;
    this.svg.classList.toggle("near", widths.length > 0 && least > NEAR);
    this.svg.classList.toggle("far", least < FAR);
  }

  /** Have a piece stand on a spot: one that stood elsewhere slides there and turns the short way round. */
  drawPiece(token, [x, y], size) {
    let group = this.standing.get(token.id);
    if (!group) {
      group = s("g", { class: "piece", "data-id": token.id });
      this.standing.set(token.id, group);
      this.layers.pieces.append(group);
    }
    const based = hasBase(token);
    const face = JSON.stringify([token.icon, token.owner, token.marks, token.count, token.width, token.depth, token.bases, based ? token.facing === undefined : token.facing]);
    if (group.face !== face) {
      group.face = face;
      const marks = [...MARKS, "focused"].filter((mark) => group.classList.contains(mark));
      group.setAttribute("class", [pieceClass(token), ...marks].join(" "));
      seatColour(group, "--owner", token.owner);
      put(group, ...(based ? baseFace : pieceFace)(token, this.icons));
    }
    group.setAttribute("aria-label", this.tell(token));
    group.at = [x, y];
    const wished = based ? (token.facing ?? 0) : 0;
    const turned = group.turned ?? wished;
    group.turned = turned + ((((wished - turned) % 360) + 540) % 360) - 180;
    group.style.setProperty("--upright", `${-group.turned}deg`);
    group.style.transform = `translate(${x}px, ${y}px) rotate(${group.turned}deg) scale(${based ? 1 : size / 24})`;
  }

  /** A link between regions is a road under the pieces; one that a piece makes is an arrow over them. */
  drawLinks() {
    const drawn = this.board.links.map((link) => this.drawLink(link)).filter(Boolean);
    show(this.layers.roads, drawn.filter((group) => !group.classList.contains("arrow")));
    show(this.layers.arrows, drawn.filter((group) => group.classList.contains("arrow")));
  }

  drawLink(link) {
    const [from, to] = [this.middle(link.start), this.middle(link.end)];
    if (!from || !to) return null;
    const byPiece = !this.region(link.start);
    const group = s("g", { class: `link ${byPiece ? "arrow" : "road"} ${named("link", link.look || "plain")}`, "data-id": link.id });
    const line = (a, b, more) => s("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], ...more });
    // A road that can be followed with a finger, under its ruts.
    if (!byPiece) group.append(...(link.look === "way" ? [line(from, to, { class: "band", style: { "--wide": `${this.piece * 0.42}px` } }), line(from, to, { class: "ruts" })] : [line(from, to)]));
    else {
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const along = (far) => [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) / long) * far);
      const tip = along(Math.max(long - this.piece * 0.9, long * 0.5));
      group.append(line(along(Math.min(this.piece * 0.5, long * 0.2)), tip), head(from, tip, this.piece));
    }
    return group;
  }

  /** Where a piece or a region is. */
  middle(id) {
    return this.standing.get(id)?.at ?? this.region(id)?.at;
  }

  /** Two corners of the room that a thing takes, whichever way it is turned. */
  around(id) {
    const at = this.middle(id);
    const { x = 0, y = 0, width = 0, height = 0 } = this.standing.get(id)?.getBBox() ?? {};
    const far = Math.max(this.piece, Math.hypot(Math.max(-x, x + width), Math.max(-y, y + height)));
    return at ? [-far, far].map((by) => [at[0] + by, at[1] + by]) : null;
  }

  /** How large the smallest of these looks: a unit rather less than a square of its room, anything else as pieces are here. */
  sizeOf(ids) {
    const units = this.board.tokens.filter((token) => ids.includes(token.id) && this.isUnit(token.id));
    return units.length ? Math.min(...units.map(({ width, depth }) => 0.8 * Math.sqrt(width * depth))) : this.piece;
  }

  /** Whether something stands here on bases of its own size. */
  isUnit(id) {
    return this.standing.get(id)?.classList.contains("based") ?? false;
  }

  things() {
    return this.svg.querySelectorAll("[data-id]");
  }

  thing(id) {
    return this.svg.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  /** Mark what can be clicked now, and what the options are about. */
  offer(targets, subjects) {
    for (const group of this.things()) {
      const can = targets.has(group.dataset.id);
      this.mark(group, "can", can);
      this.mark(group, "subject", subjects.has(group.dataset.id));
      if (can) {
        group.setAttribute("tabindex", "0");
        group.setAttribute("role", "button");
      } else {
        if (!group.matches(".over-label")) group.removeAttribute("tabindex");
        if (group.getAttribute("aria-label")) group.setAttribute("role", "img");
        else group.removeAttribute("role");
      }
    }
    this.want("offered", targets);
  }

  /** Have regions bear their names before others do, and those that are meant in any case. */
  want(why, ids) {
    const names = new Set([...ids].filter((id) => this.land.has(id)));
    if (names.symmetricDifference(this.wanted[why]).size === 0) return;
    this.wanted[why] = names;
    this.write();
  }

  /** Show which things an option points at, while somebody looks at it. */
  point(ids) {
    for (const group of this.things()) this.mark(group, "pointed", ids.includes(group.dataset.id));
    this.want("meant", [...ids, ...this.armed]);
  }

  /** Mark what the armed answer is about. */
  arm(ids) {
    this.armed = ids;
    for (const group of this.things()) this.mark(group, "armed", ids.includes(group.dataset.id));
    this.want("meant", ids);
  }

  /** Mark a thing, and a region's edge with it; a marked edge comes to lie over the others. */
  mark(group, name, on) {
    if (group.classList.contains(name) === on) return;
    group.classList.toggle(name, on);
    const edge = this.land.get(group.dataset.id)?.edge;
    edge?.classList.toggle(name, on);
    if (edge && on) this.layers.edges.append(edge);
  }
}

/** A name as it stands by itself, though in a sentence it would begin small. */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Have a layer's children stand in this order, moving none that stands right. */
export function inOrder(layer, children) {
  let at = layer.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else layer.insertBefore(child, at);
  }
}

/** How large a piece may be: small against the board and against the usual region, smaller where names need room. */
function pieceSize(regions, [wide, high]) {
  if (!regions.length) return Math.min(wide, high) / 14;
  const [left, top, right, bottom] = bounds(regions.flatMap((region) => region.outline));
  const areas = regions.map((region) => area(region.outline)).sort((a, b) => a - b);
  const usual = Math.sqrt(areas[Math.floor(areas.length / 2)]);
  const named = regions.some((region) => region.name);
  return Math.min(usual * 0.6, named ? Math.max(Math.min(right - left, bottom - top) / 14.8, usual * 0.2) : Infinity);
}
