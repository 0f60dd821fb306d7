import { nominalMhz } from '../faults/fault';
import { hash2 } from '../random';
import type { Intervals } from '../simulation/overlap';
import { overlapOf } from '../simulation/overlap';
import type { StepRecords } from '../simulation/stepRecords';
import type { ProcessName, RankTrace } from './rankTrace';

/** Sampling period of the fastest counter; the others are multiples of it. */
const tickNs = 150_000;
const accelerators = 4;
const accCounters = ['read_bandwidth', 'read_ost', 'write_band_width', 'write_ost'] as const;

/** Hardware counters of one step, sampled at fixed times. */
export function* counters(trace: RankTrace, records: StepRecords): Generator<void> {
  const { computing, communication } = overlapOf(records);
  const compute = new BusyShare(computing);
  const transfer = new BusyShare(communication);
  const firstTick = Math.ceil(records.deviceStartNs / tickNs);
  const lastTick = Math.ceil(records.deviceEndNs / tickNs);
  for (let tick = firstTick; tick < lastTick; tick++) {
    const atNs = tick * tickNs;
    const noise = (salt: number): number => (hash2(tick, salt + trace.place.rank * 64) % 1000) / 1000;
    sample(trace, records, tick, compute.during(atNs - tickNs, atNs), transfer.during(atNs - tickNs, atNs), noise);
    if (tick % 128 === 0) yield;
  }
  yield;
}

function sample(
  trace: RankTrace,
  records: StepRecords,
  tick: number,
  compute: number,
  transfer: number,
  noise: (salt: number) => number,
): void {
  const ts = trace.clock.micros(tick * tickNs);
  const counter = (process: ProcessName, name: string, args: string): void => {
    trace.event(
      'C',
      `{"name": "${name}", "ts": "${ts}", "pid": ${trace.pid(process)}, "tid": 0, "args": {${args}}, "ph": "C"}`,
    );
  };
  counter('QoS', 'QoS OTHERS', `"value": ${Math.round(1_400 + 5_200 * transfer + 900 * noise(1))}`);
  if (tick % 5 === 0) {
    for (let accelerator = 0; accelerator < accelerators; accelerator++) {
      for (let kind = 0; kind < accCounters.length; kind++) {
        const load = kind % 2 === 0 ? compute : 0.4 * compute + 0.6 * transfer;
        const value = Math.round((kind < 2 ? 900 : 460) * load * (0.7 + 0.5 * noise(8 + accelerator * 4 + kind)));
        counter('Acc PMU', accCounters[kind]!, `"value": ${value}, "acc_id": ${accelerator}`);
      }
    }
  }
  if (tick % 5 === 0) {
    for (let stack = 0; stack < 2; stack++) {
      const read = 18_000 + 610_000 * compute * (0.6 + 0.5 * noise(32 + stack));
      const write = 9_000 + 290_000 * (0.7 * compute + 0.3 * transfer) * (0.6 + 0.5 * noise(34 + stack));
      counter('HBM', `HBM ${stack}/Read`, `"Read(MB/s)": ${read.toFixed(3)}`);
      counter('HBM', `HBM ${stack}/Write`, `"Write(MB/s)": ${write.toFixed(3)}`);
    }
    const hitRate = 0.52 + 0.4 * compute * noise(36);
    counter('LLC', 'LLC 0 Read/Hit Rate', `"Hit Rate(%)": ${(100 * hitRate).toFixed(6)}`);
    counter('LLC', 'LLC 0 Read/Throughput', `"Throughput(MB/s)": ${(420_000 * compute * hitRate).toFixed(6)}`);
  }
  if (tick % 8 === 0) {
    counter('Stars Soc Info', 'L2 Buffer Bw Level', `"L2 Buffer Bw Level": ${Math.round(3 * compute + noise(37))}`);
    counter('Stars Soc Info', 'Mata Bw Level', `"Mata Bw Level": ${Math.round(2 * compute + noise(38))}`);
  }
  if (tick % 20 === 0) {
    const usedKb =
      41_943_040 + Math.round(records.retainedBytes / 1024) + Math.round(6_291_456 * compute + 1_048_576 * noise(39));
    counter('NPU MEM', 'APP/DDR', '"KB": 0.0');
    counter('NPU MEM', 'APP/HBM', `"KB": ${usedKb}`);
    counter('NPU MEM', 'Device/DDR', '"KB": 2519040.0');
    counter('NPU MEM', 'Device/HBM', `"KB": ${usedKb + 3_145_728}`);
    counter('AI Core Freq', 'AI Core Freq', `"MHz": ${records.coreMhz ?? (noise(40) < 0.06 ? 1650 : nominalMhz)}`);
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
