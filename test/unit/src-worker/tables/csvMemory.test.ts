import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeDumps } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { readMutants, readText } from './csvBothWays';

describeDumps('csv files of the dumps', () => {
  test('are what TypeScript makes of them, damaged', async () => {
    await readMutants(150);
  });
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
  const path = join(temporaryFolder(), 'table.csv');
  for (let seed = 0; seed < 300; seed++) {
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
    await readText(path, random.integer(0, 3) === 0 ? `\uFEFF${text}` : text, {
      textKeys: new Set(random.integer(0, 1) === 0 ? ['Name'] : []),
      numberKeys: new Set(random.integer(0, 1) === 0 ? ['Task ID'] : []),
    });
  }
});

test('blocks, batches and texts grow as the file does', async () => {
  const path = join(temporaryFolder(), 'table.csv');
  const rows = Array.from(
    { length: 30_000 },
    (_, i) => `${i}.${i % 1000},name ${i},"""${i % 7},2""",${i % 5000 === 4999 ? '1e3' : i}`,
  );
  const { rowCount, columns } = await readText(path, `Duration(us),Name,Shapes,Count\n${rows.join('\r\n')}`);
  expect(rowCount).toBe(30_000);
  expect(columns.map((column) => (column.kind === 'text' ? column.texts.length : 0))).toEqual([0, 30_000, 7, 0]);
});

test('a text longer than a block, and a column that becomes one of texts late', async () => {
  const path = join(temporaryFolder(), 'table.csv');
  const long = 'x""y'.repeat(500_000);
  const { columns } = await readText(path, `a,b\n,1\n,2\n"${long}",3\nz,4\nz,0005x\n`);
  expect(columns.map(({ kind }) => kind)).toEqual(['text', 'text']);
});
