import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableColumn, TablePage } from '../../../../src-contract';
import { type DataQuery, PAGE_ROWS, REFRESH_MS, TableData } from '../../../../src-renderer/ui/table/tableData';
import type { TableLoader, TableRequest } from '../../../../src-renderer/ui/table/tableLoader';

const columns: readonly TableColumn[] = [{ key: 'n', label: 'n', kind: 'number', unit: 'none', isHidden: false }];
const query: DataQuery = { sort: [], filters: [], columns: ['n'] };

interface Asked {
  readonly request: TableRequest;
  /** Cells are the position plus `base`. */
  answer(base: number, rowCount?: number): Promise<void>;
  fail(message: string): Promise<void>;
}

/** A table whose answers the test gives. */
function start() {
  const asked: Asked[] = [];
  const loader: TableLoader = {
    load: (request) =>
      new Promise<TablePage>((resolve, reject) =>
        asked.push({
          request,
          answer: async (base, rowCount = 1_000) => {
            const count = Math.max(0, Math.min(request.rowCount, rowCount - request.firstRow));
            const ids = Uint32Array.from({ length: count }, (_, at) => request.firstRow + at);
            resolve({
              // As over a wire: equal, but never the same object.
              columns: structuredClone(columns),
              firstRow: request.firstRow,
              cells: { n: { kind: 'number', values: Float64Array.from(ids, (id) => id + base) } },
              rowIds: ids,
              matchingRows: rowCount,
              totalRows: rowCount,
              totals: {},
            });
            await vi.advanceTimersByTimeAsync(0);
          },
          fail: async (message) => {
            reject(new Error(message));
            await vi.advanceTimersByTimeAsync(0);
          },
        }),
      ),
    loadCsv: () => Promise.reject(new Error('not asked')),
    loadValues: () => Promise.reject(new Error('not asked')),
  };
  const data = new TableData(loader);
  data.start();
  return { data, asked, cell: (position: number) => data.rowAt(position)?.number('n') };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('pages of a table', () => {
  it('learns the columns, then asks for the page in sight', async () => {
    const { data, asked, cell } = start();
    expect(asked[0]!.request).toMatchObject({ rowCount: 0, columns: [] });
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    expect(asked[1]!.request).toMatchObject({ firstRow: 0, rowCount: PAGE_ROWS, columns: ['n'] });
    await asked[1]!.answer(0);
    expect(data.state()).toMatchObject({ matchingRows: 1_000, isLoading: false });
    expect([cell(0), cell(PAGE_ROWS - 1), cell(PAGE_ROWS)]).toEqual([0, PAGE_ROWS - 1, undefined]);
  });

  it('asks for at most two pages at once, and next for what is in sight then', async () => {
    const { data, asked } = start();
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    for (let page = 1; page < 5; page++) data.want(page * PAGE_ROWS, page * PAGE_ROWS + 30);
    expect(asked.slice(1).map(({ request }) => request.firstRow / PAGE_ROWS)).toEqual([0, 1]);
    await asked[1]!.answer(0);
    expect(asked.at(-1)!.request.firstRow / PAGE_ROWS).toBe(4);
  });

  it('keeps the old rows until the first of another order are there, and no longer', async () => {
    const { data, asked, cell } = start();
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    data.want(0, PAGE_ROWS + 1);
    await asked[1]!.answer(0);
    await asked[2]!.answer(0);
    data.setQuery({ ...query, sort: [{ column: 'n', isDescending: true }] }, false);
    expect(cell(PAGE_ROWS)).toBe(PAGE_ROWS);
    await asked[3]!.answer(5_000);
    expect([cell(0), cell(PAGE_ROWS)]).toEqual([5_000, undefined]);
  });

  it('drops the answer to an older question', async () => {
    const { data, asked, cell } = start();
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    data.setQuery({ ...query, filters: [{ kind: 'contains', column: 'n', text: 'x' }] }, false);
    await asked[2]!.answer(100);
    await asked[1]!.answer(0);
    expect(cell(0)).toBe(100);
  });

  it('with other columns each row stays until it is there anew', async () => {
    const { data, asked, cell } = start();
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    data.want(0, PAGE_ROWS + 1);
    await asked[1]!.answer(0);
    await asked[2]!.answer(0);
    data.setQuery(query, true);
    await asked[3]!.answer(7);
    expect([cell(0), cell(PAGE_ROWS)]).toEqual([7, PAGE_ROWS]);
  });

  it('says why it could not be read, and tries again when asked to', async () => {
    const { data, asked, cell } = start();
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    await asked[1]!.fail('kernel_details.csv is a folder');
    expect(data.state().error?.message).toBe('kernel_details.csv is a folder');
    data.refresh();
    expect(data.state().error).toBeUndefined();
    await asked[2]!.answer(0);
    expect([data.state().error, cell(1)]).toEqual([undefined, 1]);
  });

  it('shows answers while the data changes faster than it is answered, and the last one in the end', async () => {
    const { data, asked, cell } = start();
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    const shown: (number | undefined)[] = [];
    for (let round = 1; round <= 20; round++) {
      data.refresh();
      await vi.advanceTimersByTimeAsync(REFRESH_MS / 4);
      data.refresh();
      // Each answer takes longer than it takes the data to change.
      await asked.at(-1)!.answer(round);
      shown.push(cell(0));
      await vi.advanceTimersByTimeAsync(REFRESH_MS / 4);
    }
    expect(shown.filter((value, at) => value !== shown[at - 1]).length).toBeGreaterThan(5);
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    await asked.at(-1)!.answer(1_000);
    expect(cell(0)).toBe(1_000);
    const count = asked.length;
    await vi.advanceTimersByTimeAsync(10 * REFRESH_MS);
    expect(asked).toHaveLength(count);
  });

  it('the same columns stay the same object, so that nothing is drawn anew for them', async () => {
    const { data, asked } = start();
    await asked[0]!.answer(0);
    const { columns: before } = data.state();
    data.setQuery(query, false);
    await asked[1]!.answer(0);
    expect(data.state().columns).toBe(before);
  });

  it('asks and tells nothing after its end', async () => {
    const { data, asked } = start();
    await asked[0]!.answer(0);
    data.setQuery(query, false);
    const told = vi.fn();
    data.subscribe(told);
    data.refresh();
    data.dispose();
    await asked[1]!.answer(0);
    await vi.advanceTimersByTimeAsync(5 * REFRESH_MS);
    expect(told).not.toHaveBeenCalled();
    expect(asked).toHaveLength(2);
  });
});
