import { overlapNames, overlapSlices } from '../facts/overlapSlices';
import type { StepRecords } from '../simulation/stepRecords';
import { micros } from './clock';
import type { RankTrace } from './rankTrace';

const batch = 256;

/** The lanes of Overlap Analysis. */
export function* overlapLanes(trace: RankTrace, records: StepRecords): Generator<void> {
  const pid = trace.pid('Overlap Analysis');
  let slices = 0;
  for (const { lane, startNs, endNs } of overlapSlices(records)) {
    trace.event(
      'X',
      `{"name": "${overlapNames[lane]}", "pid": ${pid}, "tid": ${lane}, "ts": "${trace.clock.micros(startNs)}", "dur": ${micros(endNs - startNs)}, "ph": "X"}`,
    );
    if (++slices % batch === 0) yield;
  }
  yield;
}
