import type { Finding, NotRun } from '../../src-contract';
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

/** Advice that names settings of PyTorch on Ascend, and what does the same elsewhere; undefined: nothing does. */
type OtherAdvice = Readonly<Partial<Record<SentenceId, SentenceId | undefined>>>;

const ofGpu: OtherAdvice = {
  'A2.advice.affinity': 'gpu.advice.affinity',
  'compile.advice.jit': 'gpu.advice.recompile',
  'synchronise.advice.stream': 'gpu.advice.launch-blocking',
  'allocator.advice': 'gpu.advice.memory',
  'quiet.advice.record': undefined,
  'C1.advice': 'gpu.advice.link',
  'B6.advice': 'gpu.advice.clock',
  'H1.advice': 'gpu.advice.hang',
};

const ofMindSpore: OtherAdvice = {
  'A2.advice.queue': 'mindspore.advice.sink',
  'A2.advice.affinity': 'mindspore.advice.affinity',
  'A5.advice.overlap': 'mindspore.advice.overlap',
  'A5.advice.buckets': 'mindspore.advice.buckets',
  'C2.advice': 'mindspore.advice.packets',
  'compile.advice.jit': undefined,
  'dataloader.advice.workers': 'mindspore.advice.workers',
  'dataloader.advice.pin': undefined,
  'synchronise.advice': 'mindspore.advice.synchronise',
  'synchronise.advice.stream': 'mindspore.advice.launch-blocking',
  'allocator.advice': 'mindspore.advice.memory',
  'quiet.advice.record': undefined,
  'B7.advice.host': 'mindspore.advice.sequence',
  'B7.advice.memory': 'mindspore.advice.sequence',
};

/** A finding whose advice names settings of the framework and the devices that the job runs on. */
export function withItsAdvice({ isMindSpore, isGpu }: Pick<JobRecord, 'isMindSpore' | 'isGpu'>, own: Finding): Finding {
  const others = isMindSpore ? ofMindSpore : isGpu ? ofGpu : {};
  const advice = own.advice.flatMap((one) => {
    if (!(one.id in others)) return [one];
    const other = others[one.id];
    return other === undefined ? [] : [sentence(other, one.values)];
  });
  return { ...own, advice };
}
