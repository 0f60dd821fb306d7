import type { TableLoader, TableRequest } from './tableLoader';

const CHUNK_ROWS = 50_000;

/**
 * All rows as csv, chunk by chunk. `onProgress` gets the rows done. Undefined when `signal` was given; rejects as the loader
 * does.
 */
export async function loadWholeCsv(
  loader: TableLoader,
  request: Omit<TableRequest, 'firstRow' | 'rowCount'>,
  rowCount: number,
  onProgress: (rowsDone: number) => void,
  signal: AbortSignal,
  chunkRows = CHUNK_ROWS,
): Promise<Blob | undefined> {
  // A byte order mark: without it some spreadsheet programs take UTF-8 for the system's code page.
  const parts: string[] = ['\ufeff'];
  for (let firstRow = 0; firstRow === 0 || firstRow < rowCount; firstRow += chunkRows) {
    if (signal.aborted) return undefined;
    parts.push(await loader.loadCsv({ ...request, firstRow, rowCount: Math.min(chunkRows, rowCount - firstRow) }));
    onProgress(Math.min(rowCount, firstRow + chunkRows));
  }
  return signal.aborted ? undefined : new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
