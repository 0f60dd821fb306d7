import type { Launch, LaunchThread } from '../model/program';
import { hash2 } from '../random';
import type { StepRecords } from '../simulation/stepRecords';
import { apiOf } from './cannCalls';
import { hostMicros } from './clock';
import { gcTid } from './metadata';
import type { RankTrace } from './rankTrace';

/** Launches between two chances to write to the file. */
const batch = 256;

const opEntryNs = 1_300;
const opExitNs = 700;

/** Framework ops: annotations of the training loop, then the nested ops of every launch. */
export function* frameworkOps(trace: RankTrace, records: StepRecords): Generator<void> {
  const { scopes, launches, syncs, gcPauses, firstIds } = records;
  for (let row = 0; row < scopes.scope.length; row++) {
    const scope = scopes.scope[row]!;
    if (scope.category !== 'op') continue;
    hostOp(
      trace,
      scope.name,
      trace.mainTid,
      scopes.startNs[row]!,
      scopes.endNs[row]!,
      '"Sequence number": -1, "Fwd thread id": 0',
      row,
    );
  }
  for (let row = 0; row < launches.launch.length; row++) {
    launchOps(trace, records, row, firstIds.launch + row);
    if (row % batch === 0) yield;
  }
  for (const { startNs, endNs } of syncs) {
    const args = '"Sequence number": -1, "Fwd thread id": 0, "Input Dims": "", "Input type": "float"';
    hostOp(trace, 'aten::item', trace.mainTid, startNs - 4_000, endNs + 3_000, args, 1);
    hostOp(trace, 'aten::_local_scalar_dense', trace.mainTid, startNs - 2_000, endNs + 1_000, args, 1);
  }
  for (const { startNs, endNs } of gcPauses) {
    const dur = hostMicros(endNs - startNs, 1);
    trace.event(
      'X',
      `{"ph": "X", "name": "GC", "pid": ${trace.pid('Python GC')}, "tid": ${gcTid}, "ts": "${trace.clock.micros(startNs)}", "dur": ${dur}, "cat": "GC", "args": {}}`,
    );
  }
  yield;
}

function launchOps(trace: RankTrace, records: StepRecords, row: number, launchId: number): void {
  const { launches } = records;
  const launch = launches.launch[row]!;
  const names = hostOpsOf(launch);
  const tid = threadOf(trace, launch.thread);
  const startNs = launches.hostStartNs[row]!;
  const sequence = launches.sequence[row]!;
  const forwardThread = launch.autograd === 'backward' ? 1 : 0;
  const shapes =
    launch.kind === 'kernel' ? `, "Input Dims": "${launch.op.inputDims}", "Input type": "${launch.op.inputTypes}"` : '';
  for (let level = 0; level < names.length; level++) {
    let args = `"Sequence number": ${sequence}, "Fwd thread id": ${forwardThread}${shapes}`;
    if (launch.callStack !== '' && trace.hasCallStack(launchId * 8 + level)) {
      args += `, "Call stack": "${launch.callStack}"`;
    }
    const salt = hash2(launchId, level);
    const span = hostOpSpan(records, row, launchId, level);
    hostOp(trace, names[level]!, tid, span.startNs, span.endNs, args, salt);
  }
  if (launch.kind === 'kernel' && launch.op.outputBytes > 0) {
    const allocateNs = startNs + names.length * opEntryNs + 600;
    hostOp(
      trace,
      'aten::empty_strided',
      tid,
      allocateNs,
      allocateNs + 2_400 + 10 * (launchId % 90),
      '"Sequence number": -1, "Fwd thread id": 0',
      launchId,
    );
  }
}

/** Start and end of one of a launch's nested framework ops, 0 the outermost; ns since the job's origin. */
export function hostOpSpan(records: StepRecords, row: number, launchId: number, level: number) {
  const { hostStartNs, hostEndNs } = records.launches;
  const endNs = hostEndNs[row]!;
  // The profiler rounds starts and durations by themselves: now and then an inner op ends just after its outer one.
  const endsLate = level === 1 && hash2(launchId, level) % 200 === 0;
  return { startNs: hostStartNs[row]! + level * opEntryNs, endNs: endsLate ? endNs + 2 : endNs - level * opExitNs };
}

function hostOp(
  trace: RankTrace,
  name: string,
  tid: number,
  startNs: number,
  endNs: number,
  args: string,
  salt: number,
): void {
  trace.event(
    'X',
    `{"ph": "X", "name": "${name}", "pid": ${trace.place.hostPid}, "tid": ${tid}, "ts": "${trace.clock.micros(startNs)}", "dur": ${hostMicros(endNs - startNs, salt)}, "cat": "cpu_op", "args": {${args}}}`,
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
    const tid = threadOf(trace, launch.thread);
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
  const { launches, firstIds } = records;
  const forwardLaunch = new Map<number, number>();
  for (let row = 0; row < launches.launch.length; row++) {
    const { autograd } = launches.launch[row]!;
    const sequence = launches.sequence[row]!;
    if (autograd === 'none' || sequence < 0) continue;
    if (autograd === 'forward') forwardLaunch.set(sequence, firstIds.launch + row);
    // Both ends are written or none: the forward launch decides.
    const launchId = forwardLaunch.get(sequence);
    if (launchId === undefined || !trace.hasFlows(launchId)) continue;
    const phase = autograd === 'forward' ? 's' : 'f';
    const tid = threadOf(trace, launches.launch[row]!.thread);
    trace.event(
      phase,
      `{"ph": "${phase}", "bp": "e", "name": "fwdbwd", "id": ${sequence}, "pid": ${trace.place.hostPid}, "tid": ${tid}, "ts": "${trace.clock.micros(launches.hostStartNs[row]!)}", "cat": "fwdbwd"}`,
    );
    if (row % batch === 0) yield;
  }
  yield;
}

/** Python functions: the modules and functions around the launches, and the frames just above each launch. */
export function* pythonFunctions(trace: RankTrace, records: StepRecords): Generator<void> {
  const { scopes, launches } = records;
  for (let row = 0; row < scopes.scope.length; row++) {
    const scope = scopes.scope[row]!;
    if (scope.category !== 'python') continue;
    pythonFunction(
      trace,
      scope.name,
      scopes.startNs[row]!,
      scopes.endNs[row]!,
      scopes.pythonId[row]!,
      scopes.parentPythonId[row]!,
    );
    if (row % batch === 0) yield;
  }
  for (let row = 0; row < launches.launch.length; row++) {
    const launch = launches.launch[row]!;
    if (launch.thread !== 'main' || launch.kind === 'copyToDevice') continue;
    const frames = launch.op.leafFrames;
    const firstId = launches.pythonId[row]!;
    for (let level = 0; level < frames.length; level++) {
      const depth = frames.length - level;
      const startNs = launches.hostStartNs[row]! - depth * 1_600;
      const endNs = launches.hostEndNs[row]! + depth * 500;
      const parentId = level === 0 ? launches.parentPythonId[row]! : firstId + level - 1;
      pythonFunction(trace, frames[level]!, startNs, endNs, firstId + level, parentId);
    }
    if (row % batch === 0) yield;
  }
  yield;
}

function pythonFunction(
  trace: RankTrace,
  name: string,
  startNs: number,
  endNs: number,
  pythonId: number,
  parentPythonId: number,
): void {
  trace.event(
    'X',
    `{"ph": "X", "name": "${name}", "pid": ${trace.place.hostPid}, "tid": ${trace.mainTid}, "ts": "${trace.clock.micros(startNs)}", "dur": ${hostMicros(endNs - startNs, hash2(pythonId, 13))}, "cat": "python_function", "args": {"Python id": ${pythonId}, "Python parent id": ${parentPythonId}}}`,
  );
}

export function threadOf(trace: RankTrace, thread: LaunchThread): number {
  return thread === 'main' ? trace.mainTid : trace.backwardTid;
}

export function hostOpsOf(launch: Launch): readonly string[] {
  return launch.kind === 'copyToDevice' ? ['aten::to', 'aten::_to_copy', 'aten::copy_'] : launch.op.hostOps;
}
