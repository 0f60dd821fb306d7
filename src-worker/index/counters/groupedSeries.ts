import { rowCount } from '../columns/chunks';
import type { DraftMaps } from '../draft/indexDraft';
import type { SampleGroup } from '../segmentEvents';
import type { SeriesTable } from './seriesTable';

/** Series whose samples come in groups: see `SampleGroup`. */
export class GroupedSeries {
  /** Of each group the numbers of its series; `NO_SERIES` where it has no sample of it. */
  readonly #seriesOf = new Map<SampleGroup, readonly number[]>();
  readonly #groupsOf = new Map<number, SampleGroup[]>();

  add(group: SampleGroup, series: readonly number[]): void {
    this.#seriesOf.set(group, series);
    for (const id of series) {
      if (id === NO_SERIES) continue;
      const known = this.#groupsOf.get(id);
      if (known) known.push(group);
      else this.#groupsOf.set(id, [group]);
    }
  }

  seriesOf(group: SampleGroup): readonly number[] {
    return this.#seriesOf.get(group) ?? [];
  }

  /** For each of `shown` the first of them that has its samples in the same rows: their instants are kept once. */
  timesOf(table: SeriesTable, shown: readonly number[]): Uint32Array {
    const of = Uint32Array.from(table.series, (_, id) => id);
    const firstOf = new Map<SampleGroup, number[]>();
    for (const id of shown) {
      const groups = this.#groupsOf.get(id);
      if (!groups || groups.reduce((sum, group) => sum + rowCount(group.chunks), 0) !== table.series[id].count)
        continue;
      const others = firstOf.get(groups[0]) ?? [];
      const same = others.find((other) => areSame(this.#groupsOf.get(other) ?? [], groups));
      if (same === undefined) firstOf.set(groups[0], [...others, id]);
      else of[id] = same;
    }
    return of;
  }
}

export const NO_SERIES = -1;

function areSame(some: readonly SampleGroup[], others: readonly SampleGroup[]): boolean {
  return some.length === others.length && some.every((group, i) => group === others[i]);
}

/** Numbers the series of a segment's groups, in the order in which the segment has their first samples. */
export function addGroups(
  groups: readonly SampleGroup[],
  maps: Pick<DraftMaps, 'name' | 'process'>,
  table: SeriesTable,
  grouped: GroupedSeries,
): void {
  const numbers = groups.map(({ series }) => series.map(() => NO_SERIES));
  const found = groups.flatMap(({ series }, g) => series.map((own, s) => ({ ...own, g, s })));
  for (const { name, key, sampleCount, g, s } of found.sort((a, b) => a.firstSeen - b.firstSeen)) {
    const { lane, accelerator } = groups[g];
    if (sampleCount > 0)
      numbers[g][s] = table.add(maps.process[lane], maps.name[name], maps.name[key], accelerator, sampleCount);
  }
  groups.forEach((group, g) => void grouped.add(group, numbers[g]));
}
