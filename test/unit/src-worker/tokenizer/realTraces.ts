import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openByteSource, UnpackError } from '../../../../src-worker/files/byteSource';
import { ZipError } from '../../../../src-worker/files/zip';
import { dumpsFolder } from '../../../fixtures/dumps';
import { Random } from '../../../fixtures/random';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';

const module = tokenizerModule();

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** A file's bytes, unpacked as far as they can be, from inside its first list on. */
async function eventListOf(path: string): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  try {
    const source = openByteSource(path);
    for (;;) {
      const block = new Uint8Array(1 << 20);
      const length = await source.fill(block, 0);
      if (length === 0) break;
      blocks.push(block.subarray(0, length));
    }
    source.close();
  } catch (error) {
    // What came before the damage is as good as anything to compare on.
    if (!(error instanceof UnpackError || error instanceof ZipError)) throw error;
  }
  const bytes = Buffer.concat(blocks);
  return bytes.subarray(bytes.indexOf(0x5b) + 1);
}

/** Compares on a whole file; answers the number of its events. */
export async function compareOnWhole(path: string): Promise<number> {
  const bytes = await eventListOf(path);
  const whole = new TokenizerPair(module);
  whole.expectSame(bytes);
  whole.expectSameTables();
  return whole.eventCount;
}

/** Compares on the file cut at random; answers the number of its events. */
export async function compareOnCut(path: string): Promise<number> {
  const bytes = await eventListOf(path);
  const cut = new TokenizerPair(module);
  const random = new Random(bytes.length);
  const ends = Array.from({ length: 30 }, () => random.integer(0, bytes.length)).sort((a, b) => a - b);
  cut.expectSame(bytes, [...ends, bytes.length]);
  cut.expectSameTables();
  return cut.eventCount;
}

/** Compares on every real trace there is; answers the number of their events. */
export async function compareOnAll(compareOn: (path: string) => Promise<number>): Promise<number> {
  let events = 0;
  for (const path of filesBelow(dumpsFolder)) {
    // Tables and databases are no lists of events.
    if (/\.(db|csv|md|txt|log)$/i.test(path)) continue;
    try {
      events += await compareOn(path);
    } catch (error) {
      throw new Error(`on ${relative(dumpsFolder, path)}`, { cause: error });
    }
  }
  return events;
}
