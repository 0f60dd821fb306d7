import type { Intervals } from '../simulation/overlap';
import { overlapOf } from '../simulation/overlap';
import type { StepRecords } from '../simulation/stepRecords';
import { micros } from './clock';
import type { RankTrace } from './rankTrace';

const overlapNames = ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'] as const;

/** The lanes of Overlap Analysis. */
export function* overlapLanes(trace: RankTrace, records: StepRecords): Generator<void> {
  const lanes = overlapOf(records);
  const byTid: readonly Intervals[] = [lanes.computing, lanes.communication, lanes.notOverlapped, lanes.free];
  const pid = trace.pid('Overlap Analysis');
  for (let tid = 0; tid < byTid.length; tid++) {
    const intervals = byTid[tid]!;
    for (let i = 0; i < intervals.length; i += 2) {
      trace.event(
        'X',
        `{"name": "${overlapNames[tid]}", "pid": ${pid}, "tid": ${tid}, "ts": "${trace.clock.micros(intervals[i]!)}", "dur": ${micros(intervals[i + 1]! - intervals[i]!)}, "ph": "X"}`,
      );
      if (i % 512 === 0) yield;
    }
  }
  yield;
}
