import { basename } from 'node:path';
import type { Notice, RankIndex, SourceFile, TableKind, ViewSources } from '../api';
import { notice } from '../formats/notices';
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

/** Ranks named in one sentence. */
const MAX_NAMED = 12;
/** Kinds with a sentence of their own, or that say the same as a text beside them. */
const toldElsewhere: ReadonlySet<string> = new Set(['timeline', 'analysis-db', 'profiler-db']);

/** One for each kind of table that some ranks have and others lack: their views are not whole. */
export function missingTableNotices({ ranks }: Pick<TableFiles, 'ranks'>): readonly Notice[] {
  return missingTables({ ranks }).flatMap(({ table, ranks: lacking }) => {
    const example = ranks.flatMap(({ files }) => files).find((file) => isTable(file, table));
    if (toldElsewhere.has(table) || example === undefined || lacking.length === 0) return [];
    const labels = lacking.map((index) => ranks[index]?.label ?? String(index));
    const more = labels.length - MAX_NAMED;
    const names = `${labels.slice(0, MAX_NAMED).join(', ')}${more > 0 ? `, … (+${more})` : ''}`;
    const folder = lacking.length === 1 ? ranks[lacking[0]]?.folder : undefined;
    const params = { file: basename(example.path), count: lacking.length, ranks: names };
    return [notice('table-missing', 'warning', params, folder === undefined ? {} : { path: folder })];
  });
}

function isTable(file: SourceFile, table: string): boolean {
  return file.table === table && file.sizeBytes > 0;
}
