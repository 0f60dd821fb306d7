import { basename } from 'node:path';
import type { TableKind } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';

/**
 * One row a rank; of each kind of file that any rank has, a column with the size (several files: their sum). Behind them the
 * names of those that nothing reads.
 */
export function filesTable(dump: DumpContext): ColumnTable {
  const { ranks } = dump;
  const sizes = new Map<TableKind | 'timeline', Float64Array>();
  ranks.forEach(({ files }, row) => {
    for (const { role, table, sizeBytes } of files) {
      const kind = role === 'timeline' ? 'timeline' : table;
      if (kind === undefined) continue;
      const column = sizes.get(kind) ?? new Float64Array(ranks.length).fill(Number.NaN);
      column[row] = (Number.isNaN(column[row]) ? 0 : column[row]) + sizeBytes;
      sizes.set(kind, column);
    }
  });
  return columnTable([
    textColumn(
      'fileRank',
      ranks.map(({ label }) => label),
      { label: 'Rank' },
    ),
    numberColumn(
      'fileRankIndex',
      'id',
      ranks.map(({ index }) => index),
      { isHidden: true },
    ),
    ...[...sizes].map(([kind, values]) => numberColumn(`file-${kind}`, 'bytes', values, { label: kind })),
    textColumn(
      'fileFolder',
      ranks.map(({ folder }) => folder),
      { label: 'Folder' },
    ),
    ...unreadColumn(dump),
  ]);
}

function unreadColumn({ ranks }: DumpContext) {
  const names = ranks.map(({ files }) =>
    files.filter(({ role }) => role === 'unread').map(({ path }) => basename(path)),
  );
  if (names.every(({ length }) => length === 0)) return [];
  return [
    textColumn(
      'fileUnread',
      names.map((own) => own.join(', ')),
      { label: 'Not read' },
    ),
  ];
}
