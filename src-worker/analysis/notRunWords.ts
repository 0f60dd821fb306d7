import type { NotRun } from '../../src-contract';
import { type SentenceId, sentence } from '../../src-contract/findings/sentence';
import type { JobRecord } from './record/jobRecord';

/** What speaks of files and options of Ascend's profilers, and the same of traces that others wrote. */
const elsewhere: Readonly<Partial<Record<SentenceId, SentenceId>>> = {
  'needs.planes': 'needs.planes.other',
  'needs.links': 'needs.links.other',
  'needs.packets': 'needs.packets.other',
  'needs.rdma': 'needs.rdma.other',
  'needs.pmu': 'needs.pmu.other',
  'needs.memory': 'needs.memory.other',
  'needs.counted': 'needs.counted.other',
  'needs.both': 'needs.both.other',
  'needs.moving': 'needs.moving.other',
  'needs.experts': 'needs.experts.other',
  'needs.cpu': 'needs.cpu.other',
};

/** Why a rule could not run, in words of the profiler that wrote the dump. */
export function inItsWords({ isAscend }: Pick<JobRecord, 'isAscend'>, own: NotRun): NotRun {
  const other = isAscend ? undefined : elsewhere[own.reason.id];
  return other ? { ...own, reason: sentence(other, own.reason.values) } : own;
}
