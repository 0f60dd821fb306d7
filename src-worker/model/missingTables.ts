import { basename } from 'node:path';
import type { Notice, RankIndex, SourceFile, TableKind, ViewSources } from '../../src-contract';
import { groupBy } from '../base/groupBy';
import { notice } from '../files/notices';
import { jobsOfRanks } from './jobsOfDump';
import { type Writer, writerOf } from './recording';
import type { TableFiles, TableRank } from './tableRanks';

type Kind = TableKind | 'timeline';

/** Files that are written whatever the form of the rest; all others of a rank are tables in a database of its profiler. */
const besideDatabases: ReadonlySet<Kind> = new Set([
  'timeline',
  'profiler-info',
  'metadata',
  'analysis-db',
  'expert-load',
]);
/** What a database has as tables. */
const inAnalysis: ReadonlySet<Kind> = new Set(['communication', 'communication-matrix']);

/**
 * Of each kind of file that some rank has: who lacks it, and has nothing that stands for it. Profilers write each their own
 * files, and jobs are recorded with options of their own: a rank is compared with those of its profiler and its job.
 */
export function missingTables({ ranks }: Pick<TableFiles, 'ranks'>): ViewSources['missing'] {
  const jobs = jobsOfRanks(ranks);
  if (jobs.length === 0) return missingOfJob(ranks);
  const all = groupBy(
    jobs.flatMap((own) => missingOfJob(own.ranks)),
    ({ table }) => table,
  );
  return [...all].map(([table, own]) => ({ table, ranks: own.flatMap((one) => one.ranks) }));
}

function missingOfJob(ranks: readonly TableRank[]): ViewSources['missing'] {
  const kindsOf = ranks.map(({ files }) => new Set(files.flatMap(kindsOfFile)));
  const writers = ranks.map(writerOf);
  const all = new Set(kindsOf.flatMap((own) => [...own]));
  const known = new Map([...new Set(writers)].map((writer) => [writer, knownTo(writer, writers, kindsOf, all)]));
  const lacking = new Map<Kind, RankIndex[]>();
  for (const [at, { index }] of ranks.entries()) {
    // A rank without a timeline was taken without, which is news whatever the others have.
    for (const kind of new Set<Kind>([...(known.get(writers[at]) ?? []), 'timeline'])) {
      // A database is missed as the timeline that it is.
      if (kind === 'profiler-db' || !isLacking(kindsOf[at] ?? new Set(), kind)) continue;
      const others = lacking.get(kind);
      if (others) others.push(index);
      else lacking.set(kind, [index]);
    }
  }
  return [...lacking].map(([table, own]) => ({ table, ranks: own }));
}

/** What ranks of the profiler have, and those whose names tell of none, which may be of any. */
function knownTo(
  writer: Writer | undefined,
  writers: readonly (Writer | undefined)[],
  kindsOf: readonly ReadonlySet<Kind>[],
  all: ReadonlySet<Kind>,
): ReadonlySet<Kind> {
  if (writer === undefined) return all;
  const isOf = (_: unknown, at: number) => writers[at] === writer || writers[at] === undefined;
  return new Set(kindsOf.filter(isOf).flatMap((own) => [...own]));
}

/** A database that the timeline is read from is both. */
function kindsOfFile({ role, table, sizeBytes }: SourceFile): readonly Kind[] {
  if (sizeBytes === 0) return [];
  return [...(role === 'timeline' ? ['timeline' as const] : []), ...(table ? [table] : [])];
}

function isLacking(own: ReadonlySet<Kind>, kind: Kind): boolean {
  if (own.has(kind)) return false;
  if (own.has('profiler-db') && !besideDatabases.has(kind)) return false;
  if (own.has('analysis-db') && inAnalysis.has(kind)) return false;
  return !(kind === 'analysis-db' && (own.has('communication') || own.has('communication-matrix')));
}

/** As ranks that have such a table name its file: "profiler_info_0.json" of rank 0 is "profiler_info_1.json" of rank 1. */
export function fileNameOf({ ranks }: Pick<TableFiles, 'ranks'>, table: string): string {
  const example = ranks.flatMap(({ files }) => files).find((file) => isTable(file, table));
  return example === undefined ? table : basename(example.path).replace(/_\d+(?=\.\w+$)/, '_*');
}

/** Ranks or files named in one sentence. */
const MAX_NAMED = 12;

/** Tables that some ranks have and others lack, whose views are therefore not whole: one notice for the same ranks. */
export function missingTableNotices({ ranks }: Pick<TableFiles, 'ranks'>): readonly Notice[] {
  const filesByLacking = new Map<string, { readonly lacking: readonly RankIndex[]; readonly files: string[] }>();
  for (const { table, ranks: lacking } of missingTables({ ranks })) {
    // It has a sentence of its own.
    if (table === 'timeline') continue;
    const same = filesByLacking.get(lacking.join()) ?? { lacking, files: [] };
    same.files.push(fileNameOf({ ranks }, table));
    filesByLacking.set(lacking.join(), same);
  }
  return [...filesByLacking.values()].map(({ lacking, files }) => {
    const labels = lacking.map((index) => ranks[index]?.label ?? String(index));
    const folder = lacking.length === 1 ? ranks[lacking[0]]?.folder : undefined;
    const params = { file: firstOf(files), count: lacking.length, ranks: firstOf(labels) };
    return notice('table-missing', 'warning', params, folder === undefined ? {} : { path: folder });
  });
}

/** "a, b, … (+3)" */
function firstOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? `, … (+${more})` : ''}`;
}

function isTable(file: SourceFile, table: string): boolean {
  return file.table === table && file.sizeBytes > 0;
}
