/** What tells apart what has the same name. Pure. */
import { crumbsOf } from './crumbs';

export interface Named {
  readonly name: string;
  readonly paths: readonly string[];
}

/**
 * Of each of what has its name in common with others the shortest part of its path by which it is known among them: a folder, else a file without
 * the ending that all have. Undefined: its name is its own, or the paths tell nothing.
 *
 *     a/run/trace.json → "a"        day_1752.pt.trace.json → "day_1752"
 *     b/run/trace.json → "b"        day_1753.pt.trace.json → "day_1753"
 */
export function tellingParts(items: readonly Named[]): readonly (string | undefined)[] {
  const told = new Map<Named, string>();
  const byName = new Map<string, Named[]>();
  for (const own of items) {
    const namesakes = byName.get(own.name);
    if (namesakes) namesakes.push(own);
    else byName.set(own.name, [own]);
  }
  for (const namesakes of byName.values())
    if (namesakes.length > 1)
      for (const [at, text] of partsOf(namesakes.map(commonParts))) told.set(namesakes[at]!, text);
  return items.map((own) => told.get(own));
}

/** By their places among all. */
function partsOf(all: readonly (readonly string[])[]): ReadonlyMap<number, string> {
  const told = new Map<number, string>();
  const longest = Math.max(...all.map(({ length }) => length));
  let from = 0;
  while (from < longest && all.every((own) => own[from] === all[0]?.[from])) from++;
  const ending = sharedEnding(all.map((own) => own.at(-1) ?? ''));
  for (let end = from + 1; end <= longest; end++) {
    const texts = all.map((own) => own.slice(from, end).join('/'));
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    texts.forEach((text, at) => {
      if (text === '' || told.has(at) || counts.get(text) !== 1) return;
      told.set(at, end < all[at]!.length ? text : text.slice(0, text.length - ending.length));
    });
  }
  return told;
}

/** The folders that all paths of it have in common; of one path all of it. */
function commonParts({ paths }: Named): readonly string[] {
  const [first = [], ...others] = paths.map((path) => crumbsOf(path).map(({ name }) => name));
  const end = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return end < 0 ? first : first.slice(0, end);
}

/** ".pt.trace.json", where none of the names is that alone. */
function sharedEnding(names: readonly string[]): string {
  const [first = ''] = names;
  const endings = [...first.matchAll(/(?<=.)\./g)].map(({ index }) => first.slice(index));
  return endings.find((ending) => names.every((name) => name !== ending && name.endsWith(ending))) ?? '';
}
