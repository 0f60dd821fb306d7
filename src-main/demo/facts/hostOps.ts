import type { Launch } from '../model/program';
import { hash2 } from '../random';
import type { StepRecords } from '../simulation/stepRecords';
import type { HostThread, RankFacts } from './rankFacts';

const opEntryNs = 1_300;
const opExitNs = 700;

/** A framework op on the host. Times: ns since the job's origin. */
export interface HostOp {
  readonly name: string;
  readonly thread: HostThread;
  readonly startNs: number;
  readonly endNs: number;
  /** Autograd's number; −1 for none. */
  readonly sequence: number;
  readonly forwardThread: 0 | 1;
  readonly input: HostOpInput | undefined;
  /** Frames, innermost first, separated as in `Launch.callStack`; '' where none was taken. */
  readonly callStack: string;
  /** Row of the launch whose arrows begin here: it is the launch's outermost op; −1 for all others. */
  readonly launchRow: number;
  /** A number of its own, for what is noise in one form or another. */
  readonly salt: number;
}

/** Shapes and types of its tensors, escaped for JSON. */
export interface HostOpInput {
  readonly dims: string;
  readonly types: string;
}

const annotation = { sequence: -1, forwardThread: 0, input: undefined, callStack: '', launchRow: -1 } as const;

/** Framework ops of a step: annotations of the training loop, then the nested ops of every launch, then waits. */
export function* hostOps(facts: RankFacts, records: StepRecords): Generator<HostOp> {
  const { scopes, launches, syncs, hang } = records;
  for (let row = 0; row < scopes.scope.length; row++) {
    const { category, name } = scopes.scope[row]!;
    if (category !== 'op' || hang?.openScopes.has(row)) continue;
    yield { ...annotation, name, thread: 'main', startNs: scopes.startNs[row]!, endNs: scopes.endNs[row]!, salt: row };
  }
  for (let row = 0; row < launches.launch.length; row++) yield* launchOps(facts, records, row);
  for (const { startNs, endNs } of syncs) {
    const wait = { ...annotation, thread: 'main', input: { dims: '', types: 'float' }, salt: 1 } as const;
    yield { ...wait, name: 'aten::item', startNs: startNs - 4_000, endNs: endNs + 3_000 };
    yield { ...wait, name: 'aten::_local_scalar_dense', startNs: startNs - 2_000, endNs: endNs + 1_000 };
  }
}

function* launchOps(facts: RankFacts, records: StepRecords, row: number): Generator<HostOp> {
  const { launches, firstIds } = records;
  const launchId = firstIds.launch + row;
  const launch = launches.launch[row]!;
  const { thread } = launch;
  const names = hostOpsOf(launch);
  const input = launch.kind === 'kernel' ? { dims: launch.op.inputDims, types: launch.op.inputTypes } : undefined;
  for (let level = 0; level < names.length; level++) {
    yield {
      name: names[level]!,
      thread,
      ...hostOpSpan(records, row, launchId, level),
      sequence: launches.sequence[row]!,
      forwardThread: launch.autograd === 'backward' ? 1 : 0,
      input,
      callStack: facts.hasCallStack(launchId * 8 + level) ? launch.callStack : '',
      launchRow: level === 0 ? row : -1,
      salt: hash2(launchId, level),
    };
  }
  if (launch.kind === 'kernel' && launch.op.outputBytes > 0) {
    const startNs = launches.hostStartNs[row]! + names.length * opEntryNs + 600;
    const endNs = startNs + 2_400 + 10 * (launchId % 90);
    yield { ...annotation, name: 'aten::empty_strided', thread, startNs, endNs, salt: launchId };
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

export function hostOpsOf(launch: Launch): readonly string[] {
  return launch.kind === 'copyToDevice' ? ['aten::to', 'aten::_to_copy', 'aten::copy_'] : launch.op.hostOps;
}
