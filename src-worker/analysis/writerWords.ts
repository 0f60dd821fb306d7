import type { Finding, NotRun, TrustNote } from '../../src-contract';
import { type Sentence, type SentenceId, sentence } from '../../src-contract/findings/sentence';
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

/** What names settings of PyTorch on Ascend, and what says the same elsewhere; undefined: nothing does. */
type OtherSettings = Readonly<Partial<Record<SentenceId, SentenceId | undefined>>>;

const ofGpu: OtherSettings = {
  'trust.outside-steps': 'trust.outside-steps.gpu',
  'A2.cause.no-host': 'A2.cause.no-host.gpu',
  'A2.advice.affinity': 'gpu.advice.affinity',
  'compile.advice.jit': 'gpu.advice.recompile',
  'synchronise.advice.stream': 'gpu.advice.launch-blocking',
  'allocator.advice': 'gpu.advice.memory',
  'quiet.advice.record': undefined,
  'C1.advice': 'gpu.advice.link',
  'B6.advice': 'gpu.advice.clock',
  'B6.advice.host': 'gpu.advice.clock',
  'H1.advice': 'gpu.advice.hang',
};

const ofMindSpore: OtherSettings = {
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

/** Of the frameworks and devices that the job runs on. */
type Platform = Pick<JobRecord, 'isMindSpore' | 'isGpu'>;

/** A finding whose cause and advice name settings of the framework and the devices that the job runs on. */
export function findingWithItsSettings(job: Platform, own: Finding): Finding {
  return {
    ...own,
    cause: withItsSettings(job, own.cause) ?? own.cause,
    advice: own.advice.flatMap((one) => withItsSettings(job, one) ?? []),
  };
}

/** The same of what is said of the data. */
export function trustWithItsSettings(job: Platform, own: TrustNote): TrustNote {
  return { ...own, sentence: withItsSettings(job, own.sentence) ?? own.sentence };
}

/** Undefined: there is nothing of that kind. */
function withItsSettings({ isMindSpore, isGpu }: Platform, own: Sentence): Sentence | undefined {
  const others = isMindSpore ? ofMindSpore : isGpu ? ofGpu : {};
  if (!(own.id in others)) return own;
  const other = others[own.id];
  return other && { ...own, id: other };
}
