// From message keys to words: the same few things a template can do as in arbiter.core.messages.

const SLOT = /\{([\p{L}\p{N}_]+)(?::([\p{L}\p{N}_.]+))?\}/gu;

const has = (table, key) => Object.prototype.hasOwnProperty.call(table, key);

/** A value as Python would write it, so that a message reads the same everywhere. */
function plain(value) {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  return String(value);
}

function word(catalogue, value, kind, seatName) {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => [...(at ? [{ text: ", " }] : []), ...word(catalogue, item, kind, seatName)]);
  }
  if (!kind) return [{ text: value === null || value === undefined ? "?" : plain(value) }];
  if (kind === "seat") {
    return value === null || value === undefined ? [{ text: "nobody" }] : [{ text: seatName(Number(value)), seat: Number(value) }];
  }
  const key = `${kind}.${plain(value)}`;
  return [{ text: has(catalogue, key) ? catalogue[key] : `[${key}]` }];
}

/** The words for a key in parts; a part that is a seat's name says which seat. */
export function parts(catalogue, key, args, seatName) {
  if (!has(catalogue, key)) return [{ text: `[${key}]` }];
  const template = catalogue[key];
  const found = [];
  let end = 0;
  for (const match of template.matchAll(SLOT)) {
    if (match.index > end) found.push({ text: template.slice(end, match.index) });
    const [whole, name, kind] = match;
    found.push(...word(catalogue, has(args, name) ? args[name] : null, kind, seatName));
    end = match.index + whole.length;
  }
  if (end < template.length) found.push({ text: template.slice(end) });
  return found;
}

/** The words for a key. */
export const say = (catalogue, key, args, seatName) =>
  parts(catalogue, key, args ?? {}, seatName).map((part) => part.text).join("");
