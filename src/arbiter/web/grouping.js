// Options by what they concern: a unit, a card, a place, instead of a list of sentences.

const FEW = 5;

/** Options in groups {id, options}, by the first or the last thing that they point at; a single group without id where
 * they are few, or where nothing tells them apart. */
export function grouped(options) {
  if (options.length <= FEW) return [{ options }];
  for (const concern of [(ids) => ids[0], (ids) => ids.at(-1)]) {
    const groups = new Map();
    for (const option of options) {
      const id = concern(option.ids ?? []) ?? "";
      groups.set(id, [...(groups.get(id) ?? []), option]);
    }
    const about = [...groups.keys()].filter(Boolean);
    if (about.length > 1 && about.length < options.length - (groups.get("")?.length ?? 0)) {
      return [...groups].map(([id, inside]) => ({ id, options: inside })).sort((a, b) => Number(!!a.id) - Number(!!b.id));
    }
  }
  return [{ options }];
}

/** What an option of a group is called for short: the thing that it alone points at; null where no thing tells it. */
export function short(option, group, nameOf) {
  if (!group.id) return null;
  const name = (one) => {
    const rest = (one.ids ?? []).filter((id) => id !== group.id);
    return nameOf(rest.at(-1) ?? "") || null;
  };
  const own = name(option);
  return own && group.options.filter((one) => name(one) === own).length === 1 ? own : null;
}
