/** The Operator view on real dumps: its numbers read off the page, and the way to the timeline and back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { plain, rowsOf } from './support/pageText';
import { type App, dumpPath, expect, requireDumps, test } from './support/test';
import { inBothThemes } from './support/themes';

const whole = dumpPath('ascend/text_level1_2ranks');
const noTimeline = dumpPath('ascend/pp2_dp2_4ranks_no_timeline');
const kineto = dumpPath('kineto/h100_transformer/dcb0aa1a78e7_4399.1752181589621105859.pt.trace.json');

async function openOperator({ page }: App, name = 'Operator'): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click();
  const view = page.getByRole('region', { name, exact: true });
  await expect(view.locator('[data-fact="kernels"]')).toBeVisible();
  return view;
}

const fact = (view: Locator, id: string) => view.locator(`[data-fact="${id}"] dd`);

async function expectFact(view: Locator, id: string, value: string): Promise<void> {
  await expect.poll(async () => plain((await fact(view, id).textContent()) ?? '')).toBe(value);
}

const groups = (view: Locator) => view.getByRole('grid', { name: 'Kernel groups' });
const kernels = (view: Locator) => view.getByRole('grid', { name: 'Kernels', exact: true });

async function onlyRank(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Ranks/ }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill(label);
  await page.getByRole('button', { name: /^Only/ }).click();
  await page.keyboard.press('Escape');
}

async function groupBy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Group by/ }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

const choose = (view: Locator, option: string) =>
  view
    .getByRole('radiogroup')
    .locator('label')
    .filter({ hasText: new RegExp(`^${option}$`) })
    .click();

requireDumps();

test.describe('a job with kernel tables and timelines', () => {
  test.use({ hostArgs: [whole] });

  test('187 kernels a rank, all dynamic; the groups are those of op_statistic.csv', async ({ app }) => {
    const view = await openOperator(app);
    await expectFact(view, 'kernels', '374');
    await inBothThemes(app, 'operator-groups');
    await onlyRank(app.page, 'Rank 0');
    await expectFact(view, 'kernels', '187');
    await expectFact(view, 'dynamic', '187');
    await expectFact(view, 'collectives', '4');
    await expectFact(view, 'computeTime', '8.874 ms');
    await expectFact(view, 'communicationTime', '106.0 ms');

    const file = join(whole, 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT', 'op_statistic.csv');
    const [, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    const expected = lines.slice(0, 8).map((line) => line.split(',').slice(0, 3));
    const found = (await rowsOf(groups(view))).slice(0, 8);
    expect(found.map((cells) => cells.slice(0, 3))).toEqual(expected);
    for (const [at, cells] of found.entries()) {
      // The file has them in µs, rounded once more than the kernels that they are the sums of.
      const [digits = '', unit] = cells[3]?.split(' ') ?? [];
      expect(unit).toBe('µs');
      const differs = Number(digits.replaceAll(',', '')) - Number(lines[at]?.split(',')[3]);
      expect(Math.abs(differs), `${cells[0]}: ${cells[3]}`).toBeLessThan(0.01);
    }
  });

  test('matrix products of two ranks, by a filter of names @bridge', { tag: '@full' }, async ({ app }) => {
    const view = await openOperator(app);
    await choose(view, 'Kernels');
    // Columns have their widths once the first rows are there: a button may move away under the pointer before.
    await expect(kernels(view)).toHaveAttribute('aria-busy', 'false');
    await kernels(view).getByRole('button', { name: 'Filter: Name' }).click();
    await app.page.getByRole('textbox', { name: 'Contains…' }).fill('matmul');
    await app.page.keyboard.press('Enter');
    await app.page.keyboard.press('Escape');
    for (const [label, total] of [
      ['Rank 0', 'Σ 1,066.139 µs'],
      ['Rank 1', 'Σ 1,088.601 µs'],
    ] as const) {
      await onlyRank(app.page, label);
      await expect.poll(async () => plain((await kernels(view).textContent()) ?? '')).toContain(total);
    }
  });

  test('a group opens its kernels, a kernel its slice; the slice is found again in the table @bridge', async ({
    app,
  }) => {
    const { page } = app;
    const view = await openOperator(app);
    await onlyRank(page, 'Rank 0');
    await groups(view).getByText('Conv2D', { exact: true }).click();
    await expect(view.getByRole('heading', { name: /^Kernels: Conv2D/ })).toBeVisible();
    await expect.poll(async () => (await rowsOf(kernels(view))).length).toBe(5);
    await kernels(view).getByText('Conv2D1', { exact: true }).dblclick();
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.bottom-panel').getByText('Conv2D1').first()).toBeVisible();

    // Back: its group is marked, and the command lists what is named like it.
    await page.getByRole('tab', { name: 'Operator', exact: true }).click();
    await expect(groups(view).locator('.table-row.is-current')).toContainText('Conv2D');
    await page.keyboard.press('Shift+KeyO');
    await expect(view.getByRole('heading', { name: 'Kernels: Conv2D1' })).toBeVisible();
    await expect.poll(async () => (await rowsOf(kernels(view))).length).toBe(1);
    await inBothThemes(app, 'operator-kernels');
  });

  test('collectives apart; ranks side by side; modules that launched; over steps; framework ops', {
    tag: '@full',
  }, async ({ app }) => {
    const { page } = app;
    const view = await openOperator(app);
    await groupBy(page, 'Collective type');
    await expect
      .poll(async () => (await rowsOf(groups(view))).map((cells) => cells.slice(0, 3)))
      .toEqual([['hcom_allReduce_', '8', '206.367 ms']]);
    await groupBy(page, 'Op type and core');
    await choose(view, 'Compare');
    await expect(groups(view).getByRole('columnheader', { name: /Slowest rank/ })).toBeVisible();
    await inBothThemes(app, 'operator-compare');
    await choose(view, 'Together');
    await groupBy(page, 'Module (scope)');
    await expect(
      groups(view)
        .getByText(/AlexNet_0 \/ Sequential_0/)
        .first(),
    ).toBeVisible();
    await inBothThemes(app, 'operator-modules');
    await choose(view, 'Over steps');
    await expect(view.getByText('One step only')).toBeVisible();
    await choose(view, 'Framework ops');
    await expect(view.getByText('HcclAllreduce').first()).toBeVisible();
  });

  test('the profiler’s own tables: a row leads to its kernels; beside the tabs, what was not recorded', {
    tag: '@full',
  }, async ({ app }) => {
    const { page } = app;
    const view = await openOperator(app);
    await onlyRank(page, 'Rank 0');
    await choose(view, 'Profiler tables');
    const types = view.getByRole('grid', { name: 'Op types' });
    const file = join(whole, 'rank0_ascend_pt', 'ASCEND_PROFILER_OUTPUT', 'op_statistic.csv');
    const [, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    const expected = lines.slice(0, 8).map((line) => line.split(',').slice(0, 3));
    await expect
      .poll(async () => (await rowsOf(types)).slice(0, 8).map((cells) => cells.slice(1, 4)))
      .toEqual(expected);
    await types.getByText('MatMulV2', { exact: true }).dblclick();
    await expect(view.getByRole('heading', { name: 'Kernels: MatMulV2 · AI_CORE · Rank 0' })).toBeVisible();
    await expect.poll(async () => (await rowsOf(kernels(view))).length).toBe(8);
    await page.getByRole('button', { name: 'Not recorded' }).click();
    const files = page.getByRole('region', { name: 'Files', exact: true }).getByRole('listitem');
    await expect(files.filter({ hasText: 'AI CPU' })).toContainText('profiler_level=ProfilerLevel.Level2');
    await expect(files.filter({ hasText: 'L2 cache' })).toHaveCount(0);
  });

  test('the device is known by cores and clock; another one gives another utilisation, and is kept @bridge', {
    tag: '@full',
  }, async ({ app }) => {
    const { page } = app;
    const view = await openOperator(app);
    await expectFact(view, 'flop', '265.3 GFLOP');
    await expect(page.getByRole('button', { name: 'Reference: Ascend 910B2' })).toBeVisible();
    const before = await fact(view, 'utilisation').textContent();
    await page.getByRole('button', { name: 'Reference: Ascend 910B2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Device' });
    await dialog.getByLabel('float32').fill('176.9472');
    await dialog.getByLabel('float32').press('Enter');
    await inBothThemes(app, 'operator-device');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(fact(view, 'utilisation')).not.toHaveText(before ?? '');
    const changed = await fact(view, 'utilisation').textContent();
    await page.reload();
    await expectFact(await openOperator(app), 'utilisation', plain(changed ?? ''));
  });

  test('in Chinese', { tag: '@full' }, async ({ app }) => {
    await app.page.evaluate(() =>
      localStorage.setItem('tracelane.settings', JSON.stringify({ language: 'zh', theme: 'light' })),
    );
    await app.page.reload();
    const view = await openOperator(app, '算子');
    await expectFact(view, 'kernels', '374');
    await app.screenshot('operator-zh');
  });
});

test.describe('a job without timelines', () => {
  test.use({ hostArgs: [noTimeline] });

  test('compute of each rank; which ranks have no kernels; a kernel has no slice to go to', { tag: '@full' }, async ({
    app,
  }) => {
    const view = await openOperator(app);
    await expect(view.getByText(/No kernels: Rank 1, Rank 3 \(no kernel table/)).toBeVisible();
    await inBothThemes(app, 'operator-no-timeline');
    for (const [rank, compute, count] of [
      ['Rank 0', '231.3 ms', '2,448'],
      ['Rank 2', '400.4 ms', '2,564'],
    ] as const) {
      await onlyRank(app.page, rank);
      await expectFact(view, 'kernels', count);
      await expectFact(view, 'computeTime', compute);
    }
    await kernels(view).locator('.table-row').first().getByRole('gridcell').first().dblclick();
    await expect(view.getByText('Not in the timeline of Rank 2')).toBeVisible();
  });
});

test.describe('a trace of a GPU', () => {
  test.use({ hostArgs: [kineto] });

  test('its kernels are read from the timeline, and go back to it @full', async ({ app }) => {
    const view = await openOperator(app);
    const trace = JSON.parse(readFileSync(kineto, 'utf8')) as { traceEvents: { cat?: string; name?: string }[] };
    const isCollective = /nccl/i;
    const expected = trace.traceEvents.filter(({ cat, name }) => cat === 'kernel' && !isCollective.test(name ?? ''));
    await expectFact(view, 'kernels', expected.length.toLocaleString('en'));
    // The ops that launched them have their shapes.
    await expect(view.getByText(/without shapes/)).toHaveCount(0);
    await inBothThemes(app, 'operator-gpu');
    await kernels(view).locator('.table-row').first().getByRole('gridcell').first().dblclick();
    await expect(app.page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  });
});
