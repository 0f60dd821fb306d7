import { computeStream, copyStream } from '../facts/rankFacts';
import type { StepRecords } from '../simulation/stepRecords';
import type { RankTrace } from './rankTrace';

const batch = 64;

/** Arrows from the framework op to its device task; ids are the task's start in epoch ns, above 2^53. */
export function* torchToNpuFlows(trace: RankTrace, records: StepRecords): Generator<void> {
  const { launches, firstIds, collectives } = records;
  const { clock } = trace;
  for (let row = 0; row < launches.launch.length; row++) {
    if (!trace.hasFlows(firstIds.launch + row)) continue;
    const launch = launches.launch[row]!;
    const startNs = launches.deviceStartNs[row]!;
    const id = clock.nanos(startNs);
    const collective = collectives[launches.collective[row]!];
    const pid = trace.pid(collective === undefined ? 'Ascend Hardware' : 'Communication');
    const tid =
      collective !== undefined
        ? trace.lanesOf(collective.group.kind).groupTid
        : launch.kind === 'copyToDevice'
          ? copyStream
          : computeStream;
    const common = `"bp": "e", "name": "torch_to_npu", "id": ${id}`;
    trace.event(
      's',
      `{"ph": "s", ${common}, "pid": ${trace.place.hostPid}, "tid": ${trace.tidOf(launch.thread)}, "ts": "${clock.micros(launches.hostStartNs[row]!)}", "cat": "async_npu"}`,
    );
    trace.event(
      'f',
      `{"ph": "f", ${common}, "pid": ${pid}, "tid": ${tid}, "ts": "${clock.micros(startNs)}", "cat": "async_npu"}`,
    );
    if (row % batch === 0) yield;
  }
  yield;
}
