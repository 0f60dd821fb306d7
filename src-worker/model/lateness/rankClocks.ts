import type { ClockShift } from '../../base/clockShift';
import { groupBy } from '../../base/groupBy';
import { alignRanks } from '../clock/alignRanks';
import { alignmentLimits, clockOf } from '../clock/jobClock';
import type { Collective } from '../collectives/collective';
import { CallOfColumns, endingTogether, MatchKeys } from '../collectives/matchable';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';

/** How far a rank's clock is ahead of that of the others with the same `component`, and how far off that may be. */
export interface ClockOffset {
  /** Clocks of different components can't be compared. */
  readonly component: number;
  /** From instants counted from the dump's base. */
  readonly shift: ClockShift;
  readonly errorNs: number;
}

/** By the rank's number. */
export type RankClocks = ReadonlyMap<number, ClockOffset>;

/**
 * By the key of the group. The ranks of a group are compared by what its own collectives tell of their clocks: two of them
 * are nearer to each other than to the rank that the job's clock counts from, and so is what they may be off by. Where a
 * group has too few collectives that end together, the job's clock is what there is.
 */
export async function clocksOfGroups(
  dump: DumpContext,
  ops: readonly Collective[],
): Promise<ReadonlyMap<string, RankClocks>> {
  const clocks = new Map<string, RankClocks>();
  // Of a job of thousands of ranks it has as many entries, and may stand for as many groups.
  let ofJob: RankClocks | undefined;
  for (const [group, own] of groupBy(ops, (op) => op.group)) {
    const ranks = new Set(own.map(({ rank }) => rank));
    if (ranks.size < 2) continue;
    const aligned = alignedBy(own, [...ranks]);
    if (aligned.size < ranks.size) ofJob ??= await clocksOfJob(dump);
    clocks.set(group, aligned.size < ranks.size && ofJob ? ofJob : aligned);
  }
  return clocks;
}

/** What is said of the whole job; it is kept with the dump. */
export async function clocksOfJob(dump: DumpContext): Promise<RankClocks> {
  const numbers = new Map(dump.ranks.map((rank) => [rank.index, rankNumber(rank)]));
  const clocks = new Map<number, ClockOffset>();
  for (const { rank, method, offsetNs, rate, aroundNs, errorNs } of (await clockOf(dump)).ranks) {
    // By the first step no clocks are compared: it only says how to draw them.
    const number = method === 'first-step' || method === 'none' ? undefined : numbers.get(rank);
    const shift = { offsetNs, rate, aroundNs: dump.fromOwnNs(aroundNs) };
    if (number !== undefined) clocks.set(number, { component: 0, shift, errorNs });
  }
  return clocks;
}

function alignedBy(ops: readonly Collective[], ranks: readonly number[]): RankClocks {
  const placeOf = new Map(ranks.map((rank, place) => [rank, place]));
  const keys = new MatchKeys();
  const byKey = new Map<string, { readonly group: string; readonly calls: CallOfColumns[] }>();
  for (const [number, own] of groupBy(ops, ({ rank }) => rank)) {
    const columns = endingTogether(own, placeOf.get(number) ?? -1, keys);
    for (let at = 0; at < columns.count; at++) {
      const call = new CallOfColumns(columns, at);
      const known = byKey.get(columns.keys[at]);
      if (known) known.calls.push(call);
      else byKey.set(columns.keys[at], { group: columns.groups[at], calls: [call] });
    }
  }
  const shared = [...byKey.values()].filter(({ calls }) => calls.length > 1);
  const aligned = alignRanks(ranks.length, shared, alignmentLimits()).ranks;
  const clocks = new Map<number, ClockOffset>();
  for (const [position, { component, offsetNs, rate, aroundNs, errorNs }] of aligned.entries()) {
    const shift = { offsetNs, rate, aroundNs };
    if (Number.isFinite(errorNs)) clocks.set(ranks[position], { component, shift, errorNs });
  }
  return clocks;
}
