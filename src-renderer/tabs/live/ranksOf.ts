const MOST_RANKS = 10_000;

/** "0-7, 12" as numbers, each once; empty: none are named. Undefined: that is no list of ranks. */
export function ranksOf(text: string): readonly number[] | undefined {
  const ranks = new Set<number>();
  for (const part of text.split(/[,\s]+/).filter((own) => own !== '')) {
    const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from) || Number(to) - Number(from) >= MOST_RANKS) return undefined;
    for (let rank = Number(from); rank <= Number(to); rank++) ranks.add(rank);
  }
  return ranks.size > MOST_RANKS ? undefined : [...ranks];
}
