import { algorithmOf } from '../facts/collectives';
import type { HangRecord, StepRecords } from '../simulation/stepRecords';
import type { RankTrace } from './rankTrace';

/** What the host of a rank is in that never comes to a collective. */
const endless = 'torch/serialization.py(850): save';
/** What the host of one is in that waits for its device. */
const hostWait = 'aclrtSynchronizeStreamWithTimeout';

/** What had begun and not ended when the recording did: begin events alone. */
export function unended(trace: RankTrace, records: StepRecords): void {
  const { hang } = records;
  if (hang === undefined) return;
  const begin = (pid: string | number, tid: number, name: string, startNs: number, more: string): void =>
    trace.event(
      'B',
      `{"ph": "B", "name": "${name}", "pid": ${pid}, "tid": ${tid}, "ts": "${trace.clock.micros(startNs)}", ${more}}`,
    );
  const onMain = (name: string, startNs: number, more: string): void =>
    begin(trace.place.hostPid, trace.mainTid, name, startNs, more);
  openScopes(records, hang, onMain);
  if (hang.collective === undefined) {
    onMain(endless, hang.hostStartNs, python(0, 0));
    return;
  }
  const { name, startNs, group, launch } = hang.collective;
  const { dataType, count } = launch.op;
  const args = `"data_type": "${dataType}", "alg_type": "${algorithmOf(launch)}", "count": ${count}`;
  begin(trace.pid('Communication'), trace.lanesOf(group.kind).groupTid, name, startNs, `"args": {${args}}`);
  onMain('aten::item', hang.hostStartNs, op);
  begin(trace.pid('CANN'), trace.mainTid, `AscendCL@${hostWait}`, hang.hostStartNs + 4_000, '"args": {"level": "acl"}');
}

const op = '"cat": "cpu_op", "args": {"Sequence number": -1, "Fwd thread id": 0}';

function python(id: number, parent: number): string {
  return `"cat": "python_function", "args": {"Python id": ${id}, "Python parent id": ${parent}}`;
}

function openScopes(
  { scopes }: StepRecords,
  { openScopes }: HangRecord,
  onMain: (name: string, startNs: number, more: string) => void,
): void {
  for (const row of openScopes) {
    const { category, name } = scopes.scope[row]!;
    const more = category === 'op' ? op : python(scopes.pythonId[row]!, scopes.parentPythonId[row]!);
    onMain(name, scopes.startNs[row]!, more);
  }
}
