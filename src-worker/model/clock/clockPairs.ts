import type { DumpContext } from '../dumpContext';
import { at, rankJson } from '../rankJson';
import type { TableRank } from '../tableRanks';
import { threshold } from '../thresholds';

/** What a rank's profiler wrote down at its end: its own clock, and how far that is ahead of the host's monotonic one. */
export interface ClockPair {
  readonly hostName: string | undefined;
  /** Epoch ns; doubles hold it to 256 ns. */
  readonly wallNs: number;
  /** `wallNs` less the monotonic clock: the same for ranks of one host whose clocks agree. */
  readonly aheadNs: number;
}

/** Events may be recorded a moment after the pair, not long after it: then it is of another clock. */
const LATEST_EVENT_NS = 1e9;
/** Hosts of unknown names that booted within so much of each other are one. */
const SAME_BOOT_NS = 1e6;

/** profiler_info_N.json's `end_info`. Undefined where there is none, or where the timeline speaks against it. */
export async function clockPairOf(dump: DumpContext, rank: TableRank): Promise<ClockPair | undefined> {
  const info = at(await rankJson(dump, rank, 'profiler-info'), 'end_info');
  const [wallNs, monotonicNs] = [at(info, 'collectionTimeEnd'), at(info, 'MonotonicTimeEnd')];
  if (typeof wallNs !== 'number' || typeof monotonicNs !== 'number' || !(wallNs > 0 && monotonicNs > 0))
    return undefined;
  const lastNs = await dump.ofTimeline('last event', rank.index, (view) => view.index.endNs + view.offsetNs);
  const isOtherClock = lastNs !== undefined && Number(dump.originNs) + lastNs > wallNs + LATEST_EVENT_NS;
  return isOtherClock ? undefined : { hostName: rank.hostName, wallNs, aheadNs: wallNs - monotonicNs };
}

/** How far the clock of `other` is ahead of that of `one`; undefined where they may be on different hosts. */
export function pairOffsetNs(one: ClockPair, other: ClockPair): number | undefined {
  const offsetNs = other.aheadNs - one.aheadNs;
  if (one.hostName !== undefined && other.hostName !== undefined)
    return one.hostName === other.hostName ? offsetNs : undefined;
  return Math.abs(offsetNs) < SAME_BOOT_NS ? offsetNs : undefined;
}

/** Of an offset between two ranks of one host. */
export function pairErrorNs(): number {
  return threshold('clock.pair-error');
}
