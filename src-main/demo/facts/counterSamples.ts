import { nominalMhz } from '../faults/fault';
import { hash2 } from '../random';
import { type Intervals, overlapOf } from '../simulation/overlap';
import type { StepRecords } from '../simulation/stepRecords';
import type { RankFacts } from './rankFacts';

/** What a hardware counter shows at an instant: ns since the job's origin. */
export type CounterSample = { readonly atNs: number } & (
  | { readonly kind: 'traffic'; readonly megabytesPerSecond: number }
  | {
      readonly kind: 'accelerator';
      readonly accelerator: number;
      readonly readBandwidth: number;
      readonly readOutstanding: number;
      readonly writeBandwidth: number;
      readonly writeOutstanding: number;
    }
  | {
      readonly kind: 'memoryBandwidth';
      readonly stack: number;
      readonly direction: 'read' | 'write';
      readonly bytesPerSecond: number;
    }
  | { readonly kind: 'cache'; readonly hitPercent: number; readonly bytesPerSecond: number }
  | { readonly kind: 'bandwidthLevel'; readonly l2Buffer: number; readonly mata: number }
  | {
      readonly kind: 'memory';
      readonly of: 'app' | 'device';
      readonly ddrBytes: number;
      readonly hbmBytes: number;
    }
  | { readonly kind: 'frequency'; readonly mhz: number }
);

/** Sampling period of the fastest counter; the others are multiples of it. */
const tickNs = 1_500_000;
const accelerators = 4;
const megabyte = 1 << 20;

/** Hardware counters of one step, sampled at fixed times, by time. */
export function* counterSamples(facts: RankFacts, records: StepRecords): Generator<CounterSample> {
  const { computing, communication } = overlapOf(records);
  const compute = new BusyShare(computing);
  const transfer = new BusyShare(communication);
  // Nothing is sampled between steps of which the profiler records but some.
  const isSparse = facts.plan.layout.stepEveryNs > 0;
  const fromNs = isSparse ? Math.max(records.startNs, records.deviceStartNs) : records.deviceStartNs;
  const firstTick = Math.ceil(fromNs / tickNs);
  const lastTick = Math.ceil((records.hang?.untilNs ?? records.deviceEndNs) / tickNs);
  for (let tick = firstTick; tick < lastTick; tick++) {
    const atNs = tick * tickNs;
    const noise = (salt: number): number => (hash2(tick, salt + facts.place.rank * 64) % 1000) / 1000;
    const busy = { compute: compute.during(atNs - tickNs, atNs), transfer: transfer.during(atNs - tickNs, atNs) };
    yield* samplesAt(records, tick, busy, noise);
  }
}

function* samplesAt(
  records: StepRecords,
  tick: number,
  { compute, transfer }: { readonly compute: number; readonly transfer: number },
  noise: (salt: number) => number,
): Generator<CounterSample> {
  const atNs = tick * tickNs;
  yield { kind: 'traffic', atNs, megabytesPerSecond: Math.round(1_400 + 5_200 * transfer + 900 * noise(1)) };
  if (tick % 5 === 0) {
    for (let accelerator = 0; accelerator < accelerators; accelerator++) {
      const level = (kind: number): number => {
        const load = kind % 2 === 0 ? compute : 0.4 * compute + 0.6 * transfer;
        return Math.round((kind < 2 ? 900 : 460) * load * (0.7 + 0.5 * noise(8 + accelerator * 4 + kind)));
      };
      const [readBandwidth, readOutstanding, writeBandwidth, writeOutstanding] = [
        level(0),
        level(1),
        level(2),
        level(3),
      ];
      yield {
        kind: 'accelerator',
        atNs,
        accelerator,
        readBandwidth,
        readOutstanding,
        writeBandwidth,
        writeOutstanding,
      };
    }
    for (let stack = 0; stack < 2; stack++) {
      const read = 18_000 + 610_000 * compute * (0.6 + 0.5 * noise(32 + stack));
      const write = 9_000 + 290_000 * (0.7 * compute + 0.3 * transfer) * (0.6 + 0.5 * noise(34 + stack));
      yield { kind: 'memoryBandwidth', atNs, stack, direction: 'read', bytesPerSecond: Math.round(read * megabyte) };
      yield { kind: 'memoryBandwidth', atNs, stack, direction: 'write', bytesPerSecond: Math.round(write * megabyte) };
    }
    const hitRate = 0.52 + 0.4 * compute * noise(36);
    const bytesPerSecond = Math.round(420_000 * compute * hitRate * megabyte);
    yield { kind: 'cache', atNs, hitPercent: Math.round(1e8 * hitRate) / 1e6, bytesPerSecond };
  }
  if (tick % 8 === 0) {
    const [l2Buffer, mata] = [Math.round(3 * compute + noise(37)), Math.round(2 * compute + noise(38))];
    yield { kind: 'bandwidthLevel', atNs, l2Buffer, mata };
  }
  if (tick % 20 === 0) {
    const usedKib =
      41_943_040 + Math.round(records.retainedBytes / 1024) + Math.round(6_291_456 * compute + 1_048_576 * noise(39));
    yield { kind: 'memory', atNs, of: 'app', ddrBytes: 0, hbmBytes: usedKib * 1024 };
    yield { kind: 'memory', atNs, of: 'device', ddrBytes: 2_519_040 * 1024, hbmBytes: (usedKib + 3_145_728) * 1024 };
    yield { kind: 'frequency', atNs, mhz: records.coreMhz ?? (noise(40) < 0.06 ? 1650 : nominalMhz) };
  }
}

/** Share of a window that a lane is busy; windows are asked for in order of time. */
class BusyShare {
  private next = 0;

  constructor(private readonly intervals: Intervals) {}

  during(startNs: number, endNs: number): number {
    const { intervals } = this;
    while (this.next < intervals.length && intervals[this.next + 1]! <= startNs) this.next += 2;
    let busyNs = 0;
    for (let i = this.next; i < intervals.length && intervals[i]! < endNs; i += 2) {
      busyNs += Math.min(intervals[i + 1]!, endNs) - Math.max(intervals[i]!, startNs);
    }
    return busyNs / (endNs - startNs);
  }
}
