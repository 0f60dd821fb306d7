import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ComparedRows, RankIndex, SideChoice } from '../../../../src-contract';
import { compareRows } from '../../../../src-worker/analysis/compare/compareRows';
import { differenceTable } from '../../../../src-worker/analysis/compare/differenceTable';
import type { DumpContext } from '../../../../src-worker/model/dumpContext';
import { type ColumnTable, numbersOf, textReader } from '../../../../src-worker/tables/columnTable';
import { openContext, sharedContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

const side = (rank: number, step: number | 'all' = 'all'): SideChoice => ({ rank: rank as RankIndex, step });

/** Each row's name, and its values in the columns asked for. */
function rowsOf(table: ColumnTable, name: string, columns: readonly string[]): Record<string, readonly number[]> {
  const nameOf = textReader(table, name) ?? (() => '');
  const values = columns.map((key) => numbersOf(table, key) ?? new Float64Array(0));
  return Object.fromEntries(
    Array.from({ length: table.rowCount }, (_, row) => [nameOf(row), values.map((own) => own[row])]),
  );
}

test('what one side lacks has no value and no difference; of nothing there is no share', () => {
  const table = differenceTable(
    [{ key: 'type', label: 'Type' }],
    [{ key: 'time', label: 'Time', unit: 'duration' }],
    { names: [['MatMul'], ['Add'], ['Cast']], values: { time: Float64Array.of(100, 0, 8) } },
    { names: [['Gelu'], ['MatMul'], ['Add']], values: { time: Float64Array.of(7, 150, 3) } },
  );
  expect(rowsOf(table, 'type', ['timeA', 'timeB', 'timeDelta', 'timePercent'])).toEqual({
    MatMul: [100, 150, 50, 50],
    Add: [0, 3, 3, Number.NaN],
    Cast: [8, Number.NaN, Number.NaN, Number.NaN],
    Gelu: [Number.NaN, 7, Number.NaN, Number.NaN],
  });
  const inWhich = textReader(table, 'in');
  expect([0, 1, 2, 3].map((row) => inWhich?.(row))).toEqual(['A, B', 'A, B', 'A', 'B']);
});

/** A csv file of the dump, read line by line: none of these has a comma in a quoted cell that matters here. */
function csvRows(path: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const cells = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"+|"+$/g, ''));
  const keys = cells(header);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [keys[at] ?? '', cell])));
}

describeDumps('two ranks of text_level1_2ranks against the files themselves', () => {
  const path = dumpPath('ascend/text_level1_2ranks');
  let dump: DumpContext;
  let outputs: readonly string[];
  beforeAll(async () => {
    dump = await sharedContext(path);
    outputs = dump.ranks.map(({ folder }) => join(folder, 'ASCEND_PROFILER_OUTPUT'));
  });
  const rows = (of: ComparedRows) => compareRows(dump, { a: side(0), b: side(1), of });

  test('kernels by type: every row of kernel_details.csv, added up', async () => {
    const sums = outputs.map((folder) => {
      const own = new Map<string, { us: number; calls: number }>();
      for (const row of csvRows(join(folder, 'kernel_details.csv'))) {
        if (/COMMUNICATION|HCCL/.test(row['Accelerator Core'] ?? '')) continue;
        const type = row.Type ?? '';
        const sum = own.get(type) ?? { us: 0, calls: 0 };
        own.set(type, { us: sum.us + Number(row['Duration(us)']), calls: sum.calls + 1 });
      }
      return own;
    });
    const table = rowsOf(await rows({ kind: 'kernels', by: 'type' }), 'type', [
      'timeA',
      'timeB',
      'timeDelta',
      'callsA',
    ]);
    const [a, b] = sums;
    const isNear = (own: number | undefined, other: number) => Math.abs((own ?? Number.NaN) - other) < 1;
    const wrong = [...(a ?? [])].filter(([type, { us, calls }]) => {
      const [timeA, timeB, delta, callsA] = table[type] ?? [];
      const other = 1000 * (b?.get(type)?.us ?? Number.NaN);
      return (
        !isNear(timeA, 1000 * us) || !isNear(timeB, other) || !isNear(delta, other - 1000 * us) || callsA !== calls
      );
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(table).sort()).toEqual([...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].sort());
    expect(Object.keys(table).length).toBeGreaterThan(5);
  });

  test('collectives by type, and links by transport: communication.json and communication_matrix.json', async () => {
    type Op = { readonly 'Communication Time Info': Record<string, number> };
    const elapsed = outputs.map((folder) => {
      const steps: Record<string, Record<string, Record<string, Op>>> = JSON.parse(
        readFileSync(join(folder, 'communication.json'), 'utf8'),
      );
      let ms = 0;
      for (const kinds of Object.values(steps))
        for (const ops of Object.values(kinds))
          for (const [name, op] of Object.entries(ops))
            if (!name.startsWith('Total')) ms += op['Communication Time Info']['Elapse Time(ms)'] ?? 0;
      return ms;
    });
    const byType = await rows({ kind: 'collectives', by: 'type' });
    const total = (key: string) => (numbersOf(byType, key) ?? new Float64Array(0)).reduce((sum, ns) => sum + ns, 0);
    expect(total('elapsedA') / 1e6).toBeCloseTo(elapsed[0] ?? Number.NaN, 3);
    expect(total('elapsedB') / 1e6).toBeCloseTo(elapsed[1] ?? Number.NaN, 3);
    expect(total('elapsedDelta') / 1e6).toBeCloseTo((elapsed[1] ?? Number.NaN) - (elapsed[0] ?? Number.NaN), 3);
    type Link = Record<'Transport Type' | 'Transit Size(MB)' | 'Transit Time(ms)', string | number>;
    const traffic = outputs.map((folder) => {
      const steps: Record<string, Record<string, Record<string, Record<string, Link>>>> = JSON.parse(
        readFileSync(join(folder, 'communication_matrix.json'), 'utf8'),
      );
      let [mb, ms] = [0, 0];
      for (const kinds of Object.values(steps))
        for (const ops of Object.values(kinds))
          for (const [name, links] of Object.entries(ops))
            for (const link of name.includes('-total@') ? Object.values(links) : []) {
              if (link['Transport Type'] !== 'HCCS') continue;
              mb += Number(link['Transit Size(MB)']);
              ms += Number(link['Transit Time(ms)']);
            }
      return [mb, ms, mb / ms];
    });
    const links = rowsOf(await rows({ kind: 'links' }), 'transport', [
      'trafficA',
      'transitA',
      'bandwidthA',
      'bandwidthB',
    ]);
    const [bytes = 0, ns = 0, ofA = 0, ofB = 0] = links.HCCS ?? [];
    const [[mb = 0, ms = 0, rate = 0] = [], [, , otherRate = 0] = []] = traffic;
    const wanted = [mb, ms, rate, otherRate].map((value) => value.toFixed(3));
    expect([bytes / 1e6, ns / 1e6, ofA, ofB].map((value) => value.toFixed(3))).toEqual(wanted);
  });

  test('peaks and allocations by op: memory_record.csv and operator_memory.csv', async () => {
    const peaks = outputs.map((folder) =>
      Math.max(
        ...csvRows(join(folder, 'memory_record.csv'))
          .filter(({ Component }) => Component === 'PTA')
          .map((row) => Number(row['Total Allocated(MB)'])),
      ),
    );
    const table = await rows({ kind: 'memory' });
    const [component, metric] = [textReader(table, 'component'), textReader(table, 'metric')];
    const at = Array.from({ length: table.rowCount }, (_, row) => row).find(
      (row) => component?.(row) === 'PTA' && metric?.(row) === 'allocated',
    );
    const found = ['peakA', 'peakB'].map((key) => (numbersOf(table, key)?.[at ?? -1] ?? Number.NaN) / 2 ** 20);
    expect(found.map((mb) => mb.toFixed(3))).toEqual(peaks.map((mb) => mb.toFixed(3)));

    const kib = outputs.map((folder) => {
      const sums = new Map<string, number>();
      for (const row of csvRows(join(folder, 'operator_memory.csv')))
        sums.set(row.Name ?? '', (sums.get(row.Name ?? '') ?? 0) + Number(row['Size(KB)']));
      return sums;
    });
    const ops = rowsOf(await rows({ kind: 'memory-ops' }), 'op', ['sizeA', 'sizeB']);
    // The step holds nearly all of the recording: no op has allocated more in it than the file says.
    const more = Object.entries(ops).filter(([op, [a = 0, b = 0]]) => {
      return a > 1024 * (kib[0]?.get(op) ?? 0) + 512 || b > 1024 * (kib[1]?.get(op) ?? 0) + 512;
    });
    expect(more).toEqual([]);
    expect(ops['aten::empty_strided']?.[0]).toBeGreaterThan(0);
  });

  test('ops by name are those that the report matches', async () => {
    const table = await rows({ kind: 'ops' });
    const calls = numbersOf(table, 'callsA')?.reduce((sum, own) => sum + own, 0);
    expect(calls).toBe(115);
  });

  test('a step that one side lacks: no rows', async () => {
    const table = await compareRows(dump, { a: side(0), b: side(1, 7), of: { kind: 'kernels', by: 'type' } });
    expect(table.rowCount).toBe(0);
    expect(numbersOf(table, 'timeDelta')?.length).toBe(0);
  });
});

describeDumps('two dumps in one window, each with a rank 0', () => {
  test('each rank has its own collectives and links, and pairs are told apart', async () => {
    const [text, database] = ['ascend/text_level1_2ranks', 'ascend/db_level1_2ranks'].map((own) => dumpPath(own));
    const dump = await openContext(text ?? '', database ?? '');
    const numbers = dump.ranks.map(({ rank }) => rank);
    const [first, second] = [numbers.indexOf(0), numbers.lastIndexOf(0)];
    expect(second).toBeGreaterThan(first);
    const alone = await sharedContext(text ?? '');
    const of = { kind: 'collectives', by: 'type' } as const;
    const both = await compareRows(dump, { a: side(first), b: side(second), of });
    const own = await compareRows(alone, { a: side(0), b: side(0), of });
    expect(numbersOf(both, 'elapsedA')).toEqual(numbersOf(own, 'elapsedA'));
    const links = await compareRows(dump, { a: side(first), b: side(second), of: { kind: 'links' } });
    // analyses.md §7.
    const pairs = rowsOf(links, 'link', ['trafficA', 'transitA', 'bandwidthA']);
    const [bytes = 0, ns = 0, rate = 0] = pairs['0 → 1'] ?? [];
    expect([bytes / 1e6, ns / 1e6, rate].map((value) => Number(value.toFixed(4)))).toEqual([61.2106, 3.8839, 15.7599]);
  });
});
