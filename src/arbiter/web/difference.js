// What a difference makes of a picture; the server makes it by arbiter.core.differences.

/** What is new, changed or gone, applied. What has not changed is shared with `old`, which stays as it was. */
export function apply(old, change) {
  if (Array.isArray(old)) return change["-"] || change["+"] || change["~"] ? among(old, change) : inPlaces(old, change);
  const made = { ...old, ...change["+"] };
  for (const name of change["-"] ?? []) delete made[name];
  for (const [name, inside] of Object.entries(change["~"] ?? {})) made[name] = apply(old[name], inside);
  return made;
}

/** A list whose things have ids; a list of strings is its own list of ids. */
function among(old, change) {
  const id = (thing) => (typeof thing === "string" ? thing : thing.id);
  const things = new Map(old.map((thing) => [id(thing), thing]));
  for (const [one, inside] of Object.entries(change["~"] ?? {})) things.set(one, apply(things.get(one), inside));
  const put = change["+"] ?? [];
  const elsewhere = new Set([...(change["-"] ?? []), ...put.map(([, one]) => one)]);
  const made = [...things].filter(([one]) => !elsewhere.has(one)).map(([, thing]) => thing);
  for (const [at, one] of put) made.splice(at, 0, typeof one === "string" ? things.get(one) ?? one : one);
  return made;
}

/** Any other list, place by place. */
function inPlaces(old, change) {
  const made = old.slice(0, change["#"] ?? old.length);
  for (const [at, stood, count] of change["<"] ?? []) {
    for (let n = 0; n < count; n += 1) made[at + n] = old[stood + n];
  }
  for (const [at, value] of Object.entries(change["="] ?? {})) made[at] = value;
  for (const [at, inside] of Object.entries(change["@"] ?? {})) made[at] = apply(old[at], inside);
  return made;
}
