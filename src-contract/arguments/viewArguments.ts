/** What each question and each table of the views has to be told. */
import { z } from 'zod';
import type {
  BySourceQuestion,
  CollectiveOfRank,
  CommunicationScope,
  ComputeType,
  CurveChoice,
  DeviceFacts,
  EventChoice,
  FindingsQuestion,
  FunctionClass,
  GroupChoice,
  GroupKind,
  KernelChoice,
  KernelGrouping,
  MemoryMetric,
  OfJob,
  OfSlice,
  OverviewQuestion,
  ParallelLayout,
  ParallelQuestion,
  ParallelSizes,
  PathQuestion,
  PeakRates,
  PhaseOps,
  PipelineQuestion,
  QuestionName,
  QuestionOf,
  RankFold,
  RankMetric,
  RunQuestion,
  SeriesQuestion,
  StacksQuestion,
  StaticGraphId,
  StepsQuestion,
  StepTraceQuestion,
  SummariesQuestion,
  SummaryScope,
  SummaryStep,
  TableName,
  Tables,
  Thresholds,
  TraceLane,
  TraceStretch,
  WhatIfChange,
  WhatIfQuestion,
} from '..';
import { STATISTICS_KINDS } from '../views/operator';
import { hostParts } from '../views/whatIf';
import { comparedRows, compareSide, sideChoice, sides, sidesAndSlice } from './compareArguments';
import {
  among,
  amount,
  byName,
  count,
  either,
  emptyQuestion,
  finite,
  flag,
  type Kind,
  laneId,
  laneIds,
  list,
  oneOf,
  optional,
  rankIndex,
  rankIndices,
  record,
  sliceRef,
  sliceSource,
  stretch,
  text,
} from './kinds';
import { searchArguments } from './searchArguments';

const rate = optional(finite);
const computeTypes: { readonly [K in ComputeType]: Kind<number | undefined> } = {
  fp16: rate,
  bf16: rate,
  fp32: rate,
  hf32: rate,
  fp64: rate,
  int8: rate,
  fp8: rate,
};
export const peakRates = record<PeakRates>(computeTypes);

const kernelChoice = {
  ranks: rankIndices,
  peaks: optional(peakRates),
  withLaunch: optional(flag),
};
const kernelGrouping = oneOf<KernelGrouping>({
  type: true,
  name: true,
  'name-shapes': true,
  core: true,
  model: true,
  scope: true,
  'launched-by': true,
  'name-scope-1': true,
  'name-scope-2': true,
  'name-scope-3': true,
  'name-scope-4': true,
  'name-scope-5': true,
  'name-scope-6': true,
  collective: true,
  'collective-type': true,
});
const statisticsKind = among(STATISTICS_KINDS);
const comparison = { ...kernelChoice, by: kernelGrouping, steps: optional(list(text)) };

const job = { job: optional(text) };
const ofJob = record<OfJob>(job);

/** See `Engine.showPath`, too. */
export const pathQuestion = record<PathQuestion>({
  ...job,
  rank: optional(count),
  index: optional(rankIndex),
  step: optional(count),
});

const scope = { ...job, step: optional(text), group: optional(text), type: optional(text), op: optional(text) };
const communicationScope = record<CommunicationScope>(scope);
const scopeOfRanks = record<CommunicationScope & { readonly ranks?: readonly number[] }>({
  ...scope,
  ranks: optional(list(count)),
});

const summaryStep: Kind<SummaryStep> = z.union([z.literal(['all', 'median']), finite], {
  error: 'the number of a step, "all" or "median"',
});
const ofStep = record<SummaryScope & { readonly step: SummaryStep }>({ ...job, step: summaryStep });
const ofRank = record<{ readonly rank: typeof rankIndex extends Kind<infer R> ? R : never }>({ rank: rankIndex });
const ofRanks = record<QuestionOf<'memory.ranks'>>({ ranks: rankIndices });

const parallel = {
  ...job,
  layout: optional(
    oneOf<ParallelLayout>({ megatron: true, 'megatron-pp-dp': true, mindspeed: true, mindie: true, vllm: true }),
  ),
  sizes: optional(
    record<ParallelSizes>({ tensor: count, context: count, data: count, pipeline: count, expert: count }),
  ),
  step: summaryStep,
};

type Change<K extends WhatIfChange['kind']> = Extract<WhatIfChange, { readonly kind: K }>;
const ofSomeRanks = { ranks: optional(list(count)), factor: finite };
const hostPart = among(hostParts);
const whatIfChange = either<WhatIfChange>(
  record<Change<'kernels'>>({ kind: oneOf<'kernels'>({ kernels: true }), name: text, ...ofSomeRanks }),
  record<Change<'computing'>>({ kind: oneOf<'computing'>({ computing: true }), ...ofSomeRanks }),
  record<Change<'communication'>>({ kind: oneOf<'communication'>({ communication: true }), ...ofSomeRanks }),
  record<Change<'link'>>({ kind: oneOf<'link'>({ link: true }), source: count, target: count, factor: finite }),
  record<Change<'group'>>({ kind: oneOf<'group'>({ group: true }), group: text, factor: finite }),
  record<Change<'transport'>>({ kind: oneOf<'transport'>({ transport: true }), transport: text, factor: finite }),
  record<Change<'host'>>({ kind: oneOf<'host'>({ host: true }), part: hostPart, ...ofSomeRanks }),
  record<Change<'like-peers'>>({ kind: oneOf<'like-peers'>({ 'like-peers': true }), rank: count }),
  record<Change<'lateness'>>({ kind: oneOf<'lateness'>({ lateness: true }), rank: count }),
);

const curve = either<CurveChoice>(
  record<Extract<CurveChoice, { readonly kind: 'component' }>>({
    kind: oneOf<'component'>({ component: true }),
    rank: rankIndex,
    component: text,
    metric: oneOf<MemoryMetric>({ allocated: true, reserved: true, active: true, unused: true }),
  }),
  record<Extract<CurveChoice, { readonly kind: 'stream' }>>({
    kind: oneOf<'stream'>({ stream: true }),
    rank: rankIndex,
    component: text,
    stream: text,
  }),
  record<Extract<CurveChoice, { readonly kind: 'module' }>>({
    kind: oneOf<'module'>({ module: true }),
    rank: rankIndex,
    module: text,
  }),
);

const findingsLimits = {
  ...job,
  // A limit that no rule takes is no reason not to answer.
  limits: optional(byName(finite) as unknown as Kind<Partial<Thresholds>>),
};
const findingsQuestion = record<FindingsQuestion>(findingsLimits);
const functionClass = oneOf<FunctionClass>({
  compute: true,
  memory: true,
  communication: true,
  runtime: true,
  python: true,
});

const rankMetric = oneOf<RankMetric>({
  stepNs: true,
  computingNs: true,
  exposedNs: true,
  movingNs: true,
  waitingNs: true,
  freeNs: true,
  preparingNs: true,
  bubbleNs: true,
  frequencyMHz: true,
  peakBytes: true,
  growthBytesPerStep: true,
  hostBusy: true,
});
const rankFold = oneOf<RankFold>({
  host: true,
  pipeline: true,
  data: true,
  tensor: true,
  context: true,
  expert: true,
});

const groupKind = oneOf<GroupKind>({
  python: true,
  cann: true,
  hardware: true,
  communication: true,
  overlap: true,
  counters: true,
  other: true,
});
const eventChoice = {
  ranks: rankIndices,
  kinds: optional(list(groupKind)),
  lanes: optional(laneIds),
  startNs: optional(finite),
  endNs: optional(finite),
};
const ofSlice = record<OfSlice>({ slice: sliceRef });

export const questionArguments: { readonly [K in QuestionName]: Kind<QuestionOf<K>> } = {
  'job.chips': record<QuestionOf<'job.chips'>>({
    device: optional(
      record<DeviceFacts>({
        name: optional(text),
        clockHz: optional(finite),
        cubeCores: optional(finite),
        vectorCores: optional(finite),
      }),
    ),
  }),
  'job.thresholds': emptyQuestion,
  'job.clock': record<QuestionOf<'job.clock'>>({ reference: optional(rankIndex), bySteps: optional(flag) }),
  'job.trace': record<TraceStretch>({
    rank: rankIndex,
    startNs: optional(finite),
    endNs: optional(finite),
    lanes: list(record<TraceLane>({ lane: laneId, pid: text, tid: text, series: list(text, 10_000) }), 100_000),
    first: count,
    count: amount,
  }),
  'findings.path': pathQuestion,
  'findings.pathMarks': pathQuestion,
  'findings.report': findingsQuestion,
  'findings.steps': record<SeriesQuestion>({ ...findingsLimits, key: optional(text) }),
  'findings.patterns': findingsQuestion,
  'compare.side': sideChoice,
  'compare.within': sides,
  'compare.places': sides,
  'compare.match': sidesAndSlice,
  'compare.report': record<QuestionOf<'compare.report'>>({ a: compareSide, b: compareSide }),
  'findings.whatIf': record<WhatIfQuestion>({ ...job, changes: list(whatIfChange, 100) }),
  'findings.choices': ofJob,
  'findings.predictions': findingsQuestion,
  'findings.summaries': record<SummariesQuestion>({ jobName: text }),
  'ranks.overview': emptyQuestion,
  'ranks.grid': record<QuestionOf<'ranks.grid'>>({ metric: rankMetric, fold: optional(rankFold) }),
  'ranks.unlike': record<QuestionOf<'ranks.unlike'>>({ rank: count }),
  'operator.overview': record<KernelChoice>(kernelChoice),
  'operator.steps': record<StepsQuestion>({ ranks: rankIndices, by: kernelGrouping, maxGroups: amount }),
  'operator.sliceOfKernel': record<QuestionOf<'operator.sliceOfKernel'>>({ ranks: rankIndices, rowId: count }),
  'operator.kernelOfSlice': record<QuestionOf<'operator.kernelOfSlice'>>({ ranks: rankIndices, slice: sliceRef }),
  'memory.found': emptyQuestion,
  'memory.ranks': ofRanks,
  'memory.curves': record<QuestionOf<'memory.curves'>>({
    curves: list(curve, 10_000),
    window: optional(stretch),
    buckets: amount,
  }),
  'memory.liveTotals': record<QuestionOf<'memory.liveTotals'>>({ rank: rankIndex, component: text, atNs: finite }),
  'memory.steps': record<QuestionOf<'memory.steps'>>({ rank: rankIndex, component: text }),
  'memory.growth': record<QuestionOf<'memory.growth'>>({ ranks: rankIndices, component: text }),
  'memory.graph': record<QuestionOf<'memory.graph'>>({
    rank: rankIndex,
    graph: record<StaticGraphId>({ graph: text, model: text, device: text }),
  }),
  'memory.execution': ofRank,
  'memory.opSlice': record<QuestionOf<'memory.opSlice'>>({ rank: rankIndex, name: text, atNs: finite }),
  'summary.overview': ofJob,
  'summary.split': ofStep,
  'summary.freeInNextStep': ofStep,
  'summary.overSteps': ofJob,
  'summary.job': ofJob,
  'summary.parallel': record<ParallelQuestion>(parallel),
  'summary.phases': ofRank,
  'summary.pipeline': record<PipelineQuestion>({ ...parallel, member: optional(count), bucketCount: amount }),
  'summary.experts': ofStep,
  'summary.dataPreparation': ofRank,
  'summary.stepTrace': record<StepTraceQuestion>({
    rank: rankIndex,
    step: optional(finite),
    ops: optional(record<PhaseOps>({ forwardStart: text, backwardEnd: text })),
  }),
  'summary.stepTraceOps': ofRank,
  'summary.counters': record<QuestionOf<'summary.counters'>>({ lanes: laneIds }),
  'communication.overview': ofJob,
  'communication.names': communicationScope,
  'communication.slice': record<CollectiveOfRank>({ rank: rankIndex, step: text, group: text, op: text }),
  'communication.collective': record<QuestionOf<'communication.collective'>>({ ref: sliceRef }),
  'communication.groupLanes': ofJob,
  'communication.matrix': communicationScope,
  'communication.transports': communicationScope,
  'communication.references': emptyQuestion,
  'communication.packets': scopeOfRanks,
  'communication.unaligned': scopeOfRanks,
  'communication.lanes': communicationScope,
  'communication.late': communicationScope,
  'communication.slowLinks': communicationScope,
  'communication.exposed': ofRank,
  'timeline.around': ofSlice,
  'timeline.alike': ofSlice,
  'timeline.sameCall': ofSlice,
  'timeline.chain': ofSlice,
  'timeline.run': record<RunQuestion>({ from: sliceRef, to: sliceRef, mostSlices: amount }),
  'timeline.bySource': record<BySourceQuestion>({ rank: rankIndex, sources: list(sliceSource) }),
  'timeline.overview': record<OverviewQuestion>({ rank: rankIndex, startNs: finite, endNs: finite, columns: amount }),
  'timeline.stacks': record<StacksQuestion>({ ...eventChoice, mostNodes: amount }),
  ...searchArguments,
};

export const tableArguments: { readonly [K in TableName]: Kind<Tables[K]> } = {
  'findings.functions': record<Tables['findings.functions']>({ ...findingsLimits, class: functionClass }),
  'findings.functionRanks': record<Tables['findings.functionRanks']>({
    ...findingsLimits,
    class: functionClass,
    key: text,
  }),
  'operator.kernels': record<KernelChoice>(kernelChoice),
  'operator.groups': record<GroupChoice>({ ...comparison, isPerRank: flag }),
  'operator.comparison': record<Tables['operator.comparison']>(comparison),
  'operator.frameworkOps': ofRanks,
  'operator.statistics': record<Tables['operator.statistics']>({ kind: statisticsKind, ranks: rankIndices }),
  'operator.otherTable': record<Tables['operator.otherTable']>({ name: text, ranks: rankIndices }),
  'memory.allocations': record<Tables['memory.allocations']>({ ranks: rankIndices, changedIn: optional(stretch) }),
  'memory.live': record<Tables['memory.live']>({
    rank: rankIndex,
    component: text,
    atNs: finite,
    by: oneOf({ op: true, stack: true, stream: true }),
  }),
  'memory.modules': ofRanks,
  'memory.static': ofRanks,
  'memory.executionTensors': record<Tables['memory.executionTensors']>({ rank: rankIndex, graph: text, at: count }),
  'summary.split': ofStep,
  'summary.files': ofJob,
  'compare.rows': comparedRows,
  'ranks.rows': emptyQuestion,
  'communication.ops': scopeOfRanks,
  'communication.ranks': communicationScope,
  'communication.groups': communicationScope,
  'communication.types': communicationScope,
  'communication.links': record<Tables['communication.links']>({ ...scope, references: optional(byName(finite)) }),
  'communication.arrivals': scopeOfRanks,
  'timeline.events': record<EventChoice>(eventChoice),
  'timeline.arrows': record<Tables['timeline.arrows']>({
    ranks: rankIndices,
    category: optional(text),
    lanes: optional(laneIds),
    startNs: optional(finite),
    endNs: optional(finite),
  }),
};
