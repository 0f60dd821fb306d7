import type { StepRecords } from '../simulation/stepRecords';
import { type CommunicationTimes, communicationTimes } from './communicationTimes';

/** What one op sent over one link. */
interface LinkSum {
  /** Positions in the group. */
  readonly source: number;
  readonly target: number;
  readonly transport: string;
  bytes: number;
  durationNs: number;
}

interface OpLinks {
  readonly name: string;
  readonly transitNs: number;
  /** By `src-dst`. */
  readonly links: ReadonlyMap<string, LinkSum>;
}

/** What one op, or all of a type and group, sent over each link. */
export interface LinkFigures {
  /** `allreduce-top1`, `-middle`, `-bottom1` … `-bottom3`, `-total`; of reduceScatter `reduce-…`. */
  readonly key: string;
  readonly group: string;
  /** The op that was chosen; '' for the sum. */
  readonly opName: string;
  readonly links: readonly Readonly<LinkSum>[];
}

/** Some ops of each type and group of a step, and the sum of all. */
export function* linkFigures(records: StepRecords, kind: 'p2p' | 'collective'): Generator<LinkFigures> {
  for (const [typeAndGroup, ops] of opsByType(records, kind)) {
    const [type, group] = typeAndGroup.split('@') as [string, string];
    for (const [place, { name, links }] of chosenOps(ops)) {
      yield { key: `${type}-${place}`, group, opName: name, links: [...links.values()] };
    }
  }
}

/** GB/s as the profiler rounds it. */
export function linkBandwidthGBps({ bytes, durationNs }: Readonly<LinkSum>): number {
  return Math.round((bytes / durationNs) * 1e4) / 1e4;
}

/** Ops of a step by `type@group`. */
function opsByType(records: StepRecords, kind: 'p2p' | 'collective'): Map<string, OpLinks[]> {
  const byType = new Map<string, OpLinks[]>();
  for (const times of communicationTimes(records, kind)) {
    const key = `${writtenType(times.launch.op.type)}@${times.record.group.id}`;
    const list = byType.get(key) ?? [];
    byType.set(key, list);
    list.push({ name: times.record.name, transitNs: times.transitNs, links: linksOf(times) });
  }
  return byType;
}

/** As torch_npu calls it: by the first of its words, among which "reduce" comes before "reducescatter". */
function writtenType(type: string): string {
  const plain = type.toLowerCase();
  return ['reduce', 'alltoall'].find((word) => plain.startsWith(word)) ?? plain;
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
    for (const [link, { bytes, durationNs, ...ends }] of op.links) {
      const sum = links.get(link) ?? { ...ends, bytes: 0, durationNs: 0 };
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
    const ends = { source: record.group.groupRank, target: task.peer };
    const key = `${ends.source}-${ends.target}`;
    const transport = task.link === 'ON_CHIP' ? 'LOCAL' : task.link;
    const sum = links.get(key) ?? { ...ends, transport, bytes: 0, durationNs: 0 };
    links.set(key, sum);
    sum.bytes += task.sizeBytes;
    sum.durationNs += task.durationNs;
  }
  return links;
}
