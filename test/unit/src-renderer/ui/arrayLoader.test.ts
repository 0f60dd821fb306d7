import { describe, expect, it } from 'vitest';
import { type ArrayColumn, arrayLoader } from '../../../../src-renderer/ui/table/arrayLoader';
import { selectedRowsText } from '../../../../src-renderer/ui/table/copyRows';
import { loadWholeCsv } from '../../../../src-renderer/ui/table/csvDownload';
import { rowOfPage } from '../../../../src-renderer/ui/table/tableData';
import type { TableLoader, TableRequest } from '../../../../src-renderer/ui/table/tableLoader';

interface Op {
  readonly name: string;
  readonly ns: number;
}

const ops: readonly Op[] = [
  { name: 'Add', ns: 30 },
  { name: 'MatMul, "big"', ns: 10 },
  { name: '', ns: Number.NaN },
  { name: 'add', ns: 30 },
  { name: 'Cast', ns: 20 },
];
const columns: readonly ArrayColumn<Op>[] = [
  { key: 'name', label: 'Name', valueOf: ({ name }) => name },
  { key: 'ns', label: 'Time', unit: 'duration', valueOf: ({ ns }) => ns },
];
const loader = arrayLoader(ops, columns);
const whole: TableRequest = { sort: [], filters: [], firstRow: 0, rowCount: 100 };
const ids = async (request: Partial<TableRequest>) => [...(await loader.load({ ...whole, ...request })).rowIds];

describe('a table of rows in memory', () => {
  it('sorts by several keys; rows without a value come last either way', async () => {
    const byTime = (isDescending: boolean) => ids({ sort: [{ column: 'ns', isDescending }] });
    expect(await byTime(false)).toEqual([1, 4, 0, 3, 2]);
    expect(await byTime(true)).toEqual([0, 3, 4, 1, 2]);
    expect(
      await ids({
        sort: [
          { column: 'ns', isDescending: true },
          { column: 'name', isDescending: true },
        ],
      }),
    ).toEqual('Add'.localeCompare('add') > 0 ? [0, 3, 4, 1, 2] : [3, 0, 4, 1, 2]);
  });

  it('filters as the Engine’s tables do', async () => {
    expect(await ids({ filters: [{ kind: 'contains', column: 'name', text: 'ADD' }] })).toEqual([0, 3]);
    expect(await ids({ filters: [{ kind: 'oneOf', column: 'name', values: ['', 'Cast'] }] })).toEqual([2, 4]);
    expect(await ids({ filters: [{ kind: 'range', column: 'ns', min: 20, max: 30 }] })).toEqual([0, 3, 4]);
  });

  it('without a row names are still names', async () => {
    const { columns: shown } = await arrayLoader([], columns).load(whole);
    expect(shown.map(({ kind }) => kind)).toEqual(['text', 'number']);
  });

  it('tells totals over all that match, not over the page', async () => {
    const page = await loader.load({ ...whole, rowCount: 1 });
    expect(page.totals).toEqual({ ns: { sum: 90, min: 10, max: 30, valueCount: 4 } });
    expect([page.matchingRows, page.totalRows, page.rowIds.length]).toEqual([5, 5, 1]);
  });

  it('a row knows its cells; what is not there is NaN or empty', async () => {
    const row = rowOfPage(await loader.load({ ...whole, firstRow: 1 }), 0);
    expect([row.id, row.position, row.text('name'), row.number('ns'), row.text('ns')]).toEqual([
      1,
      1,
      'MatMul, "big"',
      10,
      '10',
    ]);
    expect([row.number('name'), row.number('gone'), row.text('gone')]).toEqual([Number.NaN, Number.NaN, '']);
  });

  it('counts distinct values, most frequent first', async () => {
    const { values, distinctCount } = await loader.loadValues(whole, 'ns');
    expect(values[0]).toEqual({ text: '30', count: 2 });
    expect(distinctCount).toBe(4);
  });
});

describe('csv', () => {
  const many = arrayLoader(
    Array.from({ length: 25 }, (_, row) => ({ name: `n${row}`, ns: row })),
    columns,
  );

  it('is whole with one header, whatever the chunks', async () => {
    const progress: number[] = [];
    const blob = await loadWholeCsv(
      many,
      { sort: [], filters: [] },
      25,
      (done) => progress.push(done),
      new AbortController().signal,
      10,
    );
    const text = await blob?.text();
    // Blob.text() takes the byte order mark away.
    expect(text?.replace(/^\ufeff/, '')).toBe(
      `Name,Time\r\n${Array.from({ length: 25 }, (_, row) => `n${row},${row}\r\n`).join('')}`,
    );
    expect(progress).toEqual([10, 20, 25]);
  });

  it('quotes what needs it', async () => {
    expect(await loader.loadCsv({ ...whole, firstRow: 1, rowCount: 2 })).toBe('"MatMul, ""big""",10\r\n,\r\n');
  });

  it('stops when told to', async () => {
    const abort = new AbortController();
    const blob = await loadWholeCsv(many, { sort: [], filters: [] }, 25, () => abort.abort(), abort.signal, 10);
    expect(blob).toBeUndefined();
  });
});

describe('copied rows', () => {
  it('are those selected, with units in the header and all digits', async () => {
    const page = await loader.load(whole);
    const asked: number[] = [];
    const counting: TableLoader = {
      ...loader,
      load: (request) => {
        asked.push(request.rowCount);
        return loader.load(request);
      },
    };
    const query = { sort: [], filters: [], columns: ['name', 'ns'] };
    const { text, copiedRows } = await selectedRowsText(
      counting,
      query,
      [
        [0, 1],
        [4, 4],
      ],
      page.columns,
      ({ label }) => label,
      'tsv',
    );
    expect(text).toBe('Name\tTime (ns)\nAdd\t30\nMatMul, "big"\t10\nCast\t20');
    expect([copiedRows, asked]).toEqual([3, [2, 1]]);
    const own = await selectedRowsText(loader, query, [[0, 1]], page.columns, ({ label }) => label, 'csv');
    expect(own.text).toBe('Name,Time (ns)\nAdd,30\n"MatMul, ""big""",10');
  });
});

it('texts sort as in the tables of the engine, and a csv guards against formulas as theirs does', async () => {
  const loader = arrayLoader(
    ['rank 10', 'Rank 2', '=cmd()'].map((name) => ({ name })),
    [{ key: 'name', label: '=Name', valueOf: ({ name }) => name }],
  );
  const query = { sort: [{ column: 'name', isDescending: false }], filters: [], firstRow: 0, rowCount: 9 };
  expect(await loader.loadCsv(query)).toBe("'=Name\r\n'=cmd()\r\nRank 2\r\nrank 10\r\n");
});
