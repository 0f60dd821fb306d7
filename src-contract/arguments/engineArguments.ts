/** What each method of the Engine takes. */
import { z } from 'zod';
import type {
  ChipSettings,
  ClockChoice,
  ClockMode,
  Engine,
  EngineSettings,
  FindSliceQuery,
  FlowQuery,
  GroupKind,
  LaneCopyQuestion,
  LaneMergeKind,
  LaneMergeQuestion,
  MovedRank,
  NeighbourDirection,
  QuestionName,
  ReadingChange,
  SearchQuery,
  SqlFileFormat,
  SqlWish,
  StatisticsQuery,
  SurveyExtent,
  TableQuery,
  TableSource,
  Thresholds,
  ViewportQuery,
} from '..';
import { MOST_MARKS } from '../marks';
import { MOST_OWN_LANES } from '../ownLanes';
import { sqlFileFormats, sqlLimits } from '../sql';
import type { EngineMethod } from '../wire/engineMethods';
import {
  among,
  anyNumber,
  byName,
  count,
  dumpId,
  finite,
  flag,
  type Kind,
  keptMark,
  laneIds,
  list,
  noArguments,
  oneOf,
  optional,
  path,
  positive,
  questionId,
  rankIndex,
  rankIndices,
  record,
  shortText,
  sliceRef,
  sliceSource,
  text,
} from './kinds';
import {
  liveDiagnosis,
  liveJobChange,
  liveJobId,
  liveJobWish,
  liveLimits,
  liveProfileRequest,
  liveSeriesQuery,
  liveSource,
} from './liveArguments';
import { rowChoice } from './rowChoice';
import { laneFileReading, ownLane } from './searchArguments';
import { peakRates, questionArguments, tableArguments } from './viewArguments';
import { drawable, drawnWindow, stretchOfPixels } from './windowArguments';

const MOST_PATHS = 10_000;

const paths = list(path, MOST_PATHS).refine((value) => value.length > 0, { error: 'a list of at least one path' });

const viewportQuery = record<ViewportQuery>({ dump: dumpId, ...drawnWindow }).refine(stretchOfPixels, drawable);

const laneCopy = record<LaneCopyQuestion>({
  rank: rankIndex,
  step: count,
  lanes: laneIds,
  startNs: finite,
  endNs: finite,
  byNs: finite,
});

const laneMerge = record<LaneMergeQuestion>({
  rank: rankIndex,
  lanes: laneIds,
  into: oneOf<LaneMergeKind>({ one: true, work: true }),
  byNs: finite,
});

const flowQuery = record<FlowQuery>({
  dump: dumpId,
  startNs: finite,
  endNs: finite,
  nsPerPixel: positive,
  categories: list(text),
  lanes: laneIds,
  maxArrows: count,
});

/** What the table is to be told, by its name. */
const tableSource: Kind<TableSource> = record<{ readonly table: string; readonly of: unknown }>({
  table: oneOfKeys(tableArguments),
  // What it has to be, its table says: also where it is absent.
  of: optional(z.unknown()),
}).transform((source, context) => {
  const of = parsedInside(context, ['of'], tableArguments[source.table as TableSource['table']], source.of);
  return { ...source, of } as TableSource;
}) as unknown as Kind<TableSource>;

const tableQuery = record<TableQuery>({
  dump: dumpId,
  source: tableSource,
  ...rowChoice,
});

const readingChange: Kind<ReadingChange> = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('next'), ranks: rankIndices }),
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('move'), rank: rankIndex, before: optional(rankIndex) }),
    z.object({ kind: z.literal('drop'), ranks: optional(rankIndices) }),
    z.object({ kind: z.literal('pause') }),
    z.object({ kind: z.literal('resume') }),
  ],
  { error: 'next, all, move, drop, pause or resume' },
) as unknown as Kind<ReadingChange>;

const clockChoice = record<ClockChoice>({
  mode: optional(oneOf<ClockMode>({ clocks: true, steps: true, off: true })),
  reference: optional(rankIndex),
  moved: optional(list(record<MovedRank>({ rank: rankIndex, byNs: finite }))),
});

const between = ({ least, most }: { readonly least: number; readonly most: number }): Kind<number> =>
  count.refine((value) => value >= least && value <= most, { error: `a whole number from ${least} to ${most}` });

const sqlWish = record<SqlWish>({
  sql: text,
  seconds: between(sqlLimits.seconds),
  memoryBytes: between(sqlLimits.memoryBytes),
});

/** What is wrong with its numbers, `changeSettings` itself says in the words of the settings. */
const settingsChange = record<Partial<EngineSettings>>({
  cacheLimitBytes: optional(anyNumber),
  memoryBudgetBytes: optional(anyNumber),
  chips: optional(record<ChipSettings>({ chosen: optional(text), changed: byName(peakRates) })),
  references: optional(byName(anyNumber)),
  thresholds: optional(byName(anyNumber) as unknown as Kind<Partial<Thresholds>>),
  favourites: optional(list(path, 1000)),
});

const query = <T>(kind: Kind<T>) => z.tuple([kind], { error: 'one query' });
const queryWithId = <T>(kind: Kind<T>) => z.tuple([kind, optional(questionId)], { error: 'a query and its id' });
const ofDump = z.tuple([dumpId], { error: 'one dump' });

const findSliceQuery = record<FindSliceQuery>({
  dump: dumpId,
  rank: rankIndex,
  startNs: finite,
  toleranceNs: finite,
  name: optional(text),
  groups: optional(
    list(
      oneOf<GroupKind>({
        python: true,
        cann: true,
        hardware: true,
        communication: true,
        overlap: true,
        counters: true,
        other: true,
      }),
    ),
  ),
});

const statisticsQuery = record<StatisticsQuery>({
  dump: dumpId,
  startNs: finite,
  endNs: finite,
  lanes: laneIds,
  maxRows: count,
});

/**
 * Of each method its arguments, as a tuple. With `engineMethods` (where a call names its dump), which the window needs
 * too, this is all that is declared of a method beside its signature.
 */
export const engineArguments: { readonly [M in EngineMethod]: Kind<AnyArguments<M>> } = {
  host: noArguments,
  open: z.tuple([paths, optional(list(path, MOST_PATHS))], { error: 'a list of paths, and one of ranks to leave out' }),
  openDemo: noArguments,
  watch: z.tuple([dumpId, count], { error: 'a dump and a revision' }),
  cancel: ofDump,
  close: ofDump,
  filterLanes: z.tuple([dumpId, text], { error: 'a dump and a text' }),
  readTimelines: z.tuple([dumpId, readingChange], { error: 'a dump and what to read' }),
  clock: ofDump,
  setClock: z.tuple([dumpId, clockChoice], { error: 'a dump and a clock' }),
  showPath: z.tuple([dumpId, questionArguments['findings.path'], optional(questionId)], { error: 'a dump and a step' }),
  removePaths: ofDump,
  copyLanes: z.tuple([dumpId, laneCopy, optional(questionId)], { error: 'a dump and lanes' }),
  removeCopies: ofDump,
  ownLanes: ofDump,
  showOwnLanes: z.tuple([dumpId, list(ownLane, MOST_OWN_LANES), optional(questionId)], {
    error: 'a dump and lanes of the user’s own',
  }),
  laneFile: z.tuple([dumpId, path, rankIndex, optional(laneFileReading), optional(questionId)], {
    error: 'a dump, a path, a rank, how the file is read, and an id',
  }),
  mergeLanes: z.tuple([dumpId, laneMerge, optional(questionId)], { error: 'a dump and lanes' }),
  viewport: query(viewportQuery),
  viewMoves: z.tuple([flag], { error: 'whether a view is moved' }),
  flows: query(flowQuery),
  slice: z.tuple([dumpId, sliceRef], { error: 'a dump and a slice' }),
  sliceAtSource: z.tuple([dumpId, rankIndex, sliceSource], { error: 'a dump, a rank and the source of a slice' }),
  neighbour: z.tuple(
    [dumpId, sliceRef, oneOf<NeighbourDirection>({ previous: true, next: true, parent: true, child: true })],
    { error: 'a dump, a slice and a direction' },
  ),
  search: queryWithId(record<SearchQuery>({ dump: dumpId, text, maxResults: count })),
  statistics: query(statisticsQuery),
  findSlice: query(findSliceQuery),
  views: ofDump,
  table: queryWithId(tableQuery),
  tableCsv: queryWithId(tableQuery),
  columnValues: z.tuple([tableQuery, text, optional(questionId)], { error: 'a query, a column and an id' }),
  ask: z
    .tuple([dumpId, oneOfKeys(questionArguments), z.unknown(), optional(questionId)], {
      error: 'a dump, a question by its name, what it asks, and its id',
    })
    .transform(([dump, name, question, id], context) => {
      const parsed = parsedInside(context, [2], questionArguments[name as QuestionName], question);
      return [dump, name, parsed, id] as unknown as Parameters<Engine['ask']>;
    }),
  sqlSetup: noArguments,
  sqlTables: z.tuple([dumpId], { error: 'a dump' }),
  sqlColumns: z.tuple([dumpId, shortText], { error: 'a dump and a table' }),
  sqlRows: z.tuple([dumpId, sqlWish, optional(questionId)], { error: 'a dump, a query and an id' }),
  sqlFile: z.tuple([dumpId, sqlWish, among<SqlFileFormat>(sqlFileFormats), optional(questionId)], {
    error: 'a dump, a query, a format and an id',
  }),
  questionProgress: z.tuple([questionId], { error: 'the id of a question' }),
  cancelQuestion: z.tuple([questionId], { error: 'the id of a question' }),
  mutedFindings: ofDump,
  muteFinding: z.tuple([dumpId, shortText, optional(shortText)], {
    error: 'a dump, the id of a finding, and a reason',
  }),
  userMarks: ofDump,
  keepUserMarks: z.tuple([dumpId, list(keptMark, MOST_MARKS)], { error: 'a dump and its marks' }),
  scaleProgress: ofDump,
  listFolder: z.tuple([path], { error: 'one path' }),
  survey: z.tuple(
    [paths, oneOf<SurveyExtent>({ verdict: true, badge: true, patientBadge: true }), optional(questionId)],
    {
      error: 'a list of paths, how far to look, and an id',
    },
  ),
  recentDumps: noArguments,
  forgetRecentDump: z.tuple([paths], { error: 'one list of paths' }),
  settings: noArguments,
  changeSettings: z.tuple([settingsChange], { error: 'one change' }),
  usage: noArguments,
  clearCache: noArguments,
  liveJobs: z.tuple([count], { error: 'a revision' }),
  previewLive: z.tuple([liveSource], { error: 'one source' }),
  addLiveJob: z.tuple([liveJobWish], { error: 'one job' }),
  removeLiveJob: z.tuple([liveJobId], { error: 'the id of a job' }),
  changeLiveLimits: z.tuple([liveJobId, liveLimits], { error: 'the id of a job, and limits' }),
  changeLiveJob: z.tuple([liveJobId, liveJobChange], { error: 'the id of a job, and what is changed' }),
  liveSeries: query(liveSeriesQuery),
  liveEvents: z.tuple([liveJobId, count], { error: 'the id of a job, and the number of an event' }),
  whyNoLiveAlarm: z.tuple([liveJobId, count, count], { error: 'the id of a job, a first step and a last one' }),
  liveSources: z.tuple([liveJobId], { error: 'the id of a job' }),
  beforeLiveProfile: z.tuple([liveJobId, liveProfileRequest], { error: 'the id of a job, and what is recorded' }),
  diagnoseLive: query(liveDiagnosis),
};

/** Arguments that may be left out are undefined as well. */
type AnyArguments<M extends EngineMethod> =
  Parameters<Engine[M]> extends readonly [...infer Some]
    ? { readonly [K in keyof Some]: Some[K] }
    : Parameters<Engine[M]>;

function oneOfKeys<T extends object>(of: T): Kind<keyof T & string> {
  return z.custom<keyof T & string>((name) => typeof name === 'string' && Object.hasOwn(of, name), {
    error: `one of ${Object.keys(of).join(', ')}`,
  });
}

/** Parses a part whose schema another part names. */
function parsedInside(context: z.RefinementCtx, place: (string | number)[], kind: Kind<unknown>, value: unknown) {
  const parsed = kind.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path: inside, message } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: [...place, ...inside], message });
  return z.NEVER;
}
