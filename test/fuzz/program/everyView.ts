import {
  type CompareSide,
  type DumpState,
  type LaneId,
  type QuestionName,
  type QuestionOf,
  type RankIndex,
  type SliceIndex,
  type SliceRef,
  type SliceSource,
  STATISTICS_KINDS,
  type TableName,
  type Tables,
} from '../../../src-contract';

/** Everything that the tabs ask about a dump, each kind of table and question at least once. */

export interface DumpFacts {
  readonly ranks: readonly RankIndex[];
  readonly jobRanks: readonly number[];
  readonly laneIds: readonly LaneId[];
  readonly counterLanes: readonly LaneId[];
  readonly endNs: number;
  /** Components of memory, as the profilers call them. */
  readonly component: string;
  /** Some slice, if there is one. */
  readonly slice: SliceRef | undefined;
}

export function factsOf({ ranks, endNs }: DumpState, slice: SliceRef | undefined): DumpFacts {
  const lanes = ranks.flatMap(({ groups }) => groups.flatMap((group) => group.lanes));
  return {
    ranks: ranks.map(({ index }) => index),
    jobRanks: ranks.map(({ rank, index }) => rank ?? index),
    laneIds: lanes.map(({ id }) => id),
    counterLanes: lanes.filter(({ kind }) => kind === 'counter').map(({ id }) => id),
    endNs,
    component: 'PTA',
    slice,
  };
}

/** Two of them are compared without looking at any dump. */
function drawnSide(): CompareSide {
  const ns = () => Float64Array.of(5, 6);
  return {
    version: 1,
    rank: 0,
    label: 'Rank 0',
    source: 'timeline',
    steps: Float64Array.of(1, 2),
    isLastStep: false,
    groups: { computing: ns(), exposed: ns(), free: ns() },
    beside: { communication: ns(), overlapped: ns(), preparing: ns() },
    parts: [{ group: 'free', kind: 'named', name: 'op', ns: ns() }],
    families: { matmul: ns(), attention: ns(), convolution: ns(), other: ns() },
    kernels: [{ type: 'MatMul', shapes: '2,2', call: { count: 2, mean: 5, variance: 1 } }],
    kernelsLeftOut: 0,
  };
}

type TablesToAsk = { readonly [K in TableName]: (facts: DumpFacts) => readonly Tables[K][] };
type QuestionsToAsk = { readonly [K in QuestionName]: (facts: DumpFacts) => readonly QuestionOf<K>[] };

export const everyTable: TablesToAsk = {
  'findings.functions': () =>
    (['compute', 'memory', 'communication', 'runtime', 'python'] as const).map((own) => ({ class: own })),
  'findings.functionRanks': () => ['', '__proto__'].map((key) => ({ class: 'compute', key })),
  'ranks.rows': () => [{}],
  'operator.kernels': ({ ranks }) => [{ ranks, withLaunch: true, peaks: { fp16: 3e14 } }],
  'operator.groups': ({ ranks }) => [{ ranks, by: 'name-shapes', isPerRank: false }],
  'operator.comparison': ({ ranks }) => [{ ranks, by: 'type' }],
  'operator.frameworkOps': ({ ranks }) => [{ ranks }],
  'operator.statistics': ({ ranks }) => STATISTICS_KINDS.map((kind) => ({ kind, ranks })),
  'operator.otherTable': ({ ranks }) => ['os_rt_statistic', '', '__proto__'].map((name) => ({ name, ranks })),
  'memory.allocations': ({ ranks }) => [{ ranks }],
  'memory.live': ({ ranks: [rank], component, endNs }) =>
    rank === undefined ? [] : [{ rank, component, atNs: endNs / 2, by: 'stack' }],
  'memory.modules': ({ ranks }) => [{ ranks }],
  'memory.static': ({ ranks }) => [{ ranks }],
  'memory.executionTensors': ({ ranks: [rank] }) =>
    rank === undefined ? [] : ['0', '7'].map((graph) => ({ rank, graph, at: 0 })),
  'summary.split': () => [{ step: 'all' }],
  'summary.files': () => [{}],
  'communication.ops': () => [{}],
  'communication.ranks': () => [{}],
  'communication.groups': () => [{}],
  'communication.types': () => [{}],
  'communication.links': () => [{ references: { HCCS: 20 } }],
  'communication.arrivals': () => [{}],
  'timeline.events': ({ ranks, laneIds, endNs }) => [
    { ranks },
    { ranks, lanes: laneIds, startNs: 0, endNs: endNs / 2 },
  ],
  'timeline.arrows': ({ ranks }) => [{ ranks }, { ranks, category: '__proto__' }],
  'compare.rows': ({ ranks: [first, second = first] }) => {
    if (first === undefined || second === undefined) return [];
    const all = ['ops', 'memory', 'memory-ops', 'links'] as const;
    const kinds = [
      ...all.map((kind) => ({ kind })),
      { kind: 'kernels', by: 'name-shapes' } as const,
      { kind: 'collectives', by: 'group' } as const,
    ];
    return kinds.map((of) => ({ a: { rank: first, step: 'all' }, b: { rank: second, step: 0 }, of }));
  },
};

const forRank =
  <T>(make: (rank: RankIndex, facts: DumpFacts) => readonly T[]) =>
  (facts: DumpFacts) =>
    facts.ranks.length === 0 ? [] : make(facts.ranks[0], facts);

const anything = {
  text: '',
  match: 'part',
  isCaseSensitive: false,
  inArgs: false,
  categories: [],
  lanes: [],
  ranks: [],
} as const;
const searches = [
  anything,
  { ...anything, text: '(a+)+$', match: 'pattern' },
  {
    ...anything,
    text: 'a',
    match: 'word',
    isCaseSensitive: true,
    minNs: 1,
    maxNs: 1e6,
    region: { startNs: 0, endNs: 1e9 },
  },
] as const;

export const everyQuestion: QuestionsToAsk = {
  'job.chips': () => [{ device: { name: 'Ascend910B4', clockHz: 1.65e9, cubeCores: 20 } }],
  'job.thresholds': () => [{}],
  'ranks.overview': () => [{}],
  'ranks.grid': () => [{ metric: 'computingNs' }, { metric: 'hostBusy', fold: 'host' }],
  'ranks.unlike': () => [{ rank: 0 }],
  'job.trace': ({ ranks }) => ranks.map((rank) => ({ rank, lanes: [], first: 0, count: 10 })),
  'job.clock': () => [{}],
  'timeline.overview': ({ ranks, endNs }) => ranks.map((rank) => ({ rank, startNs: 0, endNs, columns: 100 })),
  'timeline.run': ({ slice }) => (slice ? [{ from: slice, to: slice, mostSlices: 5 }] : []),
  'timeline.bySource': ({ ranks }) =>
    ranks.map((rank) => ({ rank, sources: ['event 1', 'lane 1 2', ''] as SliceSource[] })),
  'timeline.around': ({ slice }) => (slice ? [{ slice }] : []),
  'timeline.alike': ({ slice }) => (slice ? [{ slice }] : []),
  'timeline.sameCall': ({ slice }) => (slice ? [{ slice }] : []),
  'timeline.chain': ({ slice }) => (slice ? [{ slice }] : []),
  'timeline.stacks': ({ ranks, endNs }) => [
    { ranks, mostNodes: 1000 },
    { ranks, kinds: ['python'], startNs: endNs / 4, endNs: endNs / 2, mostNodes: 3 },
  ],
  'findings.path': () => [{}, { rank: 0, step: 0 }, { rank: 1_000_000 }],
  'findings.pathMarks': () => [{}, { rank: 0, step: 0 }, { rank: 1_000_000 }],
  'findings.whatIf': () => [
    { changes: [] },
    {
      changes: [
        { kind: 'computing', factor: 0.5 },
        { kind: 'host', part: 'other', factor: 0 },
      ],
    },
    {
      changes: [
        { kind: 'transport', transport: 'HCCS', factor: 2 },
        { kind: 'lateness', rank: 1 },
      ],
    },
  ],
  'findings.choices': () => [{}],
  'findings.summaries': () => [{ jobName: '' }],
  'findings.predictions': () => [{}],
  'findings.report': () => [{}],
  'findings.patterns': () => [{}],
  'findings.steps': () => [{}, { key: 'none', limits: { 'spikes.skip': 0, 'spikes.baseline': 2 } }],
  'compare.side': forRank((rank) => [{ rank, step: 'all' }]),
  'compare.places': forRank((rank) => [{ a: { rank, step: 'all' }, b: { rank, step: 0 } }]),
  'compare.match': forRank((rank) => [
    { a: { rank, step: 'all' }, b: { rank, step: 0 }, slice: { rank, slice: 0 as SliceIndex, generation: 1 } },
  ]),
  'compare.within': ({ ranks }) =>
    ranks.length === 0
      ? []
      : [{ a: { rank: ranks[0], step: 'all' }, b: { rank: ranks[ranks.length - 1], step: 'all' } }],
  'compare.report': () => [{ a: drawnSide(), b: drawnSide() }],
  'operator.overview': ({ ranks }) => [{ ranks }],
  'operator.steps': ({ ranks }) => [{ ranks, by: 'name', maxGroups: 10 }],
  'operator.sliceOfKernel': ({ ranks }) => [{ ranks, rowId: 0 }],
  'operator.kernelOfSlice': ({ ranks, slice }) => (slice ? [{ ranks, slice }] : []),
  'memory.found': () => [{}],
  'memory.ranks': ({ ranks }) => [{ ranks }],
  'memory.curves': forRank((rank, { component }) => [
    {
      curves: [
        { kind: 'component', rank, component, metric: 'allocated' },
        { kind: 'module', rank, module: 'HCCL' },
        { kind: 'stream', rank, component, stream: '' },
      ],
      buckets: 100,
    },
  ]),
  'memory.liveTotals': forRank((rank, { component, endNs }) => [{ rank, component, atNs: endNs }]),
  'memory.steps': forRank((rank, { component }) => [{ rank, component }]),
  'memory.growth': ({ ranks, component }) => [{ ranks, component }],
  'memory.graph': forRank((rank) => [{ rank, graph: { graph: '0', model: '', device: '0' } }]),
  'memory.execution': forRank((rank) => [{ rank }]),
  'memory.opSlice': forRank((rank) => [{ rank, name: 'aten::add', atNs: 0 }]),
  'summary.overview': () => [{}],
  'summary.split': () => [{ step: 'median' }],
  'summary.freeInNextStep': () => [{ step: 'all' }],
  'summary.overSteps': () => [{}],
  'summary.job': () => [{}],
  'summary.parallel': () => [{ step: 'all' }],
  'summary.phases': forRank((rank) => [{ rank }]),
  'summary.pipeline': () => [{ step: 'all', bucketCount: 50 }],
  'summary.experts': () => [{ step: 'all' }],
  'summary.dataPreparation': forRank((rank) => [{ rank }]),
  'summary.stepTrace': forRank((rank) => [
    { rank },
    { rank, step: 1, ops: { forwardStart: 'MatMul', backwardEnd: 'Add' } },
  ]),
  'summary.stepTraceOps': forRank((rank) => [{ rank }]),
  'summary.counters': ({ counterLanes }) => [{ lanes: counterLanes.slice(0, 10) }],
  'communication.overview': () => [{}],
  'communication.names': () => [{}],
  'communication.slice': forRank((rank) => [{ rank, step: '', group: '', op: 'hcom_allReduce__0_0_1' }]),
  'communication.collective': ({ slice }) => (slice ? [{ ref: slice }] : []),
  'communication.groupLanes': () => [{}],
  'communication.matrix': () => [{}],
  'communication.transports': () => [{}],
  'communication.references': () => [{}],
  'communication.packets': () => [{}],
  'communication.unaligned': () => [{}],
  'communication.lanes': () => [{}],
  'communication.late': () => [{}],
  'communication.slowLinks': () => [{}],
  'search.count': () => searches.map((search) => ({ search })),
  'search.args': () => [{ search: { ...anything, text: 'in', inArgs: true } }],
  'search.page': () =>
    searches.map((search) => ({
      search,
      sort: [{ column: 'duration', isDescending: true }],
      filters: [],
      firstRow: 0,
      rowCount: 20,
    })),
  'search.csv': () => searches.map((search) => ({ search, sort: [], filters: [], firstRow: 0, rowCount: 20 })),
  'search.values': () => [{ search: anything, sort: [], filters: [], firstRow: 0, rowCount: 0, column: 'name' }],
  'search.picture': ({ laneIds }) =>
    searches.map((search) => ({
      search,
      window: { startNs: 0, endNs: 1e9, nsPerPixel: 1e6, lanes: laneIds, folded: laneIds, labelMinPixels: 30 },
    })),
  'communication.exposed': forRank((rank) => [{ rank }]),
};
