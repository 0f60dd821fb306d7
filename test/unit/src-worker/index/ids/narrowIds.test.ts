import { expect, test } from 'vitest';
import { ID_COLUMNS } from '../../../../../src-worker/index/columns/segmentColumns';
import { type IdChunks, NarrowIdTable, WideIds } from '../../../../../src-worker/index/ids/narrowIds';
import { Random } from '../../../../fixtures/random';

const KEYS = Object.keys(ID_COLUMNS) as (keyof typeof ID_COLUMNS)[];
type Row = Record<keyof typeof ID_COLUMNS, number>;

function put(table: NarrowIdTable, row: Row): void {
  const into = table.room(1);
  const at = table.count++;
  for (const key of KEYS) into[key][at] = row[key];
}

function rowsOf(chunks: IdChunks): Row[] {
  const wide = new WideIds();
  return chunks.flatMap((chunk) => {
    const { columns, count } = wide.of(chunk);
    return Array.from(
      { length: count },
      (_, at) => Object.fromEntries(KEYS.map((key) => [key, columns[key][at]])) as Row,
    );
  });
}

test.each(Array.from({ length: 12 }, (_, seed) => seed))('ids come out as they went in (seed %i)', (seed) => {
  const random = new Random(seed);
  const step = random.pick([1, 3, 900]);
  const highs = random.pick([[0], [0, 1, 2 ** 32 - 1]]);
  const lowest = random.pick([0, 7, 2 ** 31]);
  const spread = random.pick([0, 200, 70_000, 2 ** 31 - 1]);
  let slice = 0;
  const rows = Array.from({ length: 20_000 }, (): Row => {
    slice += random.integer(0, step);
    const valueLow = lowest + random.integer(0, spread);
    return { slice, valueLow, valueHigh: random.pick(highs), kind: random.pick([1, 0x7f]) };
  });
  const table = new NarrowIdTable();
  for (const row of rows.slice(0, 100)) put(table, row);
  const early = table.chunks();
  for (const row of rows.slice(100)) put(table, row);
  expect(rowsOf(table.chunks())).toEqual(rows);
  expect(rowsOf(early)).toEqual(rows.slice(0, 100));
});
