import { autogradEnds } from '../facts/autogradPairs';
import { apiOf } from '../facts/cannCalls';
import { type HostOp, hostOps } from '../facts/hostOps';
import { pythonCalls } from '../facts/pythonCalls';
import { hash2 } from '../random';
import type { StepRecords } from '../simulation/stepRecords';
import { hostMicros } from './clock';
import { gcTid } from './metadata';
import type { RankTrace } from './rankTrace';

/** Events between two chances to write to the file. */
const batch = 256;

/** Framework ops, and Python collecting garbage. */
export function* frameworkOps(trace: RankTrace, records: StepRecords): Generator<void> {
  let events = 0;
  for (const op of hostOps(trace, records)) {
    hostOp(trace, op);
    if (++events % batch === 0) yield;
  }
  for (const { startNs, endNs } of records.gcPauses) {
    const dur = hostMicros(endNs - startNs, 1);
    trace.event(
      'X',
      `{"ph": "X", "name": "GC", "pid": ${trace.pid('Python GC')}, "tid": ${gcTid}, "ts": "${trace.clock.micros(startNs)}", "dur": ${dur}, "cat": "GC", "args": {}}`,
    );
  }
  yield;
}

function hostOp(trace: RankTrace, op: HostOp): void {
  const input = op.input === undefined ? '' : `, "Input Dims": "${op.input.dims}", "Input type": "${op.input.types}"`;
  const stack = op.callStack === '' ? '' : `, "Call stack": "${op.callStack}"`;
  trace.event(
    'X',
    `{"ph": "X", "name": "${op.name}", "pid": ${trace.place.hostPid}, "tid": ${trace.tidOf(op.thread)}, "ts": "${trace.clock.micros(op.startNs)}", "dur": ${hostMicros(op.endNs - op.startNs, op.salt)}, "cat": "cpu_op", "args": {"Sequence number": ${op.sequence}, "Fwd thread id": ${op.forwardThread}${input}${stack}}}`,
  );
}

/** The task queue: what a thread enqueues, the dequeue thread launches. */
export function* taskQueue(trace: RankTrace, records: StepRecords): Generator<void> {
  const { launches, firstIds } = records;
  const { clock, dequeueTid } = trace;
  const pid = trace.place.hostPid;
  for (let row = 0; row < launches.launch.length; row++) {
    const id = firstIds.launch + row;
    const launch = launches.launch[row]!;
    const tid = trace.tidOf(launch.thread);
    const enqueueTs = clock.micros(launches.enqueueNs[row]!);
    const dequeueTs = clock.micros(launches.dequeueNs[row]!);
    trace.event(
      'X',
      `{"ph": "X", "name": "Enqueue", "pid": ${pid}, "tid": ${tid}, "ts": "${enqueueTs}", "dur": ${hostMicros(launches.enqueueDurationNs[row]!, hash2(id, 11))}, "cat": "enqueue", "args": {"correlation_id": ${id}}}`,
    );
    trace.event(
      'X',
      `{"ph": "X", "name": "Dequeue@${apiOf(launch)}", "pid": ${pid}, "tid": ${dequeueTid}, "ts": "${dequeueTs}", "dur": ${hostMicros(launches.dequeueDurationNs[row]!, hash2(id, 12))}, "cat": "dequeue", "args": {"correlation_id": ${id}}}`,
    );
    if (trace.hasFlows(id)) {
      const common = `"bp": "e", "name": "enqueue_to_dequeue", "id": ${id}, "pid": ${pid}`;
      trace.event('s', `{"ph": "s", ${common}, "tid": ${tid}, "ts": "${enqueueTs}", "cat": "async_task_queue"}`);
      trace.event('f', `{"ph": "f", ${common}, "tid": ${dequeueTid}, "ts": "${dequeueTs}", "cat": "async_task_queue"}`);
    }
    if (row % batch === 0) yield;
  }
  yield;
}

/** Arrows from a forward op to its backward op. */
export function* forwardBackwardFlows(trace: RankTrace, records: StepRecords): Generator<void> {
  const { launches } = records;
  let events = 0;
  for (const { launchRow, isForward, sequence } of autogradEnds(trace, records)) {
    const phase = isForward ? 's' : 'f';
    const tid = trace.tidOf(launches.launch[launchRow]!.thread);
    trace.event(
      phase,
      `{"ph": "${phase}", "bp": "e", "name": "fwdbwd", "id": ${sequence}, "pid": ${trace.place.hostPid}, "tid": ${tid}, "ts": "${trace.clock.micros(launches.hostStartNs[launchRow]!)}", "cat": "fwdbwd"}`,
    );
    if (++events % batch === 0) yield;
  }
  yield;
}

/** Python functions. */
export function* pythonFunctions(trace: RankTrace, records: StepRecords): Generator<void> {
  let events = 0;
  for (const { name, startNs, endNs, pythonId, parentPythonId } of pythonCalls(records)) {
    trace.event(
      'X',
      `{"ph": "X", "name": "${name}", "pid": ${trace.place.hostPid}, "tid": ${trace.mainTid}, "ts": "${trace.clock.micros(startNs)}", "dur": ${hostMicros(endNs - startNs, hash2(pythonId, 13))}, "cat": "python_function", "args": {"Python id": ${pythonId}, "Python parent id": ${parentPythonId}}}`,
    );
    if (++events % batch === 0) yield;
  }
  yield;
}
