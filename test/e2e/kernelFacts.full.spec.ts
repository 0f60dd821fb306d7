/** A kernel's own row of kernel_details.csv in the Slice panel: shapes, types, formats, every counter of the cores, FLOPs. Against the file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Unit } from '../../src-contract';
import { formatBoth } from '../../src-renderer/base/formatUnit';
import { plain } from './support/pageText';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { nsOfMicros, slicesOfRank } from './support/traceFile';
import { dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
});

/** Rows by header. */
async function kernelRows(): Promise<readonly Readonly<Record<string, string>>[]> {
  const file = join(dump, 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT', 'kernel_details.csv');
  const [header, ...rows] = (await readFile(file, 'utf8'))
    .trim()
    .split(/\r?\n/)
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, own]) => quoted ?? own!));
  // Shapes are in quotes of their own.
  const value = (cell: string | undefined) => (cell ?? '').replaceAll('""', '').trim();
  return rows.map((cells) => Object.fromEntries(header!.map((name, at) => [name, value(cells[at])])));
}

/** The facts of the section by their labels. */
async function facts(page: Page): Promise<Readonly<Record<string, string>>> {
  const section = page.locator('.slice-panel').getByRole('region', { name: 'Kernel', exact: true });
  await expect(section).toBeVisible();
  const pairs = await section
    .locator('.fact')
    .evaluateAll((all) =>
      all.map((fact) => [fact.querySelector('dt')!.textContent, fact.querySelector('dd > span')!.textContent]),
    );
  return Object.fromEntries(pairs.map(([label, text]) => [plain(label), plain(text)]));
}

async function select(page: Page, name: string, epochStartNs: bigint): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const { session } = window.__tracelane!;
      const { slices } = await session.engine.search({ dump: session.dumpId, text: wanted.name, maxResults: 20_000 });
      for (const slice of slices) {
        if (slice.ref.rank !== 0 || slice.name !== wanted.name) continue;
        const own = await session.engine.slice(session.dumpId, slice.ref);
        if (String(own?.epochStartNs) === wanted.at) return session.actions.jumpTo(slice);
      }
      throw new Error(`no ${wanted.name} at ${wanted.at}`);
    },
    { name, at: String(epochStartNs) },
  );
  await expect(page.locator('.slice-panel').getByRole('heading', { name, level: 2 })).toBeVisible();
}

const products = (...factors: readonly number[]) => factors.reduce((all, own) => all * own, 1);
const shapesOf = (text: string) => text.split(';').map((shape) => shape.split(',').map(Number));

test('shapes, types, formats and every counter are those of the row; FLOPs are what the shapes come to', async ({
  app: { page },
}) => {
  const rows = await kernelRows();
  const slices = await slicesOfRank(dump, 0);
  // Of matrix products without a bias, and of kernels of vectors, the longest each.
  const longest = (test: (row: Readonly<Record<string, string>>) => boolean) =>
    rows.filter(test).sort((a, b) => Number(b['Duration(us)']) - Number(a['Duration(us)']))[0]!;
  const product = longest(({ Name, Type }) => Name === 'aclnnMm_MatMulCommon_MatMulV2' && Type === 'MatMulV2');
  const vector = longest((row) => row['Accelerator Core'] === 'AI_VECTOR_CORE' && row.Type !== 'MemSet');
  const shown: Record<string, Readonly<Record<string, string>>> = {};
  for (const row of [product, vector]) {
    const at = nsOfMicros(row['Start Time(us)']!);
    const slice = slices.find(({ name, epochStartNs }) => name === row.Name && epochStartNs === at);
    expect(slice, `${row.Name} at ${at} in the timeline`).toBeDefined();
    await select(page, row.Name!, at);
    const own = await facts(page);
    shown[row.Name!] = own;
    expect(own['Input shapes']).toBe(row['Input Shapes']);
    expect(own['Output shapes']).toBe(row['Output Shapes']);
    expect(own['Input types']).toBe(row['Input Data Types']);
    expect(own['Output types']).toBe(row['Output Data Types']);
    expect(own['Input formats']).toBe(row['Input Formats']);
    expect(own['Output formats']).toBe(row['Output Formats']);
    const headers = Object.keys(row);
    const counters = headers.slice(headers.indexOf('aicore_time(us)'));
    expect(counters.length).toBe(25);
    const expected = counters.map((header) => {
      const [, label, unit] = /^(.*?)(\((?:us|%)\))?$/.exec(header)!;
      const value = Number(row[header]);
      const kind: Unit = unit === '(us)' ? 'duration' : unit === '(%)' ? 'percent' : 'none';
      return [label, plain(formatBoth(kind === 'duration' ? Math.round(value * 1000) : value, kind))];
    });
    expect(counters.map((header) => header.replace(/\((us|%)\)$/, '')).map((label) => [label, own[label]])).toEqual(
      expected,
    );
  }
  // Both products of a sum and a factor: 2 · M · K · N, which is what the output and the length of a sum tell.
  const [[rowsOut, columnsOut]] = shapesOf(product['Output Shapes']!) as [[number, number]];
  const [one, other] = shapesOf(product['Input Shapes']!) as [[number, number], [number, number]];
  const inner = Math.sqrt(products(...one, ...other) / (rowsOut * columnsOut));
  expect(Number.isInteger(inner)).toBe(true);
  const flop = 2 * rowsOut * columnsOut * inner;
  const seconds = Number(product['Duration(us)']) / 1e6;
  const own = shown[product.Name!]!;
  expect(own.FLOPs).toContain(flop.toLocaleString('en'));
  expect(own['FLOP/s']).toMatch(/^[\d.]+ TFLOP\/s/);
  expect(Math.abs(Number.parseFloat(own['FLOP/s']!) * 1e12 - flop / seconds) / (flop / seconds)).toBeLessThan(0.005);
});
