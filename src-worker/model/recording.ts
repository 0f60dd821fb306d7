/** Which option of which profiler records what; the table is resources/recording.json. */
import { basename } from 'node:path';
import recordingTable from '../../resources/recording.json';
import type { RankIndex, RecordedColumn, Recording, TableKind, Unrecorded, ViewSources } from '../../src-contract';
import { insightDevice } from '../names/insightNames';
import type { DumpContext } from './dumpContext';
import type { TableRank } from './tableRanks';

/** Whose options they are. `mindspore_insight`: MindSpore's profiler until 2024. `pytorch`: traces of GPUs. */
export type Writer = 'torch_npu' | 'mindspore' | 'mindspore_insight' | 'msprof' | 'pytorch';

type Options = Readonly<Partial<Record<string, Recording>>>;

const table = recordingTable as unknown as {
  readonly [W in Writer]: { readonly [K in 'views' | 'files' | 'lanes' | 'columns']: Options };
};

const pytorchCategories: ReadonlySet<string> = new Set([
  'cpu_op',
  'python_function',
  'cuda_runtime',
  'kernel',
  'gpu_memcpy',
]);

/** Processes of a timeline, in small letters, that no trace of GPUs has. */
const ascendGroups: ReadonlySet<string> = new Set(['ascend hardware', 'cann']);

/** The profiler that wrote the rank's files, by their names; undefined where those tell nothing. */
export function writerOf({ folder, files }: Pick<TableRank, 'folder' | 'files'>): Writer | undefined {
  const names = files.map(({ path }) => basename(path));
  const isNamed = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (/_ascend_ms$/.test(folder) || isNamed(/^ascend_mindspore_profiler/)) return 'mindspore';
  if (isNamed(/^(msprof|op_summary|task_time).*\.(json|csv|db)$/)) return 'msprof';
  if (isNamed(/^(profiler_info(_\d+)?\.json|trace_view.*\.json|kernel_details.*\.csv|ascend_pytorch_profiler.*\.db)$/))
    return 'torch_npu';
  if (isNamed(/\.pt\.trace\.json(\.gz)?$/)) return 'pytorch';
  const isInsight = files.some(({ path, role }) => role === 'table' && insightDevice(basename(path)) !== undefined);
  return isInsight ? 'mindspore_insight' : undefined;
}

/**
 * Of the dump's first rank whose writer is known, of those with a timeline if there are any; a trace of any other name is
 * PyTorch's where its events are: of Ascend where these have the lanes of its devices.
 */
export function dumpWriter(dump: DumpContext): Writer | undefined {
  const isTimed = ({ files }: TableRank) => files.some(({ role }) => role === 'timeline');
  for (const rank of [...dump.ranks.filter(isTimed), ...dump.ranks]) {
    const writer = writerOf(rank);
    if (writer) return writer;
  }
  const { categories, groups } = seen(dump);
  if (![...categories].some((name) => pytorchCategories.has(name))) return undefined;
  return [...groups].some((name) => ascendGroups.has(name)) ? 'torch_npu' : 'pytorch';
}

/** What records a kind of file of these ranks, of the dump where it has no word of them; undefined where no option does. */
export function fileRecording(
  dump: DumpContext,
  kind: TableKind | 'timeline',
  [first]: readonly RankIndex[] = [],
): Recording | undefined {
  const rank = first === undefined ? undefined : dump.rankAt(first);
  const writer = (rank && writerOf(rank)) ?? dumpWriter(dump);
  return writer && table[writer].files[kind];
}

export function columnOptions(dump: DumpContext): Readonly<Partial<Record<RecordedColumn, Recording>>> {
  const writer = dumpWriter(dump);
  return writer ? table[writer].columns : {};
}

/**
 * Of what the dump's profiler has options for: what no rank has. Lanes only once a timeline has been read; files only of
 * text exports, since the database has in tables what they have.
 */
export function unrecorded(
  dump: DumpContext,
  available: Pick<ViewSources, 'operator' | 'memory' | 'summary' | 'communication'>,
): readonly Unrecorded[] {
  const writer = dumpWriter(dump);
  if (!writer) return [];
  const { views, files, lanes } = table[writer];
  const isAbsent = (kind: string) =>
    kind === 'timeline'
      ? dump.ranks.every((rank) => rank.files.every(({ role }) => role !== 'timeline'))
      : !dump.has(kind as TableKind);
  const { groups } = seen(dump);
  const isText = !dump.has('profiler-db');
  return [
    ...listed('view', views, (view) => !available[view as keyof typeof available]),
    ...(isText ? listed('file', files, isAbsent) : []),
    ...(groups.size > 0 ? listed('lanes', lanes, (name) => !groups.has(name.toLowerCase())) : []),
  ];
}

function listed(kind: Unrecorded['kind'], options: Options, isAbsent: (what: string) => boolean): Unrecorded[] {
  return Object.entries(options).flatMap(([what, recording]) =>
    recording && isAbsent(what) ? { kind, what, recording } : [],
  );
}

/** What the timelines of ranks that are not here have been written by. To be given before it is asked for. */
export function giveWriter(dump: DumpContext, writer: Writer | undefined): void {
  if (writer === 'pytorch' || writer === 'torch_npu') seen(dump).categories.add('cpu_op');
  if (writer === 'torch_npu') seen(dump).groups.add('cann');
}

interface Seen {
  /** Names of processes, and categories of slices; in small letters. */
  readonly groups: Set<string>;
  readonly categories: Set<string>;
}

/** What the timelines have that have been in memory: they come and go, what was seen is remembered. */
function seen(dump: DumpContext): Seen {
  const known = dump.memoOfJob('seen in timelines', (): Seen => ({ groups: new Set(), categories: new Set() }));
  for (const { indexes } of dump.loadedTimelines()) {
    for (const { groups, categories } of indexes) {
      for (const { name } of groups) known.groups.add(name.toLowerCase());
      for (const name of categories) known.categories.add(name.toLowerCase());
    }
  }
  return known;
}
