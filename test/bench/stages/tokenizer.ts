import { openByteSource } from '../../../src-worker/files/byteSource';
import { readTrace } from '../../../src-worker/importers/traceEvents/traceReader';
import type { Tokenizer } from '../../../src-worker/tokenizer/batch';
import { PlainTokenizer } from '../../../src-worker/tokenizer/plainTokenizer';
import { loadWasmModule } from '../../../src-worker/tokenizer/wasmModule';
import { WasmTokenizer } from '../../../src-worker/tokenizer/wasmTokenizer';
import { type Measurement, startStopwatch } from '../measurement';

/** One thread: from the file on disk to columns, which are thrown away. */
export async function measureTokenizer(path: string, kind: 'plain' | 'wasm'): Promise<Measurement> {
  const watch = startStopwatch();
  const source = openByteSource(path);
  const tokenizer = createTokenizer(kind);
  let events = 0;
  let skipped = 0;
  await readTrace(source, tokenizer, {
    takeBatch({ batch }) {
      events += batch.count;
    },
    skip(_reason, eventCount) {
      skipped += eventCount;
    },
    notice() {},
    listInside() {},
    progress: () => true,
  });
  const measured = watch.read();
  const { sizeBytes } = source;
  source.close();
  return { ...measured, sizeBytes, events, details: { names: tokenizer.names.size, skipped } };
}

function createTokenizer(kind: 'plain' | 'wasm'): Tokenizer {
  if (kind === 'plain') return new PlainTokenizer();
  // Put beside the program by the build.
  const module = loadWasmModule(new URL('tokenizer.wasm', import.meta.url));
  if (!module) throw new Error('This Node has no WebAssembly SIMD');
  return new WasmTokenizer(module);
}
