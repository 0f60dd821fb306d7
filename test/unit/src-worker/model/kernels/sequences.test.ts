import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { kernelsOf } from '../../../../../src-worker/model/kernels/kernels';
import { kernelSequences } from '../../../../../src-worker/model/kernels/sequences';
import { type Column, type ColumnTable, numberColumn, textColumn } from '../../../../../src-worker/tables/columnTable';
import { sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { Random } from '../../../../fixtures/random';

/** Kernels one after another by the letters of their types, each `ns` long, with `gapNs` of nothing before the next. */
function tableOf(letters: string, ns: number, gapNs: number, more: readonly Column[] = []): ColumnTable {
  const types = [...letters];
  const columns = [
    textColumn('type', types),
    textColumn(
      'name',
      types.map((type, at) => `${type}${at}`),
    ),
    textColumn(
      'kind',
      types.map((type) => (type === '|' ? 'communication' : 'compute')),
    ),
    numberColumn(
      'startNs',
      'time',
      types.map((_, at) => at * (ns + gapNs)),
    ),
    numberColumn(
      'durationNs',
      'duration',
      types.map(() => ns),
    ),
    ...more,
  ];
  return { rowCount: types.length, columns };
}

test('six times the same three kernels with the device waiting in between: their gaps', () => {
  const found = kernelSequences(tableOf('abcx'.repeat(6), 10, 90));
  // Of the gaps only those within a sequence: "abcx" has three of them, and so have those shifted by one.
  expect(found?.host).toEqual({ count: 1, lostNs: 6 * 3 * 90 });
  expect(found?.sequences[0]).toMatchObject({ bound: 'host', count: 6, kernelNs: 240, wallNs: 240 + 6 * 270 });
  expect(found?.sequences[0].types.join('')).toBe('abcx');
  expect(found?.sequences[0].worst).toEqual({ first: { name: 'a0', startNs: 0 }, last: { name: 'x3', startNs: 300 } });
});

test('five times is too few; kernels without gaps that move no data are fine', () => {
  expect(kernelSequences(tableOf('abcx'.repeat(5), 10, 90))?.host).toEqual({ count: 0, lostNs: 0 });
  expect(kernelSequences(tableOf('abc'.repeat(9), 10, 1))?.host).toEqual({ count: 0, lostNs: 0 });
});

test('occurrences don’t overlap: nineteen of one kernel are six times three, not seventeen', () => {
  const found = kernelSequences(tableOf('a'.repeat(19), 10, 90));
  expect(found?.sequences).toMatchObject([{ count: 6, types: ['a', 'a', 'a'] }]);
  expect(found?.host.lostNs).toBe(6 * 2 * 90);
});

test('what another stream does in a gap is no idle device', () => {
  const own = tableOf('abcx'.repeat(6), 10, 90);
  const columns = own.columns.map((column) => {
    if (column.kind === 'number')
      return numberColumn(column.key, column.unit, [...column.values, ...(column.key === 'startNs' ? [0] : [5_000])]);
    return textColumn(
      column.key,
      [...column.codes].map((code) => column.texts[code]).concat(column.key === 'kind' ? 'communication' : 'hcom'),
    );
  });
  const streams = numberColumn('streamId', 'none', [...Array(24).fill(1), 2]);
  expect(kernelSequences({ rowCount: 25, columns: [...columns, streams] })?.sequences).toEqual([]);
});

test('a collective ends a sequence', () => {
  expect(kernelSequences(tableOf('ab|'.repeat(20), 10, 90))?.sequences).toEqual([]);
});

test('what mostly loads and stores: all but the longest kernel', () => {
  const loads = [
    numberColumn('aiv_mte2_ratio', 'none', Array(21).fill(0.9)),
    numberColumn('aiv_vec_ratio', 'none', Array(21).fill(0.1)),
  ];
  const found = kernelSequences(tableOf('abc'.repeat(7), 10, 0, loads));
  expect(found?.memory.count).toBe(1);
  expect(found?.memory.lostNs).toBe(7 * 2 * 10);
});

/** By looking at every place: how often each text of `length` comes, none overlapping. */
function timesApart(letters: string, length: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const ends = new Map<string, number>();
  for (let at = 0; at + length <= letters.length; at++) {
    const text = letters.slice(at, at + length);
    if (text.includes('|') || at < (ends.get(text) ?? 0)) continue;
    ends.set(text, at + length);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

test('made-up orders: what is found comes so often, nothing is summed twice, nothing is left', () => {
  const random = new Random(7);
  for (let round = 0; round < 30; round++) {
    const letters = Array.from({ length: 400 }, () => 'abcd|'[Math.floor(random.next() * (3 + (round % 3)))]).join('');
    const found = kernelSequences(tableOf(letters, 10, 90));
    const isSome = [3, 4, 5, 6, 7, 8, 9, 10].some((length) =>
      [...timesApart(letters, length).values()].some((times) => times > 5),
    );
    expect((found?.host.count ?? 0) > 0).toBe(isSome);
    for (const { types, count } of found?.sequences ?? [])
      expect(count).toBeLessThanOrEqual(timesApart(letters, types.length).get(types.join('')) ?? 0);
    const kernelNs = found?.sequences.reduce((sum, own) => sum + own.wallNs, 0) ?? 0;
    expect(kernelNs).toBeLessThanOrEqual(letters.length * 100);
  }
});

describeDumps('rank 0 of text_level1_2ranks', () => {
  test('six times three TransData, with 2,292.75 µs of idle device between them (counted by another script)', async () => {
    const dump = await sharedContext(dumpPath('ascend/text_level1_2ranks'));
    const [own] = await kernelsOf(dump, [0 as RankIndex]);
    const [most] = kernelSequences(own.table)?.sequences ?? [];
    expect(most).toMatchObject({ types: ['TransData', 'TransData', 'TransData'], count: 6, bound: 'host' });
    expect(Math.abs(most.lostNs - 2_292_750)).toBeLessThan(1000);
  });
});

test('where there is no room for a table of all pairs they are looked up, and the same is found', () => {
  const random = new Random(7);
  const letters = Array.from({ length: 3000 }, () => 'abcd'[Math.floor(random.next() * 4)]).join('');
  const table = tableOf(letters, 10, 90);
  const found = kernelSequences(table);
  expect(found?.host.count).toBeGreaterThan(3);
  expect(kernelSequences(table, 0)).toEqual(found);
});
