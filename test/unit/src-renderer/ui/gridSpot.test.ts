import { expect, it } from 'vitest';
import { arrayLoader } from '../../../../src-renderer/ui/table/arrayLoader';
import { followedRows, type GridSpot } from '../../../../src-renderer/ui/table/gridSpot';
import { TableData } from '../../../../src-renderer/ui/table/tableData';

const spot = (row: number, selection: GridSpot['selection'], anchor = row): GridSpot => ({
  cursor: { row, column: 2 },
  selection,
  anchor,
});

it('cursor, selection and anchor stay with their rows in the next answer', () => {
  const before = ['a', 'b', 'c', 'd', 'e'];
  expect(followedRows(spot(3, [[1, 3]], 1), before, ['d', 'x', 'c', 'b'])).toEqual(
    spot(
      0,
      [
        [0, 0],
        [2, 3],
      ],
      3,
    ),
  );
});

it('rows that are gone are not selected any more, and the cursor goes to the first that still is', () => {
  expect(followedRows(spot(1, [[0, 1]]), ['a', 'b'], ['x', 'a'])).toEqual(spot(1, [[1, 1]]));
  expect(followedRows(spot(1, [[1, 1]]), ['a', 'b'], ['x', 'y'])).toEqual(spot(0, []));
  expect(followedRows(spot(-1, []), ['a'], ['b'])).toEqual(spot(-1, [], 0));
});

interface Named {
  readonly name: string;
  readonly ns: number;
}
const loaderOf = (...rows: readonly Named[]) =>
  arrayLoader(rows, [
    { key: 'ns', label: 'Time', valueOf: ({ ns }) => ns },
    { key: 'name', label: 'Name', valueOf: ({ name }) => name },
  ]);
const byTime = [{ column: 'ns', isDescending: true }];

it('rows in memory are known by their texts, those alike by their order, in the order that is asked for', () => {
  const { lasting } = loaderOf({ name: 'mm', ns: 1 }, { name: 'add', ns: 3 }, { name: 'mm', ns: 2 });
  const keys = lasting?.ids({ sort: byTime, filters: [] }).map((id) => lasting.keyOf(id));
  expect(keys).toEqual(['add\n0', 'mm\n1', 'mm\n0']);
  const numbers = arrayLoader([7, 8], [{ key: 'step', label: 'Step', valueOf: (step) => step }]);
  expect([0, 1].map((id) => numbers.lasting?.keyOf(id))).toEqual(['7\n0', '8\n0']);
});

it('a table shows the rows before until the next ones are there, and says whose it shows', async () => {
  const [one, other] = [loaderOf({ name: 'mm', ns: 1 }), loaderOf({ name: 'add', ns: 3 }, { name: 'mm', ns: 2 })];
  const data = new TableData(one);
  data.start();
  await Promise.resolve();
  data.setQuery({ sort: byTime, filters: [], columns: ['name', 'ns'] }, false);
  await Promise.resolve();
  await Promise.resolve();
  expect(data.rowAt(0)?.text('name')).toBe('mm');
  expect(data.goesOnWith(other)).toBe(true);
  data.goOn(other);
  expect([data.rowAt(0)?.text('name'), data.state().loader === one]).toEqual(['mm', true]);
  await Promise.resolve();
  await Promise.resolve();
  expect([data.rowAt(0)?.text('name'), data.state().matchingRows, data.state().loader === other]).toEqual([
    'add',
    2,
    true,
  ]);
  // Of the Engine's tables nothing tells which row is which.
  expect(data.goesOnWith({ ...other, lasting: undefined } as never)).toBe(false);
});
