import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { CsvMemories } from '../../../../src-worker/tables/csvMemory';
import { type CsvOptions, type CsvTable, readCsv } from '../../../../src-worker/tables/csvTable';
import { TableError } from '../../../../src-worker/tables/tableError';
import { loadWasmModule } from '../../../../src-worker/tokenizer/wasmModule';
import { csvMutant } from '../../../fixtures/csvMutants';
import { dumpsFolder } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { csvFilesIn } from './csvMutantRun';

const memories = new CsvMemories(() => loadWasmModule(inject('csvWasm')));
const baseNs = 1_736_412_474_000_000_123n;

async function tableOf(file: string, options: CsvOptions): Promise<CsvTable | string> {
  try {
    return await readCsv(file, options);
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
}

/** Reads it both ways, which must come to the same; answers what WebAssembly made of it. */
export async function readBoth(file: string, options: Partial<CsvOptions> = {}): Promise<CsvTable> {
  const plain = await tableOf(file, { baseNs, ...options });
  const own = await tableOf(file, { baseNs, ...options, memories });
  expect(own).toEqual(plain);
  // toEqual takes 0 for -0 in arrays.
  if (typeof own !== 'string' && typeof plain !== 'string') {
    own.columns.forEach((column, at) => {
      const other = plain.columns[at];
      if (column.kind !== 'number' || other.kind !== 'number') return;
      const bits = ({ values }: typeof column) => Buffer.from(Float64Array.from(values).buffer);
      expect(bits(column).equals(bits(other)), `${file} ${column.key}`).toBe(true);
    });
  }
  return own as CsvTable;
}

export function readText(path: string, text: string, options: Partial<CsvOptions> = {}): Promise<CsvTable> {
  writeFileSync(path, text);
  return readBoth(path, options);
}

/** Beginnings of the dumps' csv files, each damaged in another way. */
export async function readMutants(count: number): Promise<void> {
  const path = join(temporaryFolder(), 'mutant.csv');
  const originals = csvFilesIn(dumpsFolder).map((file) => readFileSync(file).subarray(0, 6000));
  for (let seed = 0; seed < count; seed++) {
    writeFileSync(path, csvMutant(originals[seed % originals.length], new Random(seed)));
    await readBoth(path);
  }
}
