import type { ThresholdId, Thresholds, ThresholdUnit } from '../../src-contract';
import { usualCusum } from './stepSeries/cusum';
import { usualKSigma } from './stepSeries/kSigma';

/** A value that some verdict depends on. All of them stand here, so that they can be shown, and judged, together. */
export interface Threshold {
  readonly value: number;
  readonly unit: ThresholdUnit;
  /** What it decides. */
  readonly decides: string;
}

export const thresholds = {
  'clock.outlier': {
    value: 4.685,
    unit: 'deviations',
    decides:
      'A call that ends further from its collective’s common end does not count for the clocks (Tukey’s biweight).',
  },
  'clock.end-skew': {
    value: 2_000,
    unit: 'ns',
    decides: 'Ends of one collective may differ by this much on ranks with the same clock.',
  },
  'clock.pair-error': {
    value: 100_000,
    unit: 'ns',
    decides:
      'How far devices of one host may be apart: their own clocks are converted to the host’s. 79 µs have been measured.',
  },
  'clock.drift-least': {
    value: 10_000,
    unit: 'ns',
    decides: 'A clock drifts if it gains or loses so much over the recording, and more than that may be wrong.',
  },
  'clock.drift-most': {
    value: 0.0002,
    unit: 'ratio',
    decides: 'No clock drifts by more: what looks like it are wrong matches. Crystals keep within a tenth of it.',
  },
  'clock.apart': {
    value: 60e9,
    unit: 'ns',
    decides:
      'Recordings that lie so far apart did not meet: they are shown side by side, from their first common step.',
  },
  'clock.match': {
    value: 1_000_000,
    unit: 'ns',
    decides: 'And collectives that leave more open than this don’t tell that clocks are that far apart.',
  },
  'late.from': {
    value: 50_000,
    unit: 'ns',
    decides:
      'A rank that comes so much later to a collective than the next to last is late; below, tasks are launched.',
  },
  'peers.excess': {
    value: 0.05,
    unit: 'ratio',
    decides: 'A rank is slow from so much over its peers.',
  },
  'peers.deviations': {
    value: 3,
    unit: 'deviations',
    decides: 'And from so many median absolute deviations of its peers over their median.',
  },
  'peers.few': {
    value: 4,
    unit: 'count',
    decides: 'Fewer peers than this are compared with the fastest of them: their median and its deviation say nothing.',
  },
  'spikes.skip': {
    value: usualKSigma.skip,
    unit: 'count',
    decides: 'So many steps are left out first (PERF_BASELINE_SKIP_STEPS, ModelArts) …',
  },
  'spikes.baseline': {
    value: usualKSigma.baseline,
    unit: 'count',
    decides: '… so many behind them are the baseline (PERF_BASELINE_STEPS), …',
  },
  'spikes.score': {
    value: usualKSigma.sigmas,
    unit: 'deviations',
    decides: '… and a step is a spike from so many of its deviations over its mean (PERF_KSIGMA);',
  },
  'spikes.in-a-row': {
    value: usualKSigma.inARow,
    unit: 'count',
    decides: 'so many in a row are an alarm (PERF_MIN_SPIKE_CONSEC).',
  },
  'spikes.cooldown': {
    value: usualKSigma.cooldownNs,
    unit: 'hours',
    decides: 'An alarm asks for a profile, but not for so long after the last one …',
  },
  'spikes.triggers': {
    value: usualKSigma.mostTriggers,
    unit: 'count',
    decides: '… and for so many in all.',
  },
  'shift.slack': {
    value: usualCusum.slack,
    unit: 'deviations',
    decides: 'Steps shift where what they take beyond so many deviations over the mean of the baseline …',
  },
  'shift.limit': {
    value: usualCusum.limit,
    unit: 'deviations',
    decides: '… sums up to so many.',
  },
  'drift.steps': {
    value: 4,
    unit: 'count',
    decides: 'Computing drifts in so many steps or more …',
  },
  'drift.fit': {
    value: 0.9,
    unit: 'ratio',
    decides: '… if the line through the steps explains so much of its change …',
  },
  'drift.growth': {
    value: 0.05,
    unit: 'ratio',
    decides: '… and the last step computes so much longer than the first.',
  },
  'leak.steps': {
    value: 4,
    unit: 'count',
    decides: 'A leak is suspected in so many steps or more …',
  },
  'leak.rising-share': {
    value: 0.8,
    unit: 'ratio',
    decides: '… if so many of them end with more memory than the one before …',
  },
  'leak.fit': {
    value: 0.9,
    unit: 'ratio',
    decides: '… the line through the step ends explains so much of the change …',
  },
  'leak.growth-of-peak': {
    value: 0.01,
    unit: 'ratio',
    decides: '… and memory has grown by so much of the peak.',
  },
  'link.share-of-mean': {
    value: 0.8,
    unit: 'ratio',
    decides: 'A link is slow below so much of the mean bandwidth of its transport …',
  },
  'link.deviations': {
    value: 3,
    unit: 'deviations',
    decides: '… or so many standard deviations below the links alike …',
  },
  'link.apart': {
    value: 0.9,
    unit: 'ratio',
    decides:
      '… or, of too few alike to tell, below the first share of the reference bandwidth and so much of the mean: nearly as fast as the others none is the slow one.',
  },
  'link.collapse': {
    value: 0.5,
    unit: 'ratio',
    decides:
      'A call collapses that reaches less than so much of the bandwidth of those alike (PerfTracker: port flapping).',
  },
  'link.siblings': {
    value: 0.75,
    unit: 'ratio',
    decides: 'A link has failed that moves nothing while so many of those alike do (PerfTracker: link failure).',
  },
  'link.least-bytes': {
    value: 1_000_000,
    unit: 'bytes',
    decides: 'Of links with less traffic the time is latency: they are not judged.',
  },
  'packets.block': {
    value: 512,
    unit: 'bytes',
    decides: 'Packets over SDMA that are no multiple of it move slower.',
  },
  'packets.small-sdma': {
    value: 16_000_000,
    unit: 'bytes',
    decides: 'Smaller packets do not reach the bandwidth of HCCS, PCIe and SDMA.',
  },
  'packets.small-rdma': {
    value: 1_000_000,
    unit: 'bytes',
    decides: 'Smaller packets do not reach the bandwidth of RDMA.',
  },
  'packets.small-share': {
    value: 0.2,
    unit: 'ratio',
    decides: 'Small packets are reported from this share of the time on.',
  },
  'data.empty-host-share': {
    value: 0.3,
    unit: 'ratio',
    decides:
      'Data processing is slow if more than this share of the steps finds the host queue empty (MindSpore Insight).',
  },
  'data.queue-high': {
    value: 0.8,
    unit: 'ratio',
    decides: 'A queue of the data pipeline whose mean use is so high or higher is full …',
  },
  'data.queue-low': {
    value: 0.2,
    unit: 'ratio',
    decides: '… one whose mean use is so low or lower is empty.',
  },
  'data.worker-busy': {
    value: 0.75,
    unit: 'ratio',
    decides:
      'A worker of a data operator that takes more than this of a processor has none left (MindSpore’s profiler).',
  },
  'finding.least-share': {
    value: 0.01,
    unit: 'ratio',
    decides: 'What costs less of a step is no finding, unless its rule says otherwise.',
  },
  'free.share': {
    value: 0.1,
    unit: 'ratio',
    decides: 'A rank whose device is free for a larger share of the step is dispatch bound (MindStudio Insight).',
  },
  'exposed.share': {
    value: 0.1,
    unit: 'ratio',
    decides: 'Data that moves while nothing is computed is reported from this share of the step on (Hermes).',
  },
  'compile.calls': {
    value: 20,
    unit: 'count',
    decides: 'So many calls of the compiler in the recording are reported (msprof-analyze) …',
  },
  'compile.share': {
    value: 0.01,
    unit: 'ratio',
    decides: '… or fewer that take so much of the step.',
  },
  'ai-cpu.least': {
    value: 20_000,
    unit: 'ns',
    decides: 'Shorter ops on the AI CPU are not counted (msprof-analyze).',
  },
  'sync.per-launch': {
    value: 0.5,
    unit: 'ratio',
    decides: 'So many synchronising calls a launch are reported (msprof-analyze).',
  },
  'dataloader.least': {
    value: 10_000_000,
    unit: 'ns',
    decides: 'A wait for the dataloader of this length that leaves the device free is reported (msprof-analyze).',
  },
  'garbage-collection.least': {
    value: 1_000_000,
    unit: 'ns',
    decides: 'A garbage collection of this length that leaves the device free is reported (msprof-analyze).',
  },
  'quiet.least': {
    value: 200_000_000,
    unit: 'ns',
    decides:
      'Free of this length in which the host hardly calls its runtime may be a garbage collection (msprof-analyze) …',
  },
  'quiet.per-call': {
    value: 10_000_000,
    unit: 'ns',
    decides: '… with fewer calls than one in so much of it …',
  },
  'quiet.call-share': {
    value: 0.01,
    unit: 'ratio',
    decides: '… that take less than so much of it.',
  },
  'allocator.least': {
    value: 10_000_000,
    unit: 'ns',
    decides:
      'A call of the device’s allocator of this length that leaves the device free is reported (msprof-analyze).',
  },
  'frequency.deficit': {
    value: 0.05,
    unit: 'ratio',
    decides: 'A device whose cores run so much below the highest frequency of the job is slowed down (msprof-analyze).',
  },
  'transport.share-of-reference': {
    value: 0.8,
    unit: 'ratio',
    decides: 'A transport all of whose links stay below so much of the reference is slow (msprof-analyze).',
  },
  'sync-waste.share': {
    value: 0.2,
    unit: 'ratio',
    decides: 'Ranks that wait in collectives for so much of their time waste it (Hermes).',
  },
  'bubble.share': {
    value: 0.05,
    unit: 'ratio',
    decides: 'Waiting in sends and receives between pipeline stages is reported from this share of the step on.',
  },
  'retransmission.least': {
    value: 4e9,
    unit: 'ns',
    decides:
      'A collective that takes so long on all ranks, with so much on RDMA, was sent again after a timeout (msprof-analyze).',
  },
  'cpu.busy': {
    value: 0.9,
    unit: 'ratio',
    decides:
      'Threads wait for processors of the host from so much of them busy on, or where more could run than there are …',
  },
  'cpu.others': {
    value: 0.1,
    unit: 'ratio',
    decides: '… and others than the job take them from so much on.',
  },
  'sync-batch-norm.count': {
    value: 20,
    unit: 'count',
    decides: 'So many SyncBatchNorm ops in the recording are reported (msprof-analyze).',
  },
  'kernel-room.share': {
    value: 0.03,
    unit: 'ratio',
    decides: 'Kernels that keep neither compute units nor memory busy are reported from this share of the step on.',
  },
  'kernel-room.least': {
    value: 10_000,
    unit: 'ns',
    decides: 'Shorter kernels are not judged: they are over before a unit is busy.',
  },
  'contention.share': {
    value: 0.8,
    unit: 'ratio',
    decides:
      'Collectives that reach less than so much of their bandwidth while the device computes contend with it (msprof-analyze).',
  },
  'stages.imbalance': {
    value: 1.05,
    unit: 'ratio',
    decides: 'Pipeline stages that compute so much longer than the shortest are unbalanced.',
  },
  'experts.imbalance': {
    value: 1.2,
    unit: 'ratio',
    decides:
      'Experts are unbalanced whose busiest rank is given so many times the mean of all ranks’ tokens, call by call.',
  },
  'sequence.repeats': {
    value: 5,
    unit: 'count',
    decides: 'A sequence of kernels comes again from more than so many times on (msprof-analyze).',
  },
  'sequence.busy': {
    value: 0.4,
    unit: 'ratio',
    decides: 'A sequence whose kernels take less than so much of its time waits for the host (msprof-analyze).',
  },
  'sequence.moving': {
    value: 0.8,
    unit: 'ratio',
    decides: 'A sequence that loads and stores for more than so much of its time is bound by memory (msprof-analyze).',
  },
  'pattern.share': {
    value: 0.01,
    unit: 'ratio',
    decides: 'Functions are judged that keep the device from computing for so much of the recording (PerfTracker).',
  },
  'pattern.deviations': {
    value: 5,
    unit: 'deviations',
    decides:
      'A rank behaves differently if it is so many median absolute deviations further from its peers than these are from each other (PerfTracker).',
  },
  'walk.near-vertical': {
    value: 1_000_000,
    unit: 'ns',
    decides:
      'Arrows from host to device are near-vertical below this median delay: queue and driver take some 100 µs; a task launched ahead waits for many ms.',
  },
  'walk.broken': {
    value: 0.01,
    unit: 'ratio',
    decides: 'Synchronising calls and blocking copies that idle the device for so much of the step break the pipeline.',
  },
  'walk.computing': {
    value: 0.5,
    unit: 'ratio',
    decides:
      'Faster kernels come first where the device computes for so much of the step; below, what keeps it from it.',
  },
  'walk.like': {
    value: 3,
    unit: 'count',
    decides: 'A collective is far longer than its like if it takes more than so many times their median.',
  },
  'data.user-low': {
    value: 0.5,
    unit: 'ratio',
    decides:
      'Processors that spend no more than this in user code have room for more threads of the data pipeline (MindSpore Insight) …',
  },
  'data.system-high': {
    value: 0.3,
    unit: 'ratio',
    decides: '… those that spend this or more in the system, with more threads than processors, have too many.',
  },
  'lanes.pack-from': {
    value: 100,
    unit: 'count',
    decides: 'So many near-empty streams of a rank are shown by kind of work: nobody reads them one by one …',
  },
  'lanes.near-empty': {
    value: 20,
    unit: 'count',
    decides: '… a stream being near-empty with no more slices than this.',
  },
} as const satisfies Readonly<Record<ThresholdId, Threshold>>;

export function threshold(id: ThresholdId): number {
  return thresholds[id].value;
}

/** All of them, for those who quote them. */
export function allThresholds(): Thresholds {
  return Object.fromEntries(Object.entries(thresholds).map(([id, { value }]) => [id, value])) as Record<
    ThresholdId,
    number
  >;
}
