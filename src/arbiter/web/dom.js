// Making elements. Text only ever goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...real(children));
  return element;
}

/** How something of a scene looks, whichever it is. */
export const looks = (thing) => JSON.stringify(thing, (key, value) => (key === "id" ? undefined : value));

/** In French a space stands before some signs, and no line ends there. */
const set = (text) => (document.documentElement.lang === "fr" ? text.replace(/ (?=[:;?!»])|(?<=«) /g, "\u00a0") : text);

const real = (children) => children.flat(3).filter((child) => child !== null && child !== undefined && child !== false).map((child) => (typeof child === "string" ? set(child) : child));

/** An HTML element. */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element. */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** Words with the rule that they name at their end, which no line breaks. */
export const unbroken = (words) => words.split(/(\([A-Z]+-\S+\))/).map((part, at) => (at % 2 ? h("span", { class: "unbroken" }, part) : part));

/** Put these children, and only these, into an element. */
export const put = (element, ...children) => element.replaceChildren(...real(children));

/** Have an element show these children, touching only what differs from what it shows already.
 *
 * A child is told from the others by its data-id (or data-key), or by its place. What is kept keeps its own listeners, so this is for
 * children that have none.
 */
export function show(element, ...children) {
  const wanted = real(children).map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
  const ids = new Set(wanted.map(key).filter(Boolean));
  const known = new Map();
  for (const old of [...element.childNodes]) {
    if (!key(old)) continue;
    if (ids.has(key(old))) known.set(key(old), old);
    else old.remove();
  }
  let at = element.firstChild;
  for (const fresh of wanted) {
    const old = key(fresh) ? known.get(key(fresh)) : at && !key(at) ? at : null;
    if (!old || old.nodeName !== fresh.nodeName) element.insertBefore(fresh, at);
    else {
      if (old === at) at = at.nextSibling;
      else element.insertBefore(old, at);
      become(old, fresh);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const key = (node) => node.dataset?.id ?? node.dataset?.key ?? "";

/** Marks that say what can be done now. They are not part of what a thing looks like. */
export const MARKS = ["can", "subject", "pointed", "armed", "fresh", "elsewhere"];

/** Make one node look like another, touching only what differs. */
function become(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.isEqualNode(fresh)) return;
  const marks = MARKS.filter((mark) => old.classList.contains(mark));
  for (const { name } of [...old.attributes]) {
    const kept = name === "style" || (marks.includes("can") && (name === "tabindex" || name === "role"));
    if (!kept && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  fresh.classList.add(...marks);
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  show(old, [...fresh.childNodes]);
}

/** A scene's icon in its box of 24 by 24; a plain disc where the scene has no such icon. */
export const icon = (icons, name, props = {}) =>
  s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon", ...props },
    s("path", { d: icons[name] ?? "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z" }));

const OWN_ICONS = {
  undo: "M9 5 4 10l5 5v-3.5h5a3.5 3.5 0 0 1 0 7H8v2.5h6a6 6 0 0 0 0-12H9z",
  rule: "M5 2h11l4 4v16H5zM8 8h8v1.6H8zM8 12h8v1.6H8zM8 16h5v1.6H8z",
  link: "M10 14a4 4 0 0 1 0-5.7l3.5-3.5a4 4 0 0 1 5.7 5.7L17 12.7l-1.5-1.5 2.2-2.2a1.9 1.9 0 0 0-2.7-2.7L11.5 9.8a1.9 1.9 0 0 0 0 2.7zM14 10a4 4 0 0 1 0 5.7l-3.5 3.5a4 4 0 0 1-5.7-5.7L7 11.3l1.5 1.5L6.3 15A1.9 1.9 0 0 0 9 17.7l3.5-3.5a1.9 1.9 0 0 0 0-2.7z",
  bare: "M12 2l9 5v10l-9 5-9-5V7zm0 2.3L5.6 7.8 12 11.3l6.4-3.5zM5 9.5v6.4l6 3.3v-6.4zm8 9.7 6-3.3V9.5l-6 3.3z",
  follow: "M11 1h2v4a7 7 0 0 1 6 6h4v2h-4a7 7 0 0 1-6 6v4h-2v-4a7 7 0 0 1-6-6H1v-2h4a7 7 0 0 1 6-6zM12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  play: "M6 3l14 9-14 9z",
  next: "M4 4l11 8-11 8zM17 4h3v16h-3z",
  again: "M12 4V1L7 5.5 12 10V7a5.5 5.5 0 1 1-5.5 5.5H3.5A8.5 8.5 0 1 0 12 4z",
  hint: "M12 2a7 7 0 0 1 4.2 12.6c-.8.6-1.2 1.3-1.2 2.2V17H9v-.2c0-.9-.4-1.6-1.2-2.2A7 7 0 0 1 12 2zm0 2a5 5 0 0 0-3 9c.8.6 1.4 1.3 1.7 2h2.6c.3-.7.9-1.4 1.7-2A5 5 0 0 0 12 4zM9 18.5h6V20H9zM10 21h4v1.5h-4z",
  log: "M4 4h16v2.4H4zM4 9h16v2.4H4zM4 14h16v2.4H4zM4 19h10v2.4H4z",
  menu: "M3 5h18v2.6H3zM3 10.7h18v2.6H3zM3 16.4h18V19H3z",
  eye: "M12 5c5 0 8.5 4 10 7-1.5 3-5 7-10 7S3.5 15 2 12c1.5-3 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
};

/** One of the client's own icons, or of those that a part of it keeps to itself. */
export const sign = (name, icons = OWN_ICONS) => {
  const drawn = icon(name in icons ? icons : OWN_ICONS, name);
  drawn.firstChild.setAttribute("fill-rule", "evenodd");
  return drawn;
};

/** A class name made of a name from a scene; a scene can name nothing but classes of its own kind. */
export const named = (kind, name) => `${kind}-${String(name).replace(/[^\w-]/g, "_")}`;
