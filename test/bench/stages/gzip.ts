import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Measurement, percentile } from '../measurement';
import { measureTokenizer } from './tokenizer';

const ROUNDS = 3;

/**
 * A packed trace, from the file to columns, and in turn with it what node:zlib takes to unpack the same file for nobody.
 * Sizes are those of the unpacked bytes.
 */
export async function measureGzip(path: string): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-bench-gzip-'));
  try {
    const packed = join(folder, 'trace.json.gz');
    await pipeline(createReadStream(path), createGzip(), createWriteStream(packed));
    const reads: Measurement[] = [];
    const zlibMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      zlibMs.push(await unpackMs(packed));
      reads.push(await measureTokenizer(packed, 'wasm'));
    }
    const middle = [...reads].sort((a, b) => a.wallMs - b.wallMs)[Math.floor(ROUNDS / 2)];
    const packedBytes = statSync(packed).size;
    const details = { ...middle.details, packedBytes, zlibMs: percentile(zlibMs, 0.5) };
    return { ...middle, sizeBytes: statSync(path).size, details };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unpackMs(packed: string): Promise<number> {
  const startMs = performance.now();
  const unpacked = createReadStream(packed, { highWaterMark: 1 << 18 }).pipe(createGunzip({ chunkSize: 1 << 16 }));
  for await (const _ of unpacked);
  return performance.now() - startMs;
}
