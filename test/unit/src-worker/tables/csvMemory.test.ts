import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
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
let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), 'table.csv');
});

async function tableOf(file: string, options: CsvOptions): Promise<CsvTable | string> {
  try {
    return await readCsv(file, options);
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
}

/** Reads it both ways; answers what WebAssembly made of it. */
async function readBoth(file: string, options: Partial<CsvOptions> = {}): Promise<CsvTable> {
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

function readText(text: string, options: Partial<CsvOptions> = {}): Promise<CsvTable> {
  writeFileSync(path, text);
  return readBoth(path, options);
}

test('real files are what TypeScript makes of them', async () => {
  for (const file of csvFilesIn(dumpsFolder)) await readBoth(file);
});

test('so are damaged ones', async () => {
  const originals = csvFilesIn(dumpsFolder).map((file) => readFileSync(file).subarray(0, 6000));
  for (let seed = 0; seed < 1500; seed++) {
    writeFileSync(path, csvMutant(originals[seed % originals.length], new Random(seed)));
    await readBoth(path);
  }
});

const pieces = [
  ...[
    '1',
    '0',
    '-0',
    '-5',
    '12.5',
    '.5',
    '5.',
    '.',
    '-',
    '+3',
    '1e3',
    '1e400',
    'N/A',
    'NA',
    'nan',
    'inf',
    '',
    ' 7 ',
    '\t8',
  ],
  ...['0.1', '0.30000000000000004', '123456789012345', '1234567890123456', '999999999.9999999', '0001.50', '9.9.9'],
  ...[
    '1754300001002974.984\t',
    '1754300001002974.9841',
    '9007199254740993',
    '123456789',
    '1234567890.123',
    '-1754300001.5',
  ],
  ...[
    '"1"',
    '"""1024,4096;32768"""',
    '"a""b"',
    '"a"b',
    '"',
    'a"b',
    '"a\nb"',
    'MatMul',
    '中文é',
    '\u00ff',
    '"N/A"',
    '""',
  ],
  ...['99999999999999999999', '9223372036854775807', 'x'.repeat(70), `"${'""'.repeat(40)}"`, 'a\u000bb', '\u000c1'],
];
const headers = [
  'Start Time(us)',
  'Duration(us)',
  'Size(MB)',
  'Name',
  'Task ID',
  'ratio',
  'Timestamp(ns)',
  'Count',
  'plain',
];

test('cells of all kinds are the same to the last bit, wherever they stand', async () => {
  for (let seed = 0; seed < 600; seed++) {
    const random = new Random(seed);
    const width = 1 + random.integer(0, 5);
    const names = Array.from({ length: width }, () => random.pick(headers));
    const few = Array.from({ length: 1 + random.integer(0, 3) }, () => random.pick(pieces));
    const ends = random.pick(['\n', '\r\n', '\r', '\n\n']);
    const rows = Array.from({ length: random.integer(0, 39) }, () => {
      const isOdd = random.integer(0, 5) === 0;
      const cells = Array.from({ length: isOdd ? random.integer(0, 8) : width }, () =>
        random.pick(random.integer(0, 2) === 0 ? pieces : few),
      );
      return cells.join(',');
    });
    const text = [names.join(','), ...rows].join(ends) + (random.integer(0, 1) === 0 ? ends : '');
    await readText(random.integer(0, 3) === 0 ? `\uFEFF${text}` : text, {
      textKeys: new Set(random.integer(0, 1) === 0 ? ['Name'] : []),
      numberKeys: new Set(random.integer(0, 1) === 0 ? ['Task ID'] : []),
    });
  }
});

test('blocks, batches and texts grow as the file does', async () => {
  const rows = Array.from(
    { length: 90_000 },
    (_, i) => `${i}.${i % 1000},name ${i},"""${i % 7},2""",${i % 5000 === 4999 ? '1e3' : i}`,
  );
  const { rowCount, columns } = await readText(`Duration(us),Name,Shapes,Count\n${rows.join('\r\n')}`);
  expect(rowCount).toBe(90_000);
  expect(columns.map((column) => (column.kind === 'text' ? column.texts.length : 0))).toEqual([0, 90_000, 7, 0]);
});

test('a text longer than a block, and a column that becomes one of texts late', async () => {
  const long = 'x""y'.repeat(500_000);
  const { columns } = await readText(`a,b\n,1\n,2\n"${long}",3\nz,4\nz,0005x\n`);
  expect(columns.map(({ kind }) => kind)).toEqual(['text', 'text']);
});
