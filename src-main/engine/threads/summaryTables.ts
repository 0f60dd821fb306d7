import type { MessagePort } from 'node:worker_threads';
import { aboutFile, type FoundFacts, factsOfBytes } from '../../../src-worker/analysis/summary/summaryFile';
import { FactMemory } from '../../../src-worker/parquet/factMemory';
import type { ReadPools } from '../../../src-worker/parquet/factRead';
import { type FactBytes, type FactTable, TextPool } from '../../../src-worker/parquet/factTable';
import { ShapePool } from '../../../src-worker/parquet/numberHoles';
import { readSummary } from './summaryBytes';

/** What a thread has read: plain data. */
export interface SummaryTables {
  /** In the order of the paths. */
  readonly files: readonly FoundFacts<FactBytes>[];
  /** Those of the thread's pools that it has not told yet; of shapes their texts. */
  readonly texts: readonly string[];
  readonly shapes: readonly string[];
}

/** Reads the files whose paths come through the port, for as long as that is open. Texts and shapes are told once. `module`: see `SummaryFiles`. */
export function serveTables(port: MessagePort, module?: WebAssembly.Module): void {
  const pools = { texts: new TextPool(), shapes: new ShapePool() };
  const told = { texts: 0, shapes: 0 };
  const reading = new SummaryFiles(module);
  port.on('message', (paths: readonly string[]) => {
    const files = paths.map((path): FoundFacts<FactBytes> => {
      const found = reading.read(path, pools);
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

/** What is larger is no usual summary, and its room would stay. */
const MOST_ROOM = 4 << 20;

/** Reads summaries from disk, one after another. */
export class SummaryFiles {
  readonly #memory: FactMemory | undefined;

  /** `module`: what reads files that are as usual; undefined: all are read in TypeScript. */
  constructor(module?: WebAssembly.Module) {
    this.#memory = module && new FactMemory(module, aboutFile('ranks'));
  }

  /** `pools`: the same each time. */
  read(path: string, pools: ReadPools): FoundFacts<FactTable> {
    let bytes: Uint8Array;
    let memory: FactMemory | undefined;
    try {
      bytes = readSummary(path, (size) => {
        memory = size <= MOST_ROOM ? this.#memory : undefined;
        return memory?.room(size) ?? new Uint8Array(size);
      });
    } catch (error) {
      return { kind: 'refused', why: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
    }
    const table = memory?.read(bytes.length, pools);
    return table ? { kind: 'facts', table } : factsOfBytes(bytes, 'ranks', pools);
  }
}
