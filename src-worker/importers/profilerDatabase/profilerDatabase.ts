import { statSync } from 'node:fs';
import type { EventSource, FileCheck, IndexedFiles } from '../../index/eventSource';
import { withDatabase } from '../../sqlite/database';
import { SqliteFormatError } from '../../sqlite/sqliteFormatError';
import type { Importer, SourceEvent } from '../importer';
import type { EarlierFound } from './found';
import type { DatabaseSegment } from './plan';
import { placeOf } from './rowPlaces';

const MAGIC = 'SQLite format 3\0';

const loadWork = () => import('./databaseWork');

/** SQLite databases of torch_npu, MindSpore and msprof: the timeline as the text export of the same profiler has it. */
export const profilerDatabase: Importer<DatabaseSegment> = {
  name: 'profilerDatabase',

  canRead(_path, head) {
    return Buffer.from(head.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
  },

  async plan(paths, sizes, device) {
    const { planDatabases } = await loadWork();
    return planDatabases(paths, sizes, device);
  },

  async read(segment, baseUs, _tokenizers, onProgress, earlier, memories) {
    const { readDatabaseSegment } = await loadWork();
    return readDatabaseSegment(segment, baseUs, onProgress, earlier as readonly EarlierFound[], memories);
  },

  async readEvent(files, source) {
    let event: SourceEvent | undefined;
    await readRows(files, [source], (_, own) => {
      event = own;
    });
    return event;
  },

  async readEvents(files, sources, visit) {
    await readRows(files, sources, visit);
  },

  describe({ paths }, source) {
    const { file, table, rowId } = placeOf(source);
    const path = paths[file];
    return { path, byteOffset: offsetOf(path, table, rowId) };
  },
};

/** 0 where the file can't be read: who reads the row says why. */
function offsetOf(path: string, table: string, rowId: number): number {
  try {
    return withDatabase(path, (database) => database.finder(table, [])?.byteOffset(rowId)) ?? 0;
  } catch (error) {
    if (error instanceof SqliteFormatError) return 0;
    throw error;
  }
}

/** In the order of the files and their tables; those of a file that has been written to since are not visited. */
async function readRows(
  { paths, checks }: IndexedFiles,
  sources: ArrayLike<EventSource>,
  visit: (position: number, event: SourceEvent) => void,
): Promise<void> {
  const { RowArgs } = await loadWork();
  const order = Array.from(sources, (_, position) => position).sort((a, b) => sources[a] - sources[b]);
  for (let at = 0; at < order.length; ) {
    const { file } = placeOf(sources[order[at]]);
    let end = at;
    while (end < order.length && placeOf(sources[order[end]]).file === file) end++;
    const own = order.slice(at, end);
    at = end;
    if (isChanged(paths[file], checks?.[file])) continue;
    withDatabase(paths[file], (database) => {
      const rows = new RowArgs(database);
      for (const position of own) {
        const { table, rowId } = placeOf(sources[position]);
        const event = rows.event(table, rowId);
        if (event) visit(position, event);
      }
    });
  }
}

function isChanged(path: string, check: FileCheck | undefined): boolean {
  if (!check || check.sizeBytes === 0) return false;
  const { size, mtimeMs } = statSync(path);
  return size !== check.sizeBytes || mtimeMs !== check.modifiedMs;
}
