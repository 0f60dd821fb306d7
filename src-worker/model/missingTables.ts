import { basename } from 'node:path';
import type { Notice, RankIndex, SourceFile, TableKind, ViewSources } from '../../src-contract';
import { notice } from '../files/notices';
import type { TableFiles } from './dumpContext';

/** Of each kind of file that some rank has: who lacks it. */
export function missingTables({ ranks }: Pick<TableFiles, 'ranks'>): ViewSources['missing'] {
  const having = new Map<TableKind | 'timeline', Set<RankIndex>>();
  for (const rank of ranks) {
    for (const file of rank.files) {
      const kind = file.role === 'timeline' ? 'timeline' : file.table;
      if (kind === undefined || file.sizeBytes === 0) continue;
      having.set(kind, (having.get(kind) ?? new Set()).add(rank.index));
    }
  }
  // A job without any timeline was taken without; that is as much news as a rank that lacks its own.
  if (ranks.length > 0 && !having.has('timeline')) having.set('timeline', new Set());
  return [...having]
    .map(([table, has]) => ({ table, ranks: ranks.map(({ index }) => index).filter((index) => !has.has(index)) }))
    .filter(({ ranks: lacking }) => lacking.length > 0);
}

/** As ranks that have such a table name its file: "profiler_info_0.json" of rank 0 is "profiler_info_1.json" of rank 1. */
export function fileNameOf({ ranks }: Pick<TableFiles, 'ranks'>, table: string): string {
  const example = ranks.flatMap(({ files }) => files).find((file) => isTable(file, table));
  return example === undefined ? table : basename(example.path).replace(/_\d+(?=\.\w+$)/, '_*');
}

/** Ranks or files named in one sentence. */
const MAX_NAMED = 12;
/** Kinds with a sentence of their own, or that say the same as a text beside them. */
const toldElsewhere: ReadonlySet<string> = new Set(['timeline', 'analysis-db', 'profiler-db']);

/** Tables that some ranks have and others lack, whose views are therefore not whole: one notice for the same ranks. */
export function missingTableNotices({ ranks }: Pick<TableFiles, 'ranks'>): readonly Notice[] {
  const filesByLacking = new Map<string, { readonly lacking: readonly RankIndex[]; readonly files: string[] }>();
  for (const { table, ranks: lacking } of missingTables({ ranks })) {
    if (
      toldElsewhere.has(table) ||
      lacking.length === 0 ||
      !ranks.some(({ files }) => files.some((file) => isTable(file, table)))
    )
      continue;
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
