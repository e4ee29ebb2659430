// Terrain is drawn in ink: hachures, tufts, waves, stones, repeated over the ground they stand for.

import { s } from "./dom.js";

/** Strokes in a box of 24 by 24, or a wider one, by the look of a region. */
const STROKES = {
  plain: "M5 9 3.8 5.5M5 9V4.5M5 9l1.2-3.5M17 21l-1.2-3.5M17 21v-4.5M17 21l1.2-3.5",
  forest: "M6 13.5V10M2.5 10 6 2.5 9.5 10ZM18 24v-3.5M14.5 20.5 18 13l3.5 7.5Z",
  hills: "M1.5 9.5c1.5-6 7.5-6 9 0M4 9.5l.6-2M7 9.5l.5-3M13.5 21.5c1.5-6 7.5-6 9 0M16 21.5l.6-2M19 21.5l.5-3",
  swamp: "M2 9.5h9M4.5 9.5V5M6.5 9.5V3M8.5 9.5V5.5M13 21.5h9M15.5 21.5V17M17.5 21.5v-6.5M19.5 21.5v-4",
  mountain: "M1.5 11.5 6.5 2l5 9.5M6.5 2 8 7l-1.5 1.5M13 23l4.5-8.5L22 23M17.5 14.5l1.3 4",
  water: "M1 6.5c2-2.2 4-2.2 6 0s4 2.2 6 0M11 18.5c2-2.2 4-2.2 6 0s4 2.2 6 0",
  desert: "M4 5h.1M10 8h.1M6 12h.1M16 16h.1M21 19h.1M17 22h.1M20 6h.1",
  home: "M2 5h9M2 8h9M2 11h9M13.5 16.5h9M13.5 19.5h9M13.5 22.5h9",
  gold: "M6 3l3 4-3 4-3-4ZM18 14l3 4-3 4-3-4Z",
  castle: "M1 5h10M4 5v4M8 1v4M8 9v3M1 9h10M13 16h10M16 16v4M20 12.5V16M20 20v3M13 20h10",
  tile: "M20 30c4-5 12-5 16 0M24 30l1-2M64 22l-2-4M64 22v-6M64 22l2-4M100 44h.1M107 47h.1M103 51h.1M84 76c5-6 15-6 20 0M90 76l1-3M96 76l1-2M30 78l-2-4M30 78v-6M30 78l2-4M52 102h.1M58 105h.1M112 108l-2-4M112 108v-6M112 108l2-4M14 112c3-4 9-4 12 0M66 56l-1.5-3M66 56v-5M66 56l1.5-3",
  city: "M2.5 11V7L6 3.5 9.5 7v4ZM14.5 23v-4l3.5-3.5 3.5 3.5v4Z",
};

const BOX = 24;
const WIDE = { tile: 120 }; // what lies about the road repeats so seldom that it looks like a country
let many = 0;

/** The patterns of one board. */
export class Terrain {
  constructor(defs) {
    this.defs = defs;
    this.name = `terrain-${(many += 1)}`;
    this.made = new Set();
  }

  /** `size` is that of a piece: terrain keeps in proportion to it. */
  measure(size) {
    if (this.size === size) return;
    this.size = size;
    for (const look of this.made) this.defs.querySelector(`#${this.name}-${look}`)?.remove();
    this.made.clear();
  }

  /** What fills the ground of this look, or nothing. */
  fill(look = "") {
    if (!(look in STROKES)) return null;
    if (!this.made.has(look)) {
      this.made.add(look);
      this.defs.append(s("pattern", { id: `${this.name}-${look}`, patternUnits: "userSpaceOnUse", width: WIDE[look] ?? BOX, height: WIDE[look] ?? BOX, patternTransform: `scale(${this.size / 26})` }, s("path", { class: "hachure", d: STROKES[look] })));
    }
    return `url(#${this.name}-${look})`;
  }

  /** Lines on the sea along a coast. */
  sea() {
    const id = `${this.name}-sea`;
    if (!this.made.has("sea")) {
      this.made.add("sea");
      const tall = this.size * 0.3;
      this.defs.append(s("pattern", { id, patternUnits: "userSpaceOnUse", width: 10, height: tall }, s("path", { class: "wave", "stroke-width": tall * 0.09, d: `M0 ${tall / 2}H10` })));
    }
    return `url(#${id})`;
  }
}
