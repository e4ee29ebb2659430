// From message keys to words: the same few things a template can do as in arbiter.core.messages.

const SLOT = /\{([\p{L}\p{N}_]+)(?::([\p{L}\p{N}_.]+))?(?:\|([^|{}]*)\|([^|{}]*))?\}/gu;

const has = (table, key) => Object.prototype.hasOwnProperty.call(table, key);

/** A value as Python would write it, so that a message reads the same everywhere. */
function plain(value) {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  return String(value);
}

/** Whether a number (of a list its length) takes the singular in a language. */
export function single(value, language) {
  const count = Array.isArray(value) ? value.length : value === true ? 1 : value === false ? 0 : value;
  if (typeof count !== "number") return false;
  return language === "fr" ? Math.abs(count) < 2 : count === 1;
}

/** The catalogue's word `kind.<value>`; a kind with a case (`unit.many`) may fall back on the plain word. */
function bent(catalogue, kind, value) {
  const key = `${kind}.${plain(value)}`;
  if (has(catalogue, key)) return catalogue[key];
  const simple = kind.includes(".") ? `${kind.slice(0, kind.lastIndexOf("."))}.${plain(value)}` : key;
  return has(catalogue, simple) ? catalogue[simple] : `[${key}]`;
}

function word(catalogue, value, kind, seatName) {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => [...(at ? [{ text: ", " }] : []), ...word(catalogue, item, kind, seatName)]);
  }
  if (value && typeof value === "object" && has(value, "key")) return parts(catalogue, value.key, value.args ?? {}, seatName);
  // Names, with commas between, as they are called in this language.
  if (!kind) return [{ text: value === null || value === undefined ? "?" : plain(value).split(", ").map((name) => catalogue[`called.${name}`] ?? name).join(", ") }];
  if (kind === "seat") {
    if (value === null || value === undefined) return [{ text: has(catalogue, "nobody") ? catalogue.nobody : "nobody" }];
    return [{ text: seatName(Number(value)), seat: Number(value) }];
  }
  return [{ text: bent(catalogue, kind, value) }];
}

/** The words for a key in parts; a part that is a seat's name says which seat. A sentence is its own words. */
export function parts(catalogue, key, args, seatName) {
  if (!has(catalogue, key)) return [{ text: key.includes(" ") ? key : `[${key}]` }];
  const template = catalogue[key];
  const language = has(catalogue, "language") ? catalogue.language : "en";
  const found = [];
  let end = 0;
  for (const match of template.matchAll(SLOT)) {
    if (match.index > end) found.push({ text: template.slice(end, match.index) });
    const [whole, name, kind, one, many] = match;
    const value = has(args, name) ? args[name] : null;
    if (many !== undefined) found.push({ text: single(value, language) ? one : many });
    else found.push(...word(catalogue, value, kind, seatName));
    end = match.index + whole.length;
  }
  if (end < template.length) found.push({ text: template.slice(end) });
  return found;
}

/** The words for a key. */
export const say = (catalogue, key, args, seatName) =>
  parts(catalogue, key, args ?? {}, seatName).map((part) => part.text).join("");
