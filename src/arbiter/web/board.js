// The board: any scene's regions, links and pieces as SVG, and what of it can be clicked.

import { h, icon, named, put, s } from "./dom.js";
import { area, bounds, label, layout, points } from "./shapes.js";

export class Board {
  /** `pick` hears the id of a thing clicked, `spot` a point of the board, `tell` what a thing is to be called. */
  constructor(frame, { pick, spot, tell }) {
    this.pick = pick;
    this.spot = spot;
    this.tell = tell;
    this.drawn = new Map();
    this.layers = Object.fromEntries(
      ["regions", "edges", "roads", "emblems", "labels", "pieces", "arrows", "overlay"].map((name) => [name, s("g", { class: name })]),
    );
    this.defs = s("defs");
    this.svg = s("svg", { class: "scene", role: "group", "aria-label": "The board" }, this.defs, Object.values(this.layers));
    this.menuBox = h("div", { class: "menu", role: "menu", hidden: true });
    put(frame, this.svg, this.menuBox);
    this.frame = frame;
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && event.target.dataset.id) {
        event.preventDefault();
        this.byKey = true;
        this.pick(event.target.dataset.id);
        this.byKey = false;
      }
    });
    for (const [name, on] of [["focusin", true], ["focusout", false]]) {
      this.svg.addEventListener(name, ({ target }) => target.dataset.id && this.mark(target, "focused", on && target.matches(":focus-visible")));
    }
  }

  clicked(event) {
    if (this.placing) return this.spot(this.pointOf(event));
    const thing = event.target.closest("[data-id]");
    this.closeMenu();
    if (thing) this.pick(thing.dataset.id);
  }

  pointOf(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  draw(scene) {
    this.scene = scene;
    this.frameView();
    const regions = scene.regions ?? [];
    this.piece = pieceSize(regions, scene.size);
    const still = JSON.stringify([scene.size, regions.map((r) => [r.id, r.outline, r.at, r.name, r.look, r.icon])]);
    if (still !== this.still) {
      this.still = still;
      this.drawLand(regions);
    }
    for (const region of regions) this.dressRegion(region);
    this.drawPieces(regions, (scene.tokens ?? []).filter((token) => this.region(token.on)));
    this.drawLinks(scene.links ?? []);
  }

  /** Show what there is of the board, without empty margins; a sparse table is shown whole. */
  frameView(box) {
    const [wide, high] = this.scene.size;
    const spots = (this.scene.regions ?? []).flatMap((region) => region.outline);
    let [left, top, right, bottom] = bounds(spots);
    if (!spots.length || (right - left) * (bottom - top) < 0.4 * wide * high) [left, top, right, bottom] = [0, 0, wide, high];
    if (box) [left, top, right, bottom] = [Math.min(left, box[0]), Math.min(top, box[1]), Math.max(right, box[2]), Math.max(bottom, box[3])];
    const edge = Math.max(right - left, bottom - top) * 0.012;
    const view = [left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge];
    this.svg.setAttribute("viewBox", view.join(" "));
    this.svg.style.setProperty("aspect-ratio", `${view[2]} / ${view[3]}`);
  }

  region(id) {
    return this.scene.regions?.find((region) => region.id === id);
  }

  drawLand(regions) {
    this.land = new Map();
    put(this.defs, regions.map((region, at) => s("clipPath", { id: `clip-${at}` }, s("polygon", { points: points(region.outline) }))));
    put(this.layers.regions, regions.map((region, at) => {
      const shape = () => s("polygon", { points: points(region.outline) });
      const tint = shape();
      tint.classList.add("tint");
      const held = shape();
      held.classList.add("held");
      held.setAttribute("clip-path", `url(#clip-${at})`);
      const ground = shape();
      ground.classList.add("ground");
      const group = s("g", { class: `region ${named("look", region.look || "plain")}`, "data-id": region.id }, ground, tint, held);
      if (!KNOWN_LOOKS.has(region.look || "plain")) group.style.setProperty("--ground", hashColour(region.look));
      this.land.set(region.id, group);
      return group;
    }));
    // Edges lie over all land, so that a neighbour never hides the mark that a region can be clicked.
    this.edges = new Map(regions.map((region) => [region.id, s("polygon", { class: "edge", points: points(region.outline) })]));
    put(this.layers.edges, [...this.edges.values()]);
    const size = this.piece;
    put(this.layers.emblems, regions.filter((region) => region.icon).map((region) => {
      const drawn = icon(this.scene.icons ?? {}, region.icon, { class: `emblem ${named("look", region.look)}`, "data-on": region.id });
      const side = size * 1.9;
      for (const [name, value] of Object.entries({ x: region.at[0] - side / 2, y: region.at[1] - side / 2, width: side, height: side })) {
        drawn.setAttribute(name, value);
      }
      return drawn;
    }));
  }

  dressRegion(region) {
    const group = this.land.get(region.id);
    seatColour(group, "--owner", region.owner);
    seatColour(group, "--holder", region.holder);
    group.classList.toggle("owned", region.owner !== undefined && region.owner !== null);
    group.classList.toggle("is-held", region.holder !== undefined && region.holder !== null);
    group.setAttribute("aria-label", this.tell(region));
  }

  drawPieces(regions, tokens) {
    const gone = new Set(this.drawn.keys());
    const labels = [];
    for (const region of regions) {
      const here = tokens.filter((token) => token.on === region.id);
      const { spots, size, top } = layout(region, here.length, this.piece);
      here.forEach((token, at) => {
        gone.delete(token.id);
        this.drawPiece(token, spots[at], size);
      });
      this.svg.querySelector(`.emblem[data-on="${CSS.escape(region.id)}"]`)?.classList.toggle("under", here.length > 0);
      if (region.name) labels.push(label(this.tell(region, true), region, top, this.piece));
    }
    put(this.layers.labels, labels);
    for (const id of gone) {
      const old = this.drawn.get(id);
      this.drawn.delete(id);
      old.classList.add("leaving");
      old.removeAttribute("data-id");
      setTimeout(() => old.remove(), 350);
    }
  }

  drawPiece(token, [x, y], size) {
    let group = this.drawn.get(token.id);
    const face = JSON.stringify([token.icon, token.owner, token.marks, token.count]);
    if (!group) {
      group = s("g", { class: "piece", "data-id": token.id });
      this.drawn.set(token.id, group);
      this.layers.pieces.append(group);
    }
    if (group.face !== face) {
      group.face = face;
      group.setAttribute("class", ["piece", named("icon", token.icon), ...(token.marks ?? []).map((mark) => named("mark", mark))].join(" "));
      seatColour(group, "--owner", token.owner);
      put(group, ...pieceFace(token, this.scene.icons ?? {}));
    }
    group.setAttribute("aria-label", this.tell(token));
    group.at = [x, y];
    group.style.transform = `translate(${x}px, ${y}px) scale(${size / 24})`;
  }

  /** A link between regions is a road under the pieces; one that a piece makes is an arrow over them. */
  drawLinks(links) {
    const drawn = links.map((link) => this.drawLink(link)).filter(Boolean);
    put(this.layers.roads, drawn.filter((group) => !group.classList.contains("arrow")));
    put(this.layers.arrows, drawn.filter((group) => group.classList.contains("arrow")));
  }

  drawLink(link) {
    const [from, to] = [this.middle(link.start), this.middle(link.end)];
    if (!from || !to) return null;
    const byPiece = !this.region(link.start);
    const group = s("g", { class: `link ${byPiece ? "arrow" : "road"} ${named("link", link.look || "plain")}`, "data-id": link.id });
    if (!byPiece) put(group, s("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1] }));
    else {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const long = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / long, dy / long];
      const [p, tip] = [this.piece * 0.5, this.piece * 0.9];
      const end = [to[0] - ux * tip, to[1] - uy * tip];
      put(group,
        s("line", { x1: from[0] + ux * p, y1: from[1] + uy * p, x2: end[0] - ux * p * 0.6, y2: end[1] - uy * p * 0.6 }),
        s("polygon", { points: points([end, [end[0] - ux * p - uy * p * 0.6, end[1] - uy * p + ux * p * 0.6], [end[0] - ux * p + uy * p * 0.6, end[1] - uy * p - ux * p * 0.6]]) }));
    }
    return group;
  }

  /** Where a piece or a region is. */
  middle(id) {
    const standing = this.drawn.get(id)?.at;
    return standing ?? this.region(id)?.at;
  }

  /** Mark what can be clicked now, and what the options are about. */
  offer(targets, subjects = new Set()) {
    for (const group of this.svg.querySelectorAll("[data-id]")) {
      const can = targets.has(group.dataset.id);
      this.mark(group, "can", can);
      this.mark(group, "subject", subjects.has(group.dataset.id));
      if (can) {
        group.setAttribute("tabindex", "0");
        group.setAttribute("role", "button");
      } else {
        group.removeAttribute("tabindex");
        group.removeAttribute("role");
      }
    }
  }

  /** Show which things an option points at, while somebody looks at it. */
  point(ids = []) {
    for (const group of this.svg.querySelectorAll("[data-id]")) this.mark(group, "pointed", ids.includes(group.dataset.id));
  }

  /** Mark a thing, and a region's edge with it; a marked edge comes to lie over the others. */
  mark(group, name, on) {
    if (group.classList.contains(name) === on) return;
    group.classList.toggle(name, on);
    const edge = this.edges?.get(group.dataset.id);
    edge?.classList.toggle(name, on);
    if (edge && on) this.layers.edges.append(edge);
  }

  /** Let a spot be chosen inside a box, and show the one chosen with its facing. */
  place(box, spot) {
    this.placing = !!box;
    this.svg.classList.toggle("placing", this.placing);
    if (this.scene) this.frameView(box);
    const [x, y, facing] = spot ?? [];
    const r = this.piece * 0.5;
    put(this.layers.overlay,
      box && s("rect", { class: "box", x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1] }),
      spot && s("g", { class: "spot", transform: `translate(${x} ${y})` },
        s("circle", { r }),
        facing !== undefined && s("path", { d: `M${r} 0L${r * 2} 0M${r * 1.6} ${-r * 0.3}L${r * 2} 0L${r * 1.6} ${r * 0.3}`, transform: `rotate(${facing - 90})` })));
  }

  /** Whether any of these things is on the board. */
  shows(ids) {
    return [...this.svg.querySelectorAll("[data-id]")].some((group) => ids.has(group.dataset.id));
  }

  /** A small menu beside a thing, for options that no other thing on the board tells apart. */
  menu(id, items) {
    const thing = this.svg.querySelector(`[data-id="${CSS.escape(id)}"]`);
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

/** A piece in a box of 24 around its middle: a disc in its owner's colour, its icon, its count and its marks. */
export function pieceFace(token, icons) {
  const drawn = icon(icons, token.icon, { x: -8, y: -8, width: 16, height: 16 });
  const marks = token.marks ?? [];
  return [
    s("circle", { class: "base", r: 11.4 }),
    drawn,
    token.count !== undefined && token.count !== 1 && s("g", { class: "count", transform: "translate(8.500 8.500)" },
      s("circle", { r: 5.6 }), s("text", { y: 2.9 }, String(token.count))),
    marks.map((mark, at) => s("circle", { class: `mark ${named("mark", mark)}`, r: 2.4, cx: -9 + at * 5, cy: -9 })),
  ].flat().filter(Boolean);
}

export function seatColour(element, name, seat) {
  if (seat === undefined || seat === null) element.style.removeProperty(name);
  else element.style.setProperty(name, `var(--seat-${seat})`);
}

const KNOWN_LOOKS = new Set(["plain", "castle", "home", "gold", "mountain", "forest", "water", "desert", "swamp", "hills", "city", "road"]);

/** A calm colour for a look that the style sheet does not know; always the same for the same name. */
function hashColour(look) {
  let hash = 7;
  for (const char of look) hash = (hash * 31 + char.codePointAt(0)) % 360;
  return `hsl(${hash} var(--hash-tone))`;
}

/** How large a piece may be: small against the board, and against the usual region. */
function pieceSize(regions, [wide, high]) {
  if (!regions.length) return Math.min(wide, high) / 14;
  const [left, top, right, bottom] = bounds(regions.flatMap((region) => region.outline));
  const areas = regions.map((region) => area(region.outline)).sort((a, b) => a - b);
  const usual = Math.sqrt(areas[Math.floor(areas.length / 2)]);
  return Math.min(Math.min(right - left, bottom - top) / 14.8, usual * 0.6);
}
