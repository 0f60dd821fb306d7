import type { Locator, Page } from '@playwright/test';
import { plain, rowsOf } from './support/pageText';
import { type App, dumpPath, expect, requireDumps, test } from './support/test';
import { inBothThemes } from './support/themes';

const whole = dumpPath('ascend/text_level1_2ranks');
const kineto = dumpPath('kineto/h100_transformer/dcb0aa1a78e7_4399.1752181589621105859.pt.trace.json');

async function openMemory({ page }: App, name = 'Memory'): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click();
  const view = page.getByRole('region', { name, exact: true });
  await expect(view.getByRole('list').first()).toBeVisible();
  return view;
}

/** "Peak allocated" → "1,261.04 MB". */
async function factsOf(view: Locator): Promise<Readonly<Record<string, string>>> {
  const facts = await view
    .locator('.memory-fact')
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.querySelector('.memory-fact-label')?.textContent ?? '',
        element.querySelector('.memory-fact-value')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(facts.map(([label = '', value = '']) => [plain(label), plain(value)]));
}

const choose = (view: Locator, group: string, option: string | RegExp) =>
  view.getByRole('radiogroup', { name: group }).locator('label').filter({ hasText: option }).click();

const pages = 'Memory details';

const liveSum = async (view: Locator) => plain((await view.locator('.memory-live-sum').textContent()) ?? '');
requireDumps();

test.describe('a rank with all memory files', () => {
  test.use({ hostArgs: [whole] });

  test('peaks, what is live at them, and where it comes from @bridge', async ({ app }) => {
    const view = await openMemory(app);
    expect(await factsOf(view)).toEqual({
      'Peak allocated': '1,261.04 MB',
      'Peak reserved': '1,526.75 MB',
      'Peak active': '1,187.98 MB',
      'Most unused': '669.51 MB',
      Process: '2,113.73 MB',
      'Never released': '252.65 MB',
    });
    // Every digit is in the tooltip, with what the figure means.
    const peak = view.locator('.memory-fact').filter({ hasText: 'Peak allocated' });
    expect(plain((await peak.getAttribute('title')) ?? '')).toMatch(/^Peak memory held by tensors.*1,322,299,392 B$/);
    await inBothThemes(app, 'memory-allocations');

    await peak.click();
    // Also where it is clicked before the job's clock is known: the instant goes with the peak.
    await expect
      .poll(() => liveSum(view))
      .toMatch(/: 1,261\.04 MB = 559\.56 MB in 43 recorded allocations \+ 701\.48 MB allocated before the recording$/);
    const ops = await rowsOf(view);
    expect(ops[0]?.slice(0, 4)).toEqual(['aten::_foreach_add', '233.91 MB', '41.80 %', '16']);

    await choose(view, 'Group by', 'Call stack');
    await expect(view.locator('.memory-join')).toContainText('the op 24');
    const stacks = await rowsOf(view);
    expect(stacks[0]?.[0]).toMatch(/^optim\/sgd\.py\(\d+\): _multi_tensor_sgd ← optim\//);
    await inBothThemes(app, 'memory-live');

    await choose(view, pages, 'Driver components');
    await expect(view.locator('.table-row').first()).toBeVisible();
    expect((await rowsOf(view)).slice(0, 2).map((cells) => cells.slice(0, 2))).toEqual([
      // One below the other in one unit.
      ['APP', '1,452.00 MB'],
      ['HCCL', '404.06 MB'],
    ]);

    await choose(view, pages, 'Growth per step');
    await expect(view.getByText('Only 1 step: growth needs at least 3 steps.')).toBeVisible();
    expect((await rowsOf(view))[0]?.slice(0, 5)).toEqual(['50', '954.19 MB', '1.23 GB', '184', '1.39 GB']);
  });

  test('presets of the allocations; from a row to the op in the timeline and back @full @bridge', async ({ app }) => {
    const { page } = app;
    const view = await openMemory(app);
    await expect(view.getByText('184 rows', { exact: true })).toBeVisible();
    await choose(view, 'Filter allocations', 'Never released');
    await expect(view.getByText('24 of 184 rows')).toBeVisible();
    await choose(view, 'Filter allocations', /^Live at/);
    await expect(view.getByText('43 of 184 rows')).toBeVisible();

    await choose(view, 'Filter allocations', 'All');
    await expect(view.getByText('184 rows', { exact: true })).toBeVisible();
    const row = view.locator('.table-row').filter({ hasText: 'aten::_convolution' }).first();
    const allocated = plain((await row.getByRole('gridcell').nth(3).textContent()) ?? '');
    await row.dblclick();
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
    const panel = page.getByRole('tabpanel').filter({ visible: true }).last();
    await expect(panel.getByText('aten::_convolution').first()).toBeVisible();

    // Back: the allocations of the slice that is selected.
    await page.keyboard.press('Shift+KeyM');
    await expect(page.getByRole('tab', { name: 'Memory' })).toHaveAttribute('aria-selected', 'true');
    await expect(view.getByRole('radio', { name: 'Allocated by aten::_convolution' })).toBeChecked();
    const made = await rowsOf(view);
    expect(made.map((cells) => cells[3])).toContain(allocated);
    expect(made.length).toBeLessThan(10);
    await expect(view.locator('.memory-row-selected')).toHaveCount(made.length);
  });

  test('a click on the curve asks what was alive then; a brushed stretch is the timeline’s selection @bridge', {
    tag: '@full',
  }, async ({ app }) => {
    const { page } = app;
    const view = await openMemory(app);
    const plot = view.locator('.memory-chart canvas').first();
    await expect(plot).toBeVisible();
    const box = await plot.boundingBox();
    if (!box) throw new Error('no chart');
    const [left, right, middle] = [box.x + 0.55 * box.width, box.x + 0.7 * box.width, box.y + box.height / 2];
    await page.mouse.click(left, middle);
    await expect(view.getByRole('radio', { name: 'Live at an instant' })).toBeChecked();
    await expect
      .poll(() => liveSum(view))
      .toMatch(/^at 1\d\d\.\d{3} \d{3} ms: [\d,.]+ MB = [\d,.]+ MB in \d+ recorded allocations? \+ /);

    await page.mouse.move(left, middle);
    await page.mouse.down();
    await page.mouse.move((left + right) / 2, middle, { steps: 4 });
    await page.mouse.move(right, middle, { steps: 4 });
    await page.mouse.up();
    await expect(view.getByRole('button', { name: 'Zoom to the selection' })).toBeVisible();
    await choose(view, pages, 'Allocations');
    await choose(view, 'Filter allocations', 'Changed in the time range');
    await expect(view.getByText(/^\d+ rows$/)).toBeVisible();
    await view.getByRole('button', { name: 'Zoom to the selection' }).click();
    await expect(view.getByRole('button', { name: 'Show everything' })).toBeVisible();

    await view.getByRole('button', { name: /^Go to .* in the timeline$/ }).click();
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('ranks without a timeline, two of them without memory files', () => {
  test.use({
    hostArgs: [dumpPath('ascend/pp2_dp2_4ranks_no_timeline')],
    locale: 'zh-CN',
    viewport: { width: 1100, height: 700 },
  });

  test('numbers of both stages, in Chinese, in a small window', { tag: '@full' }, async ({ app }) => {
    const view = await openMemory(app, '内存');
    expect(await factsOf(view)).toMatchObject({ 已分配峰值: '10,282.75 MB', 进程: '11,925.02 MB', 未释放: '512 B' });
    await choose(view, '曲线', 'Rank');
    await choose(view, '内存详情', '某时刻存活');
    expect(await liveSum(view)).toMatch(/10,282\.75 MB = 5,977\.79 MB .*623.* \+ 4,304\.96 MB/);
    await inBothThemes(app, 'memory-ranks-zh');
  });
});

test.describe('a rank whose memory files are missing', () => {
  test.use({ hostArgs: [dumpPath('ascend/pp2_dp2_4ranks_no_timeline')] });

  test('it says which', { tag: '@full' }, async ({ app }) => {
    const view = await openMemory(app);
    await pickRank(app.page, view, 'Rank 1');
    await expect(view.getByText('memory_record.csv of Rank 1 is missing; other ranks have it.')).toBeVisible();
    await expect(view.getByText('operator_memory.csv of Rank 1 is missing; other ranks have it.')).toBeVisible();
    await expect(view.getByText(/^This rank has no memory curves\./)).toBeVisible();
  });
});

test.describe('old files, one with times that a spreadsheet destroyed', () => {
  test.use({ hostArgs: [dumpPath('ascend/old_columns_2ranks')] });

  test('no curve is made up of rounded times; static graphs have their own page', { tag: '@full' }, async ({ app }) => {
    const view = await openMemory(app);
    expect(await factsOf(view)).toMatchObject({ 'Peak allocated': '4,599.87 MB', 'Peak reserved': '8,664 MB' });
    await choose(view, 'Curves', 'Ranks');
    await expect(view.getByText(/^Rank 1: recorded at a different time than Rank 0/)).toBeVisible();
    await choose(view, 'Curves', 'Measures');

    await pickRank(app.page, view, 'Rank 1');
    await expect(view.getByText(/^The timestamps of APP, PTA, PTA\+GE are rounded/)).toBeVisible();
    expect(await factsOf(view)).toMatchObject({ 'Peak allocated': '3,469.56 MB' });
    await choose(view, pages, 'Static graph');
    await expect(view.getByText(/Peak 5\.37\sMB at node 17/)).toBeVisible();
    await expect(view.getByText(/TOTAL 16\.81\sMB/)).toBeVisible();
    await expect(view.getByText('27 of 54 rows')).toBeVisible();
    await inBothThemes(app, 'memory-old-columns');
  });
});

test.describe('a PyTorch trace with memory events', () => {
  test.use({ hostArgs: [kineto] });

  test('the same tab', { tag: '@full' }, async ({ app }) => {
    const view = await openMemory(app);
    expect(await factsOf(view)).toEqual({
      'Peak allocated': '90.03 MB',
      'Peak reserved': '112 MB',
      'Most unused': '63.97 MB',
      'Never released': '0 B',
    });
    await choose(view, pages, 'Live at an instant');
    expect(await liveSum(view)).toMatch(/: 90\.03 MB = 42 MB in 5 recorded allocations \+ 48\.03 MB allocated before/);
    await choose(view, pages, 'Growth per step');
    await expect(view.getByText(/^No leak suspected: 0\sB per step/)).toBeVisible();
    await inBothThemes(app, 'memory-trace');
  });
});

test.describe('a job with a leak on one rank', () => {
  const sizes = '--ranks 2 --steps 6 --events 6000 --seed 1';
  test.use({ demoArgs: [...sizes.split(' '), '--fault', 'leak:rank=1,mib=96'] });

  test('the rank that leaks is told, how fast, and which op', { tag: '@full' }, async ({ app }) => {
    const view = await openMemory(app);
    await choose(view, pages, 'Growth per step');
    await expect(view.getByText(/^No leak suspected/)).toBeVisible();
    const ranks = view.getByRole('region', { name: 'Growth of the compared ranks' });
    const leaking = ranks.locator('.table-row.row-warning');
    await expect(leaking).toHaveCount(1);
    await expect(leaking).toContainText(/Rank 1.*MB.*yes/);
    await leaking.dblclick();
    await expect(view.getByText(/^Possible memory leak: \+9\d\.\d+\sMB per step; 5 of 5 steps/)).toBeVisible();
    const ops = view.getByRole('region', { name: 'Ops whose memory is not released' });
    await expect(ops.locator('.table-row').first()).toContainText('480.00 MB');
    await inBothThemes(app, 'memory-leak');
  });
});

async function pickRank(page: Page, view: Locator, label: string): Promise<void> {
  await view.locator('.picker-button').first().click();
  await page.locator('.picker-item').filter({ hasText: label }).click();
}
