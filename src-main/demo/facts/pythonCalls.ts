import type { StepRecords } from '../simulation/stepRecords';

/** A Python function on the main thread. Times: ns since the job's origin. */
export interface PythonCall {
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly pythonId: number;
  readonly parentPythonId: number;
}

/** The modules and functions around the launches, then the frames just above each launch. */
export function* pythonCalls({ scopes, launches, hang }: StepRecords): Generator<PythonCall> {
  for (let row = 0; row < scopes.scope.length; row++) {
    const { category, name } = scopes.scope[row]!;
    if (category !== 'python' || hang?.openScopes.has(row)) continue;
    const span = { startNs: scopes.startNs[row]!, endNs: scopes.endNs[row]! };
    yield { name, ...span, pythonId: scopes.pythonId[row]!, parentPythonId: scopes.parentPythonId[row]! };
  }
  for (let row = 0; row < launches.launch.length; row++) {
    const launch = launches.launch[row]!;
    if (launch.thread !== 'main' || launch.kind === 'copyToDevice') continue;
    const frames = launch.op.leafFrames;
    const firstId = launches.pythonId[row]!;
    for (let level = 0; level < frames.length; level++) {
      const depth = frames.length - level;
      yield {
        name: frames[level]!,
        startNs: launches.hostStartNs[row]! - depth * 1_600,
        endNs: launches.hostEndNs[row]! + depth * 500,
        pythonId: firstId + level,
        parentPythonId: level === 0 ? launches.parentPythonId[row]! : firstId + level - 1,
      };
    }
  }
}
