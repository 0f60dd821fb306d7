import type { MessagePort } from 'node:worker_threads';
import { type FoundFacts, factsOfBytes } from '../../../src-worker/analysis/summary/summaryFile';
import { type FactBytes, type FactTable, TextPool } from '../../../src-worker/parquet/factTable';
import { bytesOfSummary } from './summaryBytes';

/** What a thread has read: plain data. */
export interface SummaryTables {
  /** In the order of the paths. */
  readonly files: readonly FoundFacts<FactBytes>[];
  /** Those of the thread's pool that it has not told yet. */
  readonly texts: readonly string[];
}

/** Reads the files whose paths come through the port, for as long as that is open. Texts are told once. */
export function serveTables(port: MessagePort): void {
  const pool = new TextPool();
  let toldCount = 0;
  port.on('message', (paths: readonly string[]) => {
    const files = paths.map((path): FoundFacts<FactBytes> => {
      const found = factsOfPath(path, pool);
      return found.kind === 'facts' ? { kind: 'facts', table: found.table.bytes } : found;
    });
    const texts = pool.texts.slice(toldCount);
    toldCount += texts.length;
    const buffers = files.flatMap((own) => (own.kind === 'facts' ? [own.table.buffer] : []));
    port.postMessage({ files, texts } satisfies SummaryTables, buffers);
  });
}

export function factsOfPath(path: string, texts: TextPool): FoundFacts<FactTable> {
  let bytes: Uint8Array;
  try {
    bytes = bytesOfSummary(path);
  } catch (error) {
    return { kind: 'refused', why: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
  return factsOfBytes(bytes, 'ranks', texts);
}
