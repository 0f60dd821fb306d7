import { TupleMap } from '../../base/tupleMap';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import type { Collective } from './collective';
import { collectivesOfRank } from './collectives';

/**
 * A collective as it can be found again on the other ranks of its group. Instants are the rank's own clock's, in ns since
 * the base of the dump's tables (`DumpContext.baseNs`, the same for all ranks): nothing has been aligned.
 */
export interface MatchableCollective {
  /** Equal on all ranks that take part in this collective; no two of one rank have the same. */
  readonly key: string;
  /** Equal on all ranks of the group. */
  readonly group: string;
  /** "allReduce" */
  readonly type: string;
  readonly startNs: number;
  readonly endNs: number;
  /**
   * No rank can be done before it has the data of every other: the ends of all ranks are one instant but for the last
   * packet's way. Not so of a broadcast, whose root may be done long before the others.
   */
  readonly endsTogether: boolean;
}

/** Types that are over on all ranks at once, without case and underscores. */
const ENDING_TOGETHER = /^(allreduce|allgather|reducescatter|alltoall|barrier)/;

/**
 * The collectives of one rank by start, for matching across ranks. Sends and receives are not among them: their names do
 * not tell with whom. Where only the rank's timeline tells of them, it is brought.
 */
export async function matchableCollectives(
  dump: DumpContext,
  rank: TableRank,
  keys?: MatchKeys,
): Promise<MatchableCollective[]> {
  return matchableAmong(await collectivesOfRank(dump, rank), keys);
}

/** What thousands of ranks have in common of their collectives, and is made once. */
export class MatchKeys {
  readonly #keys = new TupleMap<readonly [string, string], string[]>();
  readonly #together = new Map<string, boolean>();

  /** The `nth` of the group and name that a rank has, from 0. */
  of({ group, name }: Pick<Collective, 'group' | 'name'>, nth: number): string {
    let own = this.#keys.get([group, name]);
    if (!own) {
      own = [];
      this.#keys.set([group, name], own);
    }
    own[nth] ??= `${group}\n${name}\n${nth}`;
    return own[nth];
  }

  endsTogether(type: string): boolean {
    const known = this.#together.get(type);
    if (known !== undefined) return known;
    const own = ENDING_TOGETHER.test(type.toLowerCase().replaceAll('_', ''));
    this.#together.set(type, own);
    return own;
  }
}

/** Those of a rank that end together on all ranks, by start: a job has them by the million. */
export interface MatchableColumns {
  /** Of the rank, among those that are compared. */
  readonly place: number;
  readonly count: number;
  readonly keys: readonly string[];
  readonly groups: readonly string[];
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

export function endingTogether(own: readonly Collective[], place: number, keys: MatchKeys): MatchableColumns {
  const all = matchableAmong(own, keys).filter(({ endsTogether }) => endsTogether);
  return {
    place,
    count: all.length,
    keys: all.map(({ key }) => key),
    groups: all.map(({ group }) => group),
    startNs: Float64Array.from(all, ({ startNs }) => startNs),
    endNs: Float64Array.from(all, ({ endNs }) => endNs),
  };
}

/** One of them. */
export class CallOfColumns {
  constructor(
    readonly of: MatchableColumns,
    readonly at: number,
  ) {}

  get rank(): number {
    return this.of.place;
  }
  get startNs(): number {
    return this.of.startNs[this.at];
  }
  get endNs(): number {
    return this.of.endNs[this.at];
  }
}

/** The same of these, which are all of one rank. */
export function matchableAmong(own: readonly Collective[], keys = new MatchKeys()): MatchableCollective[] {
  const matchable = own.filter(
    ({ kind, startNs, elapseNs }) => kind === 'collective' && !Number.isNaN(startNs + elapseNs),
  );
  matchable.sort((a, b) => a.startNs - b.startNs);
  // Without the step: a rank that has only a timeline may lack its number.
  const seen = new TupleMap<readonly [string, string], number>();
  return matchable.map((collective): MatchableCollective => {
    const { group, name, type, startNs, elapseNs } = collective;
    // The counter in a name makes it unique, unless the profiler has run over several loads of the library.
    const nth = seen.get([group, name]) ?? 0;
    seen.set([group, name], nth + 1);
    return {
      key: keys.of(collective, nth),
      group,
      type,
      startNs,
      endNs: startNs + elapseNs,
      endsTogether: keys.endsTogether(type),
    };
  });
}
