import { toJobNs } from '../../base/clockShift';
import { groupBy } from '../../base/groupBy';
import { groupByTuple, type TupleGroups } from '../../base/tupleMap';
import { type Collective, type CollectiveKeys, type Collectives, collectiveKeys } from '../collectives/collective';
import type { DumpContext } from '../dumpContext';
import { threshold } from '../thresholds';
import { clocksOfGroups, type RankClocks } from './rankClocks';

/** When one rank came to a collective, by the clock that all of them share. */
export interface CommonStart {
  readonly rank: number;
  /** Of the clock: see `ClockOffset`. */
  readonly component: number;
  readonly atNs: number;
  readonly errorNs: number;
  readonly collective: Collective;
}

/** The starts of collectives, of each those whose ranks' clocks can be compared: nothing is said of others. */
export class CommonStarts {
  readonly #calls: TupleGroups<CollectiveKeys, Collective>;
  /** By the calls. */
  readonly #starts = new Map<readonly Collective[], readonly CommonStart[]>();

  constructor(
    ops: readonly Collective[],
    /** By the key of the group. */
    readonly clocks: ReadonlyMap<string, RankClocks>,
  ) {
    this.#calls = groupByTuple(ops, collectiveKeys);
  }

  /** The calls of each collective, in the order in which these come first. */
  get calls(): readonly (readonly Collective[])[] {
    return this.#calls.groups;
  }

  /** By time. */
  of(collective: Collective): readonly CommonStart[] {
    const own = this.#calls.of.get(collectiveKeys(collective));
    if (!own) return [];
    const known = this.#starts.get(own) ?? this.startsOf(own);
    this.#starts.set(own, known);
    return known;
  }

  /** The same of one of `calls`, made anew each time: a large job has them by the hundred thousand. */
  startsOf(own: readonly Collective[]): readonly CommonStart[] {
    const ofGroup = this.clocks.get(own[0].group);
    return ofGroup ? comparable(own, ofGroup) : [];
  }

  /** After the first rank of the same collective; NaN where no other rank of it can be compared. */
  lateNs(collective: Collective): number {
    const clock = this.clocks.get(collective.group)?.get(collective.rank);
    const [first, second] = this.of(collective);
    if (!clock || !second || clock.component !== first.component) return Number.NaN;
    return toJobNs(clock.shift, collective.startNs) - first.atNs;
  }

  /** The last to arrive, and late by more than launching takes and more than the clocks may be off. */
  isLast(collective: Collective): boolean {
    const own = this.of(collective);
    const last = own.at(-1);
    return last?.collective === collective && isLater(last, own[0]);
  }
}

/**
 * By time; of clocks that can't all be compared, those of the most ranks. Where the ends of the collectives leave more open than
 * the same ones do, calls are missing or matched wrongly (sampled traces): then their starts tell nothing either.
 */
function comparable(own: readonly Collective[], clocks: RankClocks): readonly CommonStart[] {
  const starts: CommonStart[] = [];
  for (const collective of own) {
    const { rank, startNs } = collective;
    const clock = clocks.get(rank);
    if (!clock || Number.isNaN(startNs)) continue;
    const { component, shift, errorNs } = clock;
    if (errorNs > threshold('clock.match')) continue;
    starts.push({ rank, component, atNs: toJobNs(shift, startNs), errorNs, collective });
  }
  return ofMostRanks(starts).sort((a, b) => a.atNs - b.atNs);
}

function ofMostRanks(starts: CommonStart[]): CommonStart[] {
  if (starts.every(({ component }) => component === starts[0].component)) return starts;
  const components = [...groupBy(starts, ({ component }) => component).values()];
  return components.sort((a, b) => b.length - a.length)[0];
}

export function isLater(
  one: Pick<CommonStart, 'atNs' | 'errorNs'>,
  other: Pick<CommonStart, 'atNs' | 'errorNs'>,
): boolean {
  const apartNs = one.atNs - other.atNs;
  return apartNs >= threshold('late.from') && apartNs > one.errorNs + other.errorNs;
}

/** `ops`: all of their groups, since they align the clocks; those asked about may be fewer. */
export async function commonStarts(
  dump: DumpContext,
  { ops }: Pick<Collectives, 'ops'>,
  asked: readonly Collective[] = ops,
): Promise<CommonStarts> {
  const groups = new Set<string>();
  for (const { group } of asked) groups.add(group);
  const ofGroups = ops.filter(({ group }) => groups.has(group));
  return new CommonStarts(asked, await clocksOfGroups(dump, ofGroups));
}
