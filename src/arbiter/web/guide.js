// A guided first game: what to watch for and why, beside the question, and what a clever player would do.

import { h } from "./dom.js";
import { ruleLink } from "./panels.js";
import { ui } from "./ui.js";

/** What the guide says to the question that is asked now; nothing where it has nothing to say. */
export function guidance({ guide }, book) {
  if (!guide || !book.guide) return null;
  const { steps, end } = book.guide;
  const step = steps[guide.step];
  const text = step?.text ?? (guide.left ? null : end);
  if (!text) return null;
  return h("aside", { class: "guide", "aria-label": ui("guide") },
    h("details", { open: true },
      h("summary", { class: "note" }, step ? ui("guide_step", { n: guide.n, of: steps.length }) : ui("guide")),
      h("p", { class: "lesson" }, text),
      step ? h("p", { class: "note" }, ui("guide_rule"), " ", ruleLink(step.rule, book)) : null));
}
