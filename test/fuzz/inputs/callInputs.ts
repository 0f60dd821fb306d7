import type {
  DumpId,
  Engine,
  LaneId,
  LiveJobId,
  LiveProfileRequest,
  OwnLane,
  QuestionName,
  RankIndex,
  SliceIndex,
  TableName,
} from '../../../src-contract';
import { createCodec } from '../../../src-contract/wire/codec';
import { type EngineMethod, engineMethodNames } from '../../../src-contract/wire/engineMethods';
import type { Input } from '../format';
import { type DumpFacts, everyQuestion, everyTable } from '../program/everyView';

/** Stands for the dump that is open, and for its folder, which only whoever calls knows. */
export const OPEN_DUMP = '$dump' as DumpId;
export const ITS_FOLDER = '$folder';

const rank = 0 as RankIndex;
const lanes = [1, 2, 3] as LaneId[];
const ref = { rank, slice: 1 as SliceIndex, generation: 1 };
const window = { dump: OPEN_DUMP, startNs: 0, endNs: 1e9, nsPerPixel: 1e6, lanes };
const facts: DumpFacts = {
  ranks: [rank],
  jobRanks: [0],
  laneIds: lanes,
  counterLanes: lanes,
  endNs: 1e9,
  component: 'PTA',
  slice: ref,
};
const id = 'question' as never;
const ownLane: OwnLane = {
  id: 'l1',
  name: 'matmul',
  kind: 'count',
  search: {
    text: 'mm$',
    match: 'pattern',
    isCaseSensitive: false,
    inArgs: false,
    categories: [],
    lanes: [],
    ranks: [],
  },
};
const liveSource = { kind: 'log', paths: [ITS_FOLDER], pattern: 'megatron' } as const;
const liveJob = 'a-job' as LiveJobId;
const liveRequest: LiveProfileRequest = {
  ...({
    steps: 1,
    level: '0',
    hasMemory: false,
    hasStack: false,
    hasMstx: false,
    metrics: 'PipeUtilization',
    ranks: [0],
  } as const),
};
const sqlWish = { sql: 'select 1', seconds: 60, memoryBytes: 1 << 30 };
const mark = { id: 'a', name: 'slow', colour: 'blue', startNs: '5', endNs: '7' } as const;

function tableQuery(table: TableName) {
  const source = { table, of: everyTable[table](facts)[0] } as never;
  const sort = [{ column: 'name', isDescending: true }];
  const filters = [
    { kind: 'contains', column: 'name', text: 'a' },
    { kind: 'range', column: 'durationNs', min: 0, max: 1e9 },
    { kind: 'oneOf', column: 'type', values: ['MatMul'] },
  ] as const;
  return { dump: OPEN_DUMP, source, sort, filters, firstRow: 0, rowCount: 20, columns: ['name'] };
}

/** Of every method of the engine good calls; each of them takes the types of its arguments from the contract. */
const calls: { readonly [M in EngineMethod]: readonly Parameters<Engine[M]>[] } = {
  host: [[]],
  open: [[[ITS_FOLDER], [ITS_FOLDER]]],
  openDemo: [[]],
  watch: [[OPEN_DUMP, 0]],
  cancel: [[OPEN_DUMP]],
  close: [[OPEN_DUMP]],
  viewport: [[{ ...window, folded: [], rows: [{ lane: lanes[0], first: 0, end: 2 }], labelMinPixels: 10 }]],
  flows: [[{ ...window, categories: ['async_npu'], maxArrows: 100 }]],
  filterLanes: [[OPEN_DUMP, 'thread']],
  readTimelines: [[OPEN_DUMP, { kind: 'move', rank, before: rank }]],
  clock: [[OPEN_DUMP]],
  showPath: [[OPEN_DUMP, { rank: 0, step: 0 }]],
  removePaths: [[OPEN_DUMP]],
  copyLanes: [[OPEN_DUMP, { rank: 0 as RankIndex, step: 0, lanes: [0 as LaneId], startNs: 0, endNs: 1e6, byNs: 1e3 }]],
  removeCopies: [[OPEN_DUMP]],
  mergeLanes: [[OPEN_DUMP, { rank: 0 as RankIndex, lanes: [0 as LaneId], into: 'work', byNs: 5 }]],
  setClock: [[OPEN_DUMP, { mode: 'clocks', reference: rank }]],
  slice: [[OPEN_DUMP, ref]],
  sliceAtSource: [[OPEN_DUMP, rank, '0:10' as never]],
  neighbour: [[OPEN_DUMP, ref, 'next']],
  search: [[{ dump: OPEN_DUMP, text: 'a', maxResults: 10 }, id]],
  statistics: [[{ dump: OPEN_DUMP, startNs: 0, endNs: 1e9, lanes, maxRows: 10 }]],
  findSlice: [[{ dump: OPEN_DUMP, rank, startNs: 0, toleranceNs: 1e6, name: 'a', groups: ['python'] }]],
  views: [[OPEN_DUMP]],
  mutedFindings: [[OPEN_DUMP]],
  muteFinding: [[OPEN_DUMP, 'A2:Rank 0', 'known']],
  userMarks: [[OPEN_DUMP]],
  keepUserMarks: [[OPEN_DUMP, [mark]]],
  ownLanes: [[OPEN_DUMP]],
  showOwnLanes: [[OPEN_DUMP, [ownLane]]],
  laneFile: [[OPEN_DUMP, '/tmp/events.csv', rank, { unit: 'us', origin: 'clock', byNs: 5, place: '/d' }, id]],
  sqlSetup: [[]],
  sqlTables: [[OPEN_DUMP]],
  sqlColumns: [[OPEN_DUMP, 'kernels']],
  sqlRows: [[OPEN_DUMP, sqlWish, id]],
  sqlFile: [[OPEN_DUMP, sqlWish, 'csv', id]],
  table: (Object.keys(everyTable) as TableName[]).map((name) => [tableQuery(name), id]),
  tableCsv: [[tableQuery('operator.kernels'), id]],
  columnValues: [[tableQuery('operator.kernels'), 'name', id]],
  ask: (Object.keys(everyQuestion) as QuestionName[]).map((name) => [
    OPEN_DUMP,
    name,
    everyQuestion[name](facts)[0] as never,
    id,
  ]),
  viewMoves: [[true]],
  questionProgress: [[id]],
  cancelQuestion: [[id]],
  scaleProgress: [[OPEN_DUMP]],
  listFolder: [[ITS_FOLDER]],
  survey: [[[ITS_FOLDER], 'badge', id]],
  recentDumps: [[]],
  forgetRecentDump: [[[ITS_FOLDER]]],
  settings: [[]],
  changeSettings: [
    [
      {
        memoryBudgetBytes: 1e9,
        cacheLimitBytes: 0,
        chips: { chosen: 'A', changed: { A: { fp16: 1e14 } } },
        references: { HCCS: 20 },
        favourites: [ITS_FOLDER],
      },
    ],
  ],
  usage: [[]],
  clearCache: [[]],
  liveJobs: [[0]],
  previewLive: [[liveSource]],
  addLiveJob: [[{ source: liveSource, limits: { sigmas: 6, inARow: 3 }, profile: { kind: 'none' }, dumps: undefined }]],
  removeLiveJob: [[liveJob]],
  changeLiveLimits: [[liveJob, { sigmas: 4 }]],
  liveSeries: [[{ job: liveJob, range: { startMs: 0, endMs: 1e12 }, rows: 100, ranks: [0] }]],
  liveEvents: [[liveJob, 0]],
  whyNoLiveAlarm: [[liveJob, 1, 20]],
  changeLiveJob: [
    [
      liveJob,
      {
        work: { samples: 1, flops: 1e15, peakFlops: 1e17 },
        stall: { factor: 5, leastNs: 30e9 },
        webhook: 'https://ops.example/hook',
      },
    ],
  ],
  liveSources: [[liveJob]],
  beforeLiveProfile: [[liveJob, liveRequest]],
  diagnoseLive: [[{ job: liveJob, request: liveRequest, isDryRun: true }]],
};

/** Each call as the bytes of `[method, arguments]`. */
export async function callInputs(): Promise<readonly Input[]> {
  const codec = createCodec();
  return engineMethodNames.flatMap((method) =>
    calls[method].map((args, i) => {
      const bytes = Buffer.from(codec.encode([method, args]));
      return { name: `${method} ${i}`, bytes, path: method, beside: {} };
    }),
  );
}

/** Each call as the frame that the window sends, and the frame that says an answer has come. */
export async function frameInputs(): Promise<readonly Input[]> {
  const codec = createCodec();
  const frames = engineMethodNames.map((method) => {
    const argumentList = calls[method][0].map((value) => ({ type: 'RAW', value }));
    return [method, { kind: 'call', call: { id: 'call', type: 'APPLY', path: [method], argumentList } }] as const;
  });
  const all = [...frames, ['received', { kind: 'received', id: 'call' }] as const];
  return all.map(([name, frame]) => ({ name, bytes: Buffer.from(codec.encode(frame)), path: name, beside: {} }));
}
