/** What each method of the Engine takes. */
import { z } from 'zod';
import type {
  ChipSettings,
  ClockChoice,
  ClockMode,
  ColumnFilter,
  Engine,
  EngineSettings,
  FindSliceQuery,
  FlowQuery,
  GroupKind,
  LaneCopyQuestion,
  LaneRows,
  MovedRank,
  NeighbourDirection,
  QuestionName,
  ReadingChange,
  SearchQuery,
  SortKey,
  StatisticsQuery,
  SurveyExtent,
  TableQuery,
  TableSource,
  Thresholds,
  ViewportQuery,
} from '..';
import type { EngineMethod } from '../wire/engineMethods';
import {
  anyNumber,
  byName,
  count,
  drawnList,
  dumpId,
  finite,
  flag,
  isWhole,
  type Kind,
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
import { peakRates, questionArguments, tableArguments } from './viewArguments';

/** What is drawn has arrays of as many pixels as it covers: a wall of screens has some ten thousand. */
const MOST_PIXELS = 1 << 20;
const MOST_PATHS = 10_000;

const paths = list(path, MOST_PATHS).refine((value) => value.length > 0, { error: 'a list of at least one path' });
const stretchOfPixels = (query: { readonly startNs: number; readonly endNs: number; readonly nsPerPixel: number }) =>
  (query.endNs - query.startNs) / query.nsPerPixel <= MOST_PIXELS;
const drawable = { error: `a stretch of at most ${MOST_PIXELS.toLocaleString('en')} pixels` };

const viewportQuery = record<ViewportQuery>({
  dump: dumpId,
  startNs: finite,
  endNs: finite,
  nsPerPixel: positive,
  lanes: laneIds,
  rows: optional(drawnList(isLaneRows, 'a list of lanes with their first row and the end of their rows')),
  folded: laneIds,
  labelMinPixels: finite,
}).refine(stretchOfPixels, drawable);

const laneCopy = record<LaneCopyQuestion>({
  rank: rankIndex,
  step: count,
  lanes: laneIds,
  startNs: finite,
  endNs: finite,
  byNs: finite,
});

function isLaneRows(value: unknown): boolean {
  const { lane, first, end } = (value ?? {}) as { readonly [K in keyof LaneRows]?: unknown };
  return isWhole(lane) && isWhole(first) && isWhole(end);
}

const flowQuery = record<FlowQuery>({
  dump: dumpId,
  startNs: finite,
  endNs: finite,
  nsPerPixel: positive,
  categories: list(text),
  lanes: laneIds,
  maxArrows: count,
});

const columnFilter: Kind<ColumnFilter> = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('contains'), column: text, text }),
    z.object({ kind: z.literal('oneOf'), column: text, values: list(text) }),
    z.object({ kind: z.literal('range'), column: text, min: optional(anyNumber), max: optional(anyNumber) }),
  ],
  { error: 'a filter that contains a text, is one of some, or a range' },
) as unknown as Kind<ColumnFilter>;

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
  sort: list(record<SortKey>({ column: text, isDescending: flag }), 1000),
  filters: list(columnFilter, 1000),
  firstRow: count,
  rowCount: count,
  columns: optional(list(text, 100_000)),
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
  moved: optional(record<MovedRank>({ rank: rankIndex, byNs: finite })),
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
  viewport: query(viewportQuery),
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
  questionProgress: z.tuple([questionId], { error: 'the id of a question' }),
  cancelQuestion: z.tuple([questionId], { error: 'the id of a question' }),
  mutedFindings: ofDump,
  muteFinding: z.tuple([dumpId, shortText, optional(shortText)], {
    error: 'a dump, the id of a finding, and a reason',
  }),
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
