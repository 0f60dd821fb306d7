import type { Scope } from '../model/program';
import type { StepRecords, UnendedCollective } from '../simulation/stepRecords';
import { algorithmOf, type CollectiveFacts } from './collectives';

/** What the host of a rank is in that never comes to a collective. */
const endless = 'torch/serialization.py(850): save';
/** What the host of one is in that waits for its device: the framework's op, and within it the call. */
const hostWait = { op: 'aten::item', call: 'aclrtSynchronizeStreamWithTimeout', afterNs: 4_000 } as const;

/** What had begun and not ended when the recording did. Hosts are in it on their main threads. */
export type UnendedWork = { readonly startNs: number; readonly name: string } & (
  | { readonly kind: 'python'; readonly pythonId: number; readonly parentPythonId: number }
  | { readonly kind: 'op' | 'acl' }
  | {
      readonly kind: 'collective';
      readonly collective: UnendedCollective;
      readonly algorithm: CollectiveFacts['algorithm'];
    }
);

export function* unendedWork({ hang, scopes }: StepRecords): Generator<UnendedWork> {
  if (hang === undefined) return;
  for (const row of hang.openScopes) {
    const { category, name }: Scope = scopes.scope[row]!;
    const startNs = scopes.startNs[row]!;
    if (category === 'op') yield { kind: 'op', name, startNs };
    else {
      const [pythonId, parentPythonId] = [scopes.pythonId[row]!, scopes.parentPythonId[row]!];
      yield { kind: 'python', name, startNs, pythonId, parentPythonId };
    }
  }
  const { collective, hostStartNs } = hang;
  if (collective === undefined) {
    yield { kind: 'python', name: endless, startNs: hostStartNs, pythonId: 0, parentPythonId: 0 };
    return;
  }
  const { name, startNs, launch } = collective;
  yield { kind: 'collective', name, startNs, collective, algorithm: algorithmOf(launch) };
  yield { kind: 'op', name: hostWait.op, startNs: hostStartNs };
  yield { kind: 'acl', name: hostWait.call, startNs: hostStartNs + hostWait.afterNs };
}
