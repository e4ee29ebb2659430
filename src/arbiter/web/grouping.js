// Options by what they concern: a unit, a card, a place, instead of a list of sentences.

const FEW = 2;

/** Options in groups {id or words, options}: by what the game says that they stand under (`wordsOf`), else by the first or the
 * last thing that they point at, or by what that thing is called; a single group of its own where they are few, or where nothing
 * tells them apart. */
export function grouped(options, nameOf, wordsOf = () => "") {
  if (options.length <= FEW) return [{ options }];
  const under = Map.groupBy(options, wordsOf);
  if ([...under.keys()].filter(Boolean).length > 1) return [...under].map(([words, inside]) => ({ words, options: inside })).sort((a, b) => Number(!!a.words) - Number(!!b.words));
  const concerns = [[(ids) => ids[0], 1], [(ids) => ids.at(-1), 1], [(ids) => ids.length && nameOf(ids[0]), 2]];
  for (const [concern, least] of concerns) {
    const groups = new Map();
    for (const option of options) {
      const about = concern(option.ids ?? []) || "";
      groups.set(about, [...(groups.get(about) ?? []), option]);
    }
    const about = [...groups.keys()].filter(Boolean);
    const told = options.length - (groups.get("")?.length ?? 0);
    if (about.length > 1 && about.length < told && about.length * least <= told) {
      return [...groups].map(([key, inside]) => ({ id: key && inside[0].ids.find((id) => id === key || nameOf(id) === key), options: inside })).sort((a, b) => Number(!!a.id) - Number(!!b.id));
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
  return own && own !== nameOf(group.id) && group.options.filter((one) => name(one) === own).length === 1 ? own : null;
}
