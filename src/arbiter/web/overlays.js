// What is drawn over a board: outlines, lines, arcs, rulers and labels.

import { named, s } from "./dom.js";
import { seatColour } from "./tinctures.js";
import { points } from "./shapes.js";

/** Whether an overlay lies under the pieces rather than over them. */
export const isUnder = (one) => one.kind === "outline" || one.kind === "arc";

/** An overlay as SVG. `piece` is the size of a piece on this board, `words` what the overlay is called. */
export function overlay(one, piece, words) {
  const { shapes, at, anchor } = DRAWN[one.kind](one, piece);
  const group = s("g", { class: `overlay over-${one.kind} ${named("look", one.look || "plain")}${one.hint?.length ? " tells" : ""}`, "data-id": one.id, role: words && "img", "aria-label": words, tabindex: one.kind === "label" && one.hint?.length ? 0 : null },
    shapes, words && at && text(words, at, piece, anchor));
  seatColour(group, "--owner", one.owner);
  return group;
}

const text = (words, [x, y], piece, anchor = "middle") => s("text", { class: "name", x, y, style: { "--size": `${piece * 0.4}px` }, "text-anchor": anchor, "dominant-baseline": "middle" }, words);

/** A point so far from another, in a direction in degrees clockwise from up. */
export const towards = ([x, y], degrees, far) => {
  const turn = (degrees * Math.PI) / 180;
  return [x + Math.sin(turn) * far, y - Math.cos(turn) * far];
};

/** The spots between which an overlay lies. */
export function spotsOf({ points: spots, start, end, at, radius = 0, facing = 0, sweep = 360 }) {
  if (spots) return spots;
  if (start) return [start, end];
  if (sweep >= 360) return [-radius, radius].map((far) => [at[0] + far, at[1] + far]);
  return [at, ...[-1, 0, 1].map((side) => towards(at, facing + (side * sweep) / 2, radius))];
}

const pair = ([x, y]) => `${round(x)} ${round(y)}`;
const round = (n) => Math.round(n * 1000) / 1000;

const DRAWN = {
  outline: ({ points: spots }) => ({ shapes: s("polygon", { points: points(spots) }) }),

  line: ({ points: spots, arrow, look }, piece) => ({
    shapes: [s("polyline", { points: points(spots) }), arrow && spots.length > 1 && head(spots.at(-2), spots.at(-1), piece * (look ? 0.35 : 0.7))],
    at: spots[Math.floor(spots.length / 2)],
  }),

  arc: ({ at, radius, inner = 0, facing = 0, sweep = 360 }) => ({ shapes: s("path", { d: sector(at, radius, inner, facing, Math.min(360, sweep)), "fill-rule": "evenodd" }) }),

  ruler: ({ start, end, every }, piece) => {
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
    const long = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / long, dy / long];
    const tick = (far, high) => {
      const [x, y] = [start[0] + ux * far, start[1] + uy * far];
      return s("line", { x1: x - uy * high, y1: y + ux * high, x2: x + uy * high, y2: y - ux * high });
    };
    const ticks = every > 0 && long / every < 200 ? Array.from({ length: Math.floor(long / every) }, (_, n) => tick((n + 1) * every, piece * 0.1)) : [];
    const aside = piece * 0.45 * (ux < 0 ? -1 : 1);
    return {
      shapes: [s("line", { x1: start[0], y1: start[1], x2: end[0], y2: end[1] }), tick(0, piece * 0.22), tick(long, piece * 0.22), ticks],
      at: [(start[0] + end[0]) / 2 + uy * aside, (start[1] + end[1]) / 2 - ux * aside],
      // Beside a ruler that stands rather than lies, so that it does not run through its words.
      anchor: Math.abs(uy) < 0.5 ? "middle" : uy * aside > 0 ? "start" : "end",
    };
  },

  label: ({ at }) => ({ shapes: [], at }),
};

function sector(at, radius, inner, facing, sweep) {
  const ring = (far) => `M${pair(towards(at, 0, far))}A${far} ${far} 0 1 1 ${pair(towards(at, 180, far))}A${far} ${far} 0 1 1 ${pair(towards(at, 0, far))}z`;
  if (sweep === 360) return ring(radius) + (inner ? ring(inner) : "");
  const [first, last] = [facing - sweep / 2, facing + sweep / 2];
  const large = sweep > 180 ? 1 : 0;
  const back = inner ? `L${pair(towards(at, last, inner))}A${inner} ${inner} 0 ${large} 0 ${pair(towards(at, first, inner))}z` : `L${pair(at)}z`;
  return `M${pair(towards(at, first, radius))}A${radius} ${radius} 0 ${large} 1 ${pair(towards(at, last, radius))}${back}`;
}

/** The head of an arrow. */
export function head(from, to, piece) {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const p = Math.min(piece * 0.5, long * 0.5);
  const corner = (side) => [to[0] - ux * p + side * uy * p * 0.6, to[1] - uy * p - side * ux * p * 0.6];
  return s("polygon", { class: "head", points: points([to, corner(1), corner(-1)]) });
}
