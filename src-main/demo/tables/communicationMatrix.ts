import type { StepRecords } from '../simulation/stepRecords';
import { type CommunicationTimes, communicationTimes } from './communicationTimes';
import type { TableFile } from './tableWriter';

/** What one op sent over one link. */
interface LinkSum {
  readonly transport: string;
  bytes: number;
  durationNs: number;
}

interface OpLinks {
  readonly name: string;
  readonly transitNs: number;
  /** By `src-dst`, positions in the group. */
  readonly links: ReadonlyMap<string, LinkSum>;
}

/** communication_matrix.json: who sent how much to whom, for some ops of each type and group, and in total. */
export const communicationMatrixFile: TableFile = {
  fileName: 'communication_matrix.json',
  create: () => {
    let isFirst = true;
    return {
      begin: () => '{',
      *step(records) {
        yield `${isFirst ? '' : ', '}"step${records.step}": {"p2p": `;
        isFirst = false;
        yield* opsText(opsByType(records, 'p2p'));
        yield ', "collective": ';
        yield* opsText(opsByType(records, 'collective'));
        yield '}';
      },
      end: () => '}',
    };
  },
};

/** Ops of a step by `type@group`. */
function opsByType(records: StepRecords, kind: 'p2p' | 'collective'): Map<string, OpLinks[]> {
  const byType = new Map<string, OpLinks[]>();
  for (const times of communicationTimes(records, kind)) {
    const key = `${times.launch.op.type.toLowerCase()}@${times.record.group.id}`;
    const list = byType.get(key) ?? [];
    byType.set(key, list);
    list.push({ name: times.record.name, transitNs: times.transitNs, links: linksOf(times) });
  }
  return byType;
}

function* opsText(byType: ReadonlyMap<string, readonly OpLinks[]>): Generator<string> {
  let separator = '{';
  for (const [key, ops] of byType) {
    const [type, group] = key.split('@');
    for (const [place, op] of chosenOps(ops)) {
      yield `${separator}"${type}-${place}@${group}": ${JSON.stringify(linksJson(op))}`;
      separator = ', ';
    }
  }
  yield separator === '{' ? '{}' : '}';
}

/** The slowest op, the middle one, the fastest three, and the sum of all. */
function chosenOps(ops: readonly OpLinks[]): (readonly [string, OpLinks])[] {
  const sorted = [...ops].sort((a, b) => b.transitNs - a.transitNs);
  const chosen: (readonly [string, OpLinks])[] = [
    ['top1', sorted[0]!],
    ['middle', sorted[Math.floor(sorted.length / 2)]!],
  ];
  sorted
    .slice(1)
    .reverse()
    .slice(0, 3)
    .forEach((op, i) => {
      chosen.push([`bottom${i + 1}`, op]);
    });
  chosen.push(['total', totalOf(ops)]);
  return chosen;
}

function totalOf(ops: readonly OpLinks[]): OpLinks {
  const links = new Map<string, LinkSum>();
  for (const op of ops) {
    for (const [link, { transport, bytes, durationNs }] of op.links) {
      const sum = links.get(link) ?? { transport, bytes: 0, durationNs: 0 };
      links.set(link, sum);
      sum.bytes += bytes;
      sum.durationNs += durationNs;
    }
  }
  return { name: '', transitNs: 0, links };
}

function linksOf({ tasks, record }: CommunicationTimes): Map<string, LinkSum> {
  const links = new Map<string, LinkSum>();
  for (const task of tasks) {
    if (task.sizeBytes === 0) continue;
    const key = `${record.group.groupRank}-${task.peer}`;
    const transport = task.link === 'ON_CHIP' ? 'LOCAL' : task.link;
    const sum = links.get(key) ?? { transport, bytes: 0, durationNs: 0 };
    links.set(key, sum);
    sum.bytes += task.sizeBytes;
    sum.durationNs += task.durationNs;
  }
  return links;
}

function linksJson(op: OpLinks): object {
  return Object.fromEntries(
    [...op.links].map(([link, { transport, bytes, durationNs }]) => [
      link,
      {
        'Transport Type': transport,
        'Transit Size(MB)': bytes / 1e6,
        'Transit Time(ms)': durationNs / 1e6,
        'Bandwidth(GB/s)': Math.round((bytes / durationNs) * 1e4) / 1e4,
        'Op Name': op.name,
      },
    ]),
  );
}
