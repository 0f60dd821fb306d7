import type { MessagePort } from 'node:worker_threads';
import { type FoundFacts, factsOfBytes } from '../../../src-worker/analysis/summary/summaryFile';
import type { ReadPools } from '../../../src-worker/parquet/factRead';
import { type FactBytes, type FactTable, TextPool } from '../../../src-worker/parquet/factTable';
import { ShapePool } from '../../../src-worker/parquet/numberHoles';
import { bytesOfSummary } from './summaryBytes';

/** What a thread has read: plain data. */
export interface SummaryTables {
  /** In the order of the paths. */
  readonly files: readonly FoundFacts<FactBytes>[];
  /** Those of the thread's pools that it has not told yet; of shapes their texts. */
  readonly texts: readonly string[];
  readonly shapes: readonly string[];
}

/** Reads the files whose paths come through the port, for as long as that is open. Texts and shapes are told once. */
export function serveTables(port: MessagePort): void {
  const pools = { texts: new TextPool(), shapes: new ShapePool() };
  const told = { texts: 0, shapes: 0 };
  port.on('message', (paths: readonly string[]) => {
    const files = paths.map((path): FoundFacts<FactBytes> => {
      const found = factsOfPath(path, pools);
      return found.kind === 'facts' ? { kind: 'facts', table: found.table.bytes } : found;
    });
    const texts = pools.texts.texts.slice(told.texts);
    told.texts += texts.length;
    const shapes = pools.shapes.shapes.slice(told.shapes).map(({ text }) => text);
    told.shapes += shapes.length;
    const buffers = files.flatMap((own) =>
      own.kind === 'facts' ? [own.table.buffer, own.table.moreNumbers.buffer] : [],
    );
    port.postMessage({ files, texts, shapes } satisfies SummaryTables, buffers);
  });
}

export function factsOfPath(path: string, pools: ReadPools): FoundFacts<FactTable> {
  let bytes: Uint8Array;
  try {
    bytes = bytesOfSummary(path);
  } catch (error) {
    return { kind: 'refused', why: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
  return factsOfBytes(bytes, 'ranks', pools);
}
