import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ColumnTable, concatTables, numbersOf, textReader } from '../../../../src-worker/tables/columnTable';
import { readCsv } from '../../../../src-worker/tables/csvTable';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';

const baseNs = 1_736_408_883_000_000_000n;

function write(text: string | Buffer): string {
  const path = join(temporaryFolder(), 'table.csv');
  writeFileSync(path, text);
  return path;
}

const read = (text: string | Buffer) =>
  readCsv(write(text), { baseNs, keys: { Name: 'name', 'Start Time(us)': 'startNs' } });

function texts(table: ColumnTable, key: string): string[] {
  const cell = textReader(table, key);
  return Array.from({ length: table.rowCount }, (_, row) => cell?.(row) ?? 'no such column');
}

describe('odd files', () => {
  test('CRLF, a TAB behind times, N/A, quoted shapes, a BOM', async () => {
    const table = await read(
      '\uFEFFName,Input Shapes,Start Time(us),Duration(us)\r\n' +
        'a,"""32,3,224,224""",1736408883000001.002\t,53.741\r\n' +
        'b,N/A,1736408883000002\t,N/A\r\n',
    );
    expect(texts(table, 'name')).toEqual(['a', 'b']);
    expect(texts(table, 'Input Shapes')).toEqual(['"32,3,224,224"', '']);
    expect(numbersOf(table, 'startNs')).toEqual(Float64Array.of(1002, 2000));
    expect(numbersOf(table, 'Duration(us)')).toEqual(Float64Array.of(53_741, Number.NaN));
    expect(table.columns.map(({ label, unit }) => [label, unit])).toEqual([
      ['Name', 'none'],
      ['Input Shapes', 'none'],
      ['Start Time(us)', 'time'],
      ['Duration(us)', 'duration'],
    ]);
    expect(table.notices).toEqual([]);
  });

  test('a quoted text over several lines, and commas and quotes in it', async () => {
    const table = await read('Name,Call Stack\n"a","one;\ntwo, ""2"";"\nb,c\n');
    expect(texts(table, 'Call Stack')).toEqual(['one;\ntwo, "2";', 'c']);
  });

  test('a number column in which a text comes late', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `${i}`);
    const table = await read(`Task ID\n${rows.join('\n')}\nnone\n`);
    expect(texts(table, 'Task ID')).toEqual([...rows, 'none']);
  });

  test('ids that a float64 cannot hold stay texts', async () => {
    const table = await read('Group\n13337953553061386822\n13337953553061386823\n');
    expect(texts(table, 'Group')).toEqual(['13337953553061386822', '13337953553061386823']);
  });

  test('a file that is cut off: the rows before, and where it ends', async () => {
    const table = await read('Name,Start Time(us),Duration(us)\na,1736408883000001,1\nbé,17364088');
    expect(texts(table, 'name')).toEqual(['a']);
    // Bytes, not characters: there is none before the last line that takes two.
    expect(table.notices).toMatchObject([{ code: 'table-truncated', byteOffset: 54 }]);
  });

  test('the last row may lack its line end', async () => {
    const table = await read('Name,Duration(us)\na,1\nb,2');
    expect(texts(table, 'name')).toEqual(['a', 'b']);
    expect(table.notices).toEqual([]);
  });

  test('rows with fewer cells, two columns of one name, empty lines', async () => {
    const table = await read('Name,x,x\na,1\n\nb,1,2\nc\n');
    expect(numbersOf(table, 'x 3')).toEqual(Float64Array.of(Number.NaN, 2, Number.NaN));
    // Where the first of them begins.
    expect(table.notices).toMatchObject([{ code: 'table-short-rows', params: { count: 2 }, byteOffset: 9 }]);
  });

  test('the place of a short row far into the file is counted from its beginning', async () => {
    const before = `Name,x\n${'some name of a kernel,1\n'.repeat(60_000)}`;
    const table = await read(`${before}b\nc,2\n`);
    expect(table.notices).toMatchObject([{ code: 'table-short-rows', byteOffset: Buffer.byteLength(before) }]);
  });

  test('times that a spreadsheet has rounded are said to be', async () => {
    const table = await read('Start Time(us)\n1.69512E+15\n');
    expect(table.notices).toMatchObject([{ code: 'table-rounded-times', params: { count: 1 } }]);
  });

  test('only a header; nothing; no such file; a folder', async () => {
    expect((await read('Name,Duration(us)\n')).rowCount).toBe(0);
    await expect(read('')).rejects.toMatchObject({ name: 'TableError', notice: { code: 'empty-file' } });
    await expect(read('\n\n')).rejects.toMatchObject({ notice: { code: 'table-without-header' } });
    const missing = join(temporaryFolder(), 'gone.csv');
    await expect(readCsv(missing, { baseNs })).rejects.toMatchObject({
      notice: { code: 'file-unreadable', path: missing },
    });
    await expect(readCsv(temporaryFolder(), { baseNs })).rejects.toMatchObject({ notice: { code: 'file-unreadable' } });
  });
});

test('tables one after another: columns of either, and text where one of them has text', async () => {
  const table = concatTables([await read('Name,x,y\na,1,2\n'), await read('Name,z,x\nb,3,none\n')]);
  expect(texts(table, 'name')).toEqual(['a', 'b']);
  expect(texts(table, 'x')).toEqual(['1', 'none']);
  expect(numbersOf(table, 'y')).toEqual(Float64Array.of(2, Number.NaN));
  expect(numbersOf(table, 'z')).toEqual(Float64Array.of(Number.NaN, 3));
});

describeDumps('real files', () => {
  test.each([
    ['text_level1_2ranks/rank0_ascend_pt', []],
    ['pp2_dp2_4ranks_no_timeline/rank_2_ascend_pt', []],
    // Its 16th row lacks one cell.
    ['old_columns_2ranks/test_rank_0', ['table-short-rows']],
  ])('kernel_details.csv of %s: every start equals the digits of the file', async (rank, codes) => {
    const path = dumpPath('ascend', rank, 'ASCEND_PROFILER_OUTPUT', 'kernel_details.csv');
    const [, firstUs] = /,(\d{16})/.exec(readFileSync(path, 'utf8')) ?? [];
    const ownBaseNs = BigInt(firstUs) * 1000n;
    const table = await readCsv(path, { baseNs: ownBaseNs, keys: { 'Start Time(us)': 'startNs' } });
    const starts = numbersOf(table, 'startNs') as Float64Array;
    // The first number of 16 digits in a line is its start.
    const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1);
    expect(table.rowCount).toBe(lines.length);
    lines.forEach((line, row) => {
      const [, whole, fraction = ''] = /,(\d{16})(?:\.(\d+))?[\t,]/.exec(line) ?? [];
      expect(ownBaseNs + BigInt(starts[row])).toBe(BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0').slice(0, 3)));
    });
    expect(table.notices.map(({ code }) => code)).toEqual([...codes]);
  });

  test('the file that is cut off', async () => {
    const table = await readCsv(dumpPath('broken', 'trunc_kernel_details.csv'), { baseNs });
    expect(table.rowCount).toBeGreaterThan(50);
    expect(table.notices).toMatchObject([{ code: 'table-truncated' }]);
  });
});
