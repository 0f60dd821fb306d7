import { createHash } from 'node:crypto';
import type { Notice } from '../../../src-contract';
import type { ByteSource } from '../../../src-worker/files/byteSource';
import { notice } from '../../../src-worker/files/notices';
import { readTrace } from '../../../src-worker/importers/traceEvents/traceReader';
import type { TraceSink } from '../../../src-worker/importers/traceEvents/traceSink';
import type { TokenBatch, Tokenizer } from '../../../src-worker/tokenizer/batch';
import { KINDS } from '../../../src-worker/tokenizer/kinds';
import { PlainTokenizer } from '../../../src-worker/tokenizer/plainTokenizer';
import { loadWasmModule } from '../../../src-worker/tokenizer/wasmModule';
import { createWasmTokenizer } from '../../../src-worker/tokenizer/wasmTokenizer';

export type SkippedOne = Pick<Notice, 'code' | 'byteOffset' | 'params'>;

/** What one tokenizer makes of a trace, with where each event stands. */
export interface Tokens {
  readonly eventOffsets: ReadonlySet<number>;
  /** Events by `Kind`. */
  readonly kindCounts: readonly number[];
  /** What was passed over: events, or what is as good as one. */
  readonly skipped: readonly SkippedOne[];
  readonly notices: readonly Notice[];
  /** Texts of what stands beside the event lists. */
  readonly values: readonly string[];
  /** Of everything above and of each column, to be compared. */
  readonly digests: ReadonlyMap<string, string>;
}

const COLUMNS = [
  ...([
    'phase',
    'flags',
    'startNs',
    'durationNs',
    'lane',
    'name',
    'category',
    'idLow',
    'idHigh',
    'byteOffset',
  ] as const),
];
const SAMPLE_COLUMNS = ['sampleEvent', 'sampleKey', 'sampleValue'] as const;
const ID_COLUMNS = ['idEvent', 'idKind', 'idValueLow', 'idValueHigh'] as const;

/** Used for one trace after another, as a thread does. */
export class BothTokenizers {
  readonly #tokenizers: readonly Tokenizer[];

  constructor(wasmUrl: URL) {
    const module = loadWasmModule(wasmUrl);
    if (!module) throw new Error('This Node has no SIMD: the tokenizers cannot be compared');
    this.#tokenizers = [new PlainTokenizer(), createWasmTokenizer(module)];
  }

  /** What the plain one made of the bytes, and in what the other one differs. */
  async read(bytes: Buffer): Promise<{ readonly tokens: Tokens; readonly differences: readonly string[] }> {
    const [plain, wasm] = [await tokensOf(this.#tokenizers[0], bytes), await tokensOf(this.#tokenizers[1], bytes)];
    const differences = [...plain.digests].filter(([part, digest]) => wasm.digests.get(part) !== digest);
    return { tokens: plain, differences: differences.map(([part]) => part) };
  }
}

async function tokensOf(tokenizer: Tokenizer, bytes: Buffer): Promise<Tokens> {
  const eventOffsets = new Set<number>();
  const kindCounts = new Array<number>(KINDS).fill(0);
  const skipped: SkippedOne[] = [];
  const notices: Notice[] = [];
  const columns = new Map<string, ReturnType<typeof createHash>>();
  const add = (batch: TokenBatch, names: readonly (keyof TokenBatch)[], count: number) => {
    for (const name of names) {
      const { buffer, byteOffset, BYTES_PER_ELEMENT } = batch[name] as Float64Array;
      const hash = columns.get(name) ?? createHash('sha1');
      columns.set(name, hash.update(new Uint8Array(buffer, byteOffset, count * BYTES_PER_ELEMENT)));
    }
  };
  const sink: TraceSink = {
    takeBatch: (from) => {
      const { batch } = from;
      for (let row = 0; row < batch.count; row++) eventOffsets.add(batch.byteOffset[row]);
      add(batch, COLUMNS, batch.count);
      add(batch, SAMPLE_COLUMNS, batch.sampleCount);
      add(batch, ID_COLUMNS, batch.idCount);
      from.sortByKind(0, 0).counts.forEach((count, kind) => {
        kindCounts[kind] += count;
      });
    },
    skip: (code, byteOffset, params = {}) => skipped.push({ code, byteOffset, params }),
    notice: (said) => notices.push(said),
    listInside: (byteOffset) => notices.push(notice('events-inside', 'warning', { count: 1 }, { byteOffset })),
    progress: () => true,
  };
  tokenizer.reset();
  const { values, hasEventList } = await readTrace(new MemorySource(bytes), tokenizer, sink);
  const digests = new Map([...columns].map(([name, hash]) => [name, hash.digest('hex')]));
  digests.set('what is around the events', JSON.stringify([skipped, notices, [...values], hasEventList, kindCounts]));
  return { eventOffsets, kindCounts, skipped, notices, values: [...values.values()], digests };
}

class MemorySource implements ByteSource {
  readonly path = 'memory';
  readonly kind = 'plain';
  readonly modifiedMs = 0;
  readonly bytesAgain = 0;
  bytesDone = 0;

  constructor(readonly bytes: Buffer) {}

  get sizeBytes(): number {
    return this.bytes.length;
  }

  fill(target: Uint8Array, at: number): number {
    const block = this.bytes.subarray(this.bytesDone, this.bytesDone + target.length - at);
    target.set(block, at);
    this.bytesDone += block.length;
    return block.length;
  }

  skip(bytes: number): boolean {
    this.bytesDone = Math.min(this.bytes.length, this.bytesDone + bytes);
    return this.bytesDone < this.bytes.length;
  }

  close(): void {}
}
