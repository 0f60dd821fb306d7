import { type UnendedWork, unendedWork } from '../facts/unendedWork';
import type { StepRecords } from '../simulation/stepRecords';
import type { RankTrace } from './rankTrace';

/** What had begun and not ended when the recording did: begin events alone. */
export function unended(trace: RankTrace, records: StepRecords): void {
  for (const own of unendedWork(records)) {
    const [pid, tid, name, more] = eventOf(trace, own);
    trace.event(
      'B',
      `{"ph": "B", "name": "${name}", "pid": ${pid}, "tid": ${tid}, "ts": "${trace.clock.micros(own.startNs)}", ${more}}`,
    );
  }
}

/** Process, thread, name, and what else the event has. */
function eventOf(
  trace: RankTrace,
  own: UnendedWork,
): readonly [pid: string | number, tid: number, name: string, more: string] {
  const { name } = own;
  switch (own.kind) {
    case 'op':
      return [trace.place.hostPid, trace.mainTid, name, op];
    case 'python': {
      const args = `{"Python id": ${own.pythonId}, "Python parent id": ${own.parentPythonId}}`;
      return [trace.place.hostPid, trace.mainTid, name, `"cat": "python_function", "args": ${args}`];
    }
    case 'acl':
      return [trace.pid('CANN'), trace.mainTid, `AscendCL@${name}`, '"args": {"level": "acl"}'];
    case 'collective': {
      const { group, launch } = own.collective;
      const { dataType, count } = launch.op;
      const args = `"data_type": "${dataType}", "alg_type": "${own.algorithm}", "count": ${count}`;
      return [trace.pid('Communication'), trace.lanesOf(group.kind).groupTid, name, `"args": {${args}}`];
    }
  }
}

const op = '"cat": "cpu_op", "args": {"Sequence number": -1, "Fwd thread id": 0}';
