import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findColumn, numbersOf, textReader } from '../../../../src-worker/tables/columnTable';
import { type CsvOptions, type CsvTable, MAX_COLUMNS, readCsv } from '../../../../src-worker/tables/csvTable';
import { temporaryFolder } from '../../../fixtures/indexed';

const baseNs = 1_736_412_474_730_000_000n;

function read(text: string | Buffer, options: Partial<CsvOptions> = {}): Promise<CsvTable> {
  const path = join(temporaryFolder(), 'table.csv');
  writeFileSync(path, text);
  return readCsv(path, { baseNs, ...options });
}

function texts(table: CsvTable, key: string): string[] {
  const cell = textReader(table, key);
  return Array.from({ length: table.rowCount }, (_, row) => cell?.(row) ?? 'no such column');
}

const codes = ({ notices }: CsvTable) => notices.map(({ code }) => code);

describe('one cell that can’t be read spoils that cell', () => {
  test.each(['abc', '1e400', 'NaN', '-inf', '18446744073709551615', '9'.repeat(400), '1736412474730136.x'])(
    '%s in a column of times',
    async (damaged) => {
      const table = await read(
        `Name,Start Time(us)\na,1736412474730135.222\t\nb,${damaged}\t\nc,1736412474730296.625\t\n`,
      );
      expect(findColumn(table, 'Start Time(us)')).toMatchObject({ kind: 'number', unit: 'time' });
      expect(numbersOf(table, 'Start Time(us)')).toEqual(Float64Array.of(135_222, Number.NaN, 296_625));
      expect(table.notices).toMatchObject([
        {
          code: 'table-damaged-cell',
          params: { row: 2, column: 'Start Time(us)', text: damaged.length > 40 ? `${'9'.repeat(40)}…` : damaged },
          byteOffset: 46,
        },
      ]);
    },
  );

  test('a byte order mark in a cell is a character', async () => {
    const table = await read('n(us)\n\uFEFF\n\uFEFF1\n2\n3\n');
    expect(numbersOf(table, 'n(us)')).toEqual(Float64Array.of(Number.NaN, Number.NaN, 2000, 3000));
    expect(table.notices.map(({ params }) => params.row)).toEqual([1, 2]);
  });

  test('1e308 is no time and no duration, and a number all the same', async () => {
    const table = await read('Start Time(us),Duration(us),Size(KB),x\n1e308,1e308,1e300,1e308\n1,2,3,4\n');
    expect(numbersOf(table, 'Start Time(us)')?.[0]).toBeNaN();
    expect(numbersOf(table, 'Duration(us)')).toEqual(Float64Array.of(Number.NaN, 2000));
    expect(numbersOf(table, 'Size(KB)')).toEqual(Float64Array.of(1.024e303, 3072));
    expect(numbersOf(table, 'x')).toEqual(Float64Array.of(1e308, 4));
    expect(table.notices.map(({ params }) => params.column)).toEqual(['Start Time(us)', 'Duration(us)']);
  });

  test('five are told one by one, the others are counted', async () => {
    const table = await read(`Duration(us)\n${'1\nx\n'.repeat(8)}`);
    expect(codes(table)).toEqual([...new Array(5).fill('table-damaged-cell'), 'table-damaged-cells']);
    expect(table.notices[0].message).toBe(
      'Row 2: “x” in column Duration(us) is not a valid number. The cell is shown empty.',
    );
    expect(table.notices[5]).toMatchObject({ params: { count: 3 }, byteOffset: 13 + 5 * 4 + 2 });
  });

  test('a column that is known to hold numbers keeps them, though its header names no unit', async () => {
    const table = await read('Block Dim\n8\nabc\n16\n', { numberKeys: new Set(['Block Dim']) });
    expect(numbersOf(table, 'Block Dim')).toEqual(Float64Array.of(8, Number.NaN, 16));
    expect(codes(table)).toEqual(['table-damaged-cell']);
  });

  test('NaN makes no column one of texts', async () => {
    const table = await read('x,aic_mac_ratio\nNaN,nan\n2,nan\n3,0.5\n');
    expect(numbersOf(table, 'x')).toEqual(Float64Array.of(Number.NaN, 2, 3));
    expect(numbersOf(table, 'aic_mac_ratio')).toEqual(Float64Array.of(Number.NaN, Number.NaN, 0.5));
    expect(codes(table)).toEqual(new Array(3).fill('table-damaged-cell'));
  });
});

describe('a column of texts shows what the file says', () => {
  test('where most cells are texts, whatever the header says', async () => {
    const table = await read('Duration(us)\n0001.50\nlong\nshort\n');
    expect(texts(table, 'Duration(us)')).toEqual(['0001.50', 'long', 'short']);
    expect(findColumn(table, 'Duration(us)')).toMatchObject({ kind: 'text', unit: 'none' });
    expect(table.notices).toEqual([]);
  });

  test('where one cell is a text and the header names no unit', async () => {
    const table = await read('Task ID,x,y\n0001.50,NaN,\n+7,1e400,N/A\nabc,z,007\n1e2,,w\n');
    expect(texts(table, 'Task ID')).toEqual(['0001.50', '+7', 'abc', '1e2']);
    expect(texts(table, 'x')).toEqual(['NaN', '1e400', 'z', '']);
    expect(texts(table, 'y')).toEqual(['', '', '007', 'w']);
    expect(table.notices).toEqual([]);
  });

  test('where an id has more digits than a float64', async () => {
    const table = await read('Group\n0017\n13337953553061386822\n');
    expect(texts(table, 'Group')).toEqual(['0017', '13337953553061386822']);
  });
});

describe('quotes', () => {
  test('a stray one spoils its cell, and no row behind it', async () => {
    const table = await read('Name,Device\na,"NPU:0\nb,NPU:0\nc,"NPU:1"\n');
    expect(texts(table, 'Device')).toEqual(['"NPU:0', 'NPU:0', 'NPU:1']);
    expect(table.notices).toMatchObject([
      { code: 'table-stray-quotes', params: { count: 1, rows: '1' }, byteOffset: 14 },
    ]);
  });

  test('a cell goes on over lines if the row then is as wide as the header', async () => {
    const table = await read('Name,Call Stack,n\na,"one;\r\ntwo, ""2"";\r\n",1\nb,"x\ny",2\n');
    expect(texts(table, 'Call Stack')).toEqual(['one;\r\ntwo, "2";', 'x\ny']);
    expect(numbersOf(table, 'n')).toEqual(Float64Array.of(1, 2));
    expect(table.notices).toEqual([]);
  });

  test('and not if it is not: then the quote is a character', async () => {
    const table = await read('Name,Shapes,n\na,"2,1\nb,"3",2\n"c,4,3\n');
    expect(texts(table, 'Name')).toEqual(['a', 'b', '"c']);
    expect(texts(table, 'Shapes')).toEqual(['"2', '3', '4']);
    expect(table.notices).toMatchObject([{ code: 'table-stray-quotes', params: { count: 2, rows: '1, 3' } }]);
  });

  test('nor where a quote that would end it is there, but the row would be wider', async () => {
    const table = await read('Name,Shapes,n\na,"2,1\nb,3",2,4\nc,5,6\n');
    expect(texts(table, 'Name')).toEqual(['a', 'b', 'c']);
    expect(texts(table, 'Shapes')).toEqual(['"2', '3"', '5']);
    expect(table.account).toEqual({ rowsInFile: 3, rowsShown: 3, rowsListed: 0 });
    expect(codes(table)).toEqual(expect.arrayContaining(['table-stray-quotes', 'table-long-rows']));
  });

  test('a stray quote behind a cell over two lines', async () => {
    const table = await read('Name,Stack,Device\na,"x\ny","NPU:0\nb,"x\ny",NPU:0\n');
    expect(texts(table, 'Stack')).toEqual(['x\ny', 'x\ny']);
    expect(texts(table, 'Device')).toEqual(['"NPU:0', 'NPU:0']);
    expect(table.notices).toMatchObject([{ code: 'table-stray-quotes', params: { rows: '1' } }]);
  });

  test('one in the header spoils its column’s name only', async () => {
    const table = await read('Name,"Duration(us)\na,"1"\nb,"2"\n');
    expect(table.columns.map(({ label }) => label)).toEqual(['Name', '"Duration(us)']);
    expect(table.rowCount).toBe(2);
    expect(codes(table)).toEqual(['table-stray-quotes']);
  });

  test('a quote in every row of a large file takes no longer than reading it', async () => {
    const fine = 'aten::mul,12,NPU:0\n';
    const stray = [
      '"a,12,NPU:0\n',
      'a,"12,NPU:0\n',
      'a,12,"NPU:0\n',
      '"a,"12,"NPU:0\n',
      'a,"x","x,"y\n',
      '"""""",""\n',
    ];
    const timeOf = async (line: string) => {
      const start = process.cpuUsage();
      const table = await read(`Name,Duration(us),Device\n${line.repeat(Math.round(150_000 / line.length))}`);
      return { table, ms: process.cpuUsage(start).user / 1000 };
    };
    await timeOf(fine);
    for (const line of stray) {
      const [{ ms: fineMs }, { table, ms }] = [await timeOf(fine), await timeOf(line)];
      expect(table.rowCount, line).toBe(Math.round(150_000 / line.length));
      expect(ms, line).toBeLessThan(500 + 20 * fineMs);
    }
  });
});

describe('lines and rows', () => {
  test.each(['\r', '\n', '\r\n', '\r\r\n', '\n\n'])('end with %j', async (end) => {
    const table = await read(`${['Name,n', 'a,1', '"b\nc",2', 'd,3'].join(end)}${end}`);
    expect(texts(table, 'Name')).toEqual(['a', 'b\nc', 'd']);
    expect(numbersOf(table, 'n')).toEqual(Float64Array.of(1, 2, 3));
    expect(table.notices).toEqual([]);
  });

  test('short and long ones are counted, with their numbers', async () => {
    const table = await read(`Name,n\n${'a,1\nb\nc,2,3,4\n'.repeat(7)}`);
    expect(table.account).toEqual({ rowsInFile: 21, rowsShown: 21, rowsListed: 0 });
    expect(table.notices).toMatchObject([
      { code: 'table-short-rows', params: { count: 7, rows: '2, 5, 8, 11, 14, …' }, byteOffset: 11 },
      { code: 'table-long-rows', params: { count: 7, rows: '3, 6, 9, 12, 15, …' }, byteOffset: 13 },
    ]);
  });

  test('the last one, cut off within quotes', async () => {
    const table = await read('Name,n\na,1\n"b');
    expect(table.account).toEqual({ rowsInFile: 2, rowsShown: 1, rowsListed: 1 });
    expect(table.notices).toMatchObject([{ code: 'table-truncated', byteOffset: 11 }]);
  });

  test('one of many MiB is listed, and those behind it are there', async () => {
    const table = await read(`Name,n\na,1\n${'x'.repeat(17 << 20)},2\nb,3\n`);
    expect(texts(table, 'Name').map((name) => name.slice(0, 9))).toEqual(['a', 'b']);
    expect(table.account).toEqual({ rowsInFile: 3, rowsShown: 2, rowsListed: 1 });
    expect(table.notices).toMatchObject([
      { code: 'table-rows-too-long', params: { count: 1, rows: '2' }, byteOffset: 11 },
    ]);
    await expect(read('x'.repeat(17 << 20))).rejects.toMatchObject({ notice: { code: 'table-header-too-long' } });
  });

  test('columns beyond the thousandth are not shown', async () => {
    const header = Array.from({ length: 67_474 }, (_, i) => `c${i}`).join();
    const table = await read(`${header}\n${header.replaceAll('c', '')}\n`);
    expect(table.columns).toHaveLength(MAX_COLUMNS);
    expect(table.rowCount).toBe(1);
    expect(numbersOf(table, 'c999')).toEqual(Float64Array.of(999));
    expect(table.notices).toMatchObject([{ code: 'table-too-many-columns', params: { count: 66_474, limit: 1000 } }]);
  });

  test('a million short rows below a thousand columns take memory as the file has bytes', async () => {
    const header = Array.from({ length: 1000 }, (_, i) => `c${i}`).join();
    const table = await read(`${header}\n${'1\n'.repeat(200_000)}`);
    expect(table.account.rowsShown).toBeLessThan(2000);
    expect(table.account.rowsShown + table.account.rowsListed).toBe(200_000);
    expect(codes(table)).toEqual(['table-short-rows', 'table-rows-left-out']);
  });
});

test('columns called like what every object has', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'x', 'x 3', 'x'];
  const table = await read(`${names.join()}\n1,2,3,4,5,6\n`, { keys: { Name: 'name' }, units: { x: {} } });
  expect(table.columns.map(({ label }) => label)).toEqual(names);
  const keys = ['__proto__ 1', 'constructor 2', 'toString 3', 'x', 'x 3', 'x 6'];
  keys.forEach((key, i) => {
    expect(numbersOf(table, key)).toEqual(Float64Array.of(i + 1));
  });
});

test('whoever waits no longer ends the reading', async () => {
  const stopped = new Error('stopped');
  let blocks = 0;
  const onBlock = () => {
    if (++blocks === 3) throw stopped;
  };
  await expect(read(`Name\n${'a\n'.repeat(4 << 20)}`, { onBlock })).rejects.toBe(stopped);
});

test('what the system says is said in our words', async () => {
  const gone = join(temporaryFolder(), 'gone.csv');
  await expect(readCsv(gone, { baseNs })).rejects.toMatchObject({
    notice: { code: 'file-unreadable', reason: { id: 'not-there' } },
  });
  await expect(readCsv(temporaryFolder(), { baseNs })).rejects.toMatchObject({
    notice: { code: 'file-unreadable', reason: { id: 'is-folder' } },
  });
});

describe('other encodings than UTF-8', () => {
  const utf16 = Buffer.from('Name,Duration(us)\na,1\n', 'utf16le');

  test.each([
    ['LE', utf16, 1],
    ['BE', Buffer.from(utf16).swap16(), 0],
  ])('a table in UTF-16%s is refused, and said to be that', async (_, bytes, byteOffset) => {
    await expect(read(bytes)).rejects.toMatchObject({ notice: { code: 'utf16', severity: 'error', byteOffset } });
  });

  // 名 and 称 in GBK.
  test.each([
    ['a text', 'Name,x\na,1\n\xc3\xfb,2\n\xb3\xc6,3\n', 11],
    ['a header', '\xc3\xfb,x\na,1\n', 0],
    ['a cell among numbers', 'n(us)\n1\n\xc3\xfb\n', 8],
  ])('GBK in %s is told once', async (_, text, byteOffset) => {
    const { notices } = await read(Buffer.from(text, 'latin1'));
    const told = notices.filter(({ code }) => code === 'not-utf8');
    expect(told).toMatchObject([{ severity: 'warning', byteOffset }]);
  });

  test('a file that has the character itself is as it should be', async () => {
    expect(codes(await read('Name,x\n\ufffd,1\n'))).toEqual([]);
  });
});
