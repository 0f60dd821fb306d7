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
  readonly #known = new TupleMap<readonly [string, string], { readonly keys: string[]; of: object; count: number }>();
  readonly #together = new Map<string, boolean>();

  /** Of the next that these collectives, which are all of one rank, have of the group and name; they are asked about one after another. */
  next({ group, name }: Pick<Collective, 'group' | 'name'>, of: object): string {
    let known = this.#known.get([group, name]);
    if (!known) {
      known = { keys: [], of, count: 0 };
      this.#known.set([group, name], known);
    }
    if (known.of !== of) {
      known.of = of;
      known.count = 0;
    }
    const nth = known.count++;
    known.keys[nth] ??= `${group}\n${name}\n${nth}`;
    return known.keys[nth];
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
  /** These may have room for more. */
  readonly keys: readonly string[];
  readonly groups: readonly string[];
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

export function endingTogether(own: readonly Collective[], place: number, keys: MatchKeys): MatchableColumns {
  const all = inOrder(own);
  const found = {
    keys: new Array<string>(all.length),
    groups: new Array<string>(all.length),
    startNs: new Float64Array(all.length),
    endNs: new Float64Array(all.length),
  };
  let count = 0;
  for (const collective of all) {
    const key = keys.next(collective, all);
    if (!keys.endsTogether(collective.type)) continue;
    found.keys[count] = key;
    found.groups[count] = collective.group;
    found.startNs[count] = collective.startNs;
    found.endNs[count] = collective.startNs + collective.elapseNs;
    count++;
  }
  return { place, count, ...found };
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
  const all = inOrder(own);
  return all.map((collective): MatchableCollective => {
    const { group, type, startNs, elapseNs } = collective;
    return {
      // The counter in a name makes it unique, unless the profiler has run over several loads of the library. Without the step: a rank that
      // has only a timeline may lack its number.
      key: keys.next(collective, all),
      group,
      type,
      startNs,
      endNs: startNs + elapseNs,
      endsTogether: keys.endsTogether(type),
    };
  });
}

/** Those that can be matched, by start. */
function inOrder(own: readonly Collective[]): Collective[] {
  const matchable = own.filter(
    ({ kind, startNs, elapseNs }) => kind === 'collective' && !Number.isNaN(startNs + elapseNs),
  );
  return matchable.sort((a, b) => a.startNs - b.startNs);
}
