import type { Locator } from '@playwright/test';
import { plain } from './support/pageText';
import { openSummary, showSection as show } from './support/summaryView';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { inBothThemes } from './support/themes';

/** Chooses the rank in the table, and reads what its card says: label → [text, all digits]. */
async function rankFacts(view: Locator, position: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const row = view.getByRole('grid').locator('.table-row').nth(position);
  await row.getByRole('gridcell').first().click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  const facts = await view
    .locator('.fact')
    .evaluateAll((elements) =>
      elements.map((fact) => [
        fact.querySelector('dt')?.textContent ?? '',
        fact.querySelector('dd')?.textContent ?? '',
        fact.querySelector('dd')?.getAttribute('title') ?? '',
      ]),
    );
  return Object.fromEntries(facts.map(([label = '', ...told]) => [plain(label), told.map(plain)]));
}

/** All digits of these parts, as "8,873,756 ns". */
const exact = (facts: Awaited<ReturnType<typeof rankFacts>>, ...labels: readonly string[]) =>
  labels.map((label) => facts[label]?.[1]);

test.describe('two ranks of a real job', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')] });

  test('the step split of both, to the ns; phases, counters and facts @bridge', async ({ app }) => {
    const view = await openSummary(app.page);
    await expect(view.getByText('Step 50')).toBeVisible();
    // The sentences come above the table, which goes down by their height: a click meanwhile hits something else.
    await expect(view.getByText(/^Rank 5 comes late/)).toBeVisible();
    const parts = ['Computing', 'Exposed communication', 'Communication', 'Free', 'Stage', 'Preparing'] as const;
    expect(exact(await rankFacts(view, 0), ...parts)).toEqual([
      '8,873,756 ns',
      '101,963,203 ns',
      '105,991,878 ns',
      '25,744,050 ns',
      '136,581,000 ns',
      '17,902,500 ns',
    ]);
    expect(exact(await rankFacts(view, 1), ...parts)).toEqual([
      '8,878,295 ns',
      '96,359,047 ns',
      '100,375,286 ns',
      '26,675,274 ns',
      '131,912,500 ns',
      '20,433,250 ns',
    ]);
    const [firstRank, secondRank] = [await rankFacts(view, 0), await rankFacts(view, 1)].map((facts) =>
      exact(facts, 'Stage', 'Exposed communication', 'Free').map((text) => Number(text?.replace(/[^\d]/g, ''))),
    );
    const ratios = firstRank?.map((ns, part) => Number((ns / (secondRank?.[part] ?? Number.NaN)).toFixed(4)));
    expect(ratios).toEqual([1.0354, 1.0582, 0.9651]);
    await inBothThemes(app, 'summary-split');

    await show(view, 'Over steps');
    await expect(view.getByText('Tail (optimizer, last collectives)').first()).toBeVisible();
    await inBothThemes(app, 'summary-phases');

    await show(view, 'Devices');
    const counters = view.getByRole('grid', { name: 'Counters' });
    const first = counters.locator('.table-row').first();
    await expect(first).toContainText('AI Core Freq');
    await expect(first).toContainText('1,800');
    await inBothThemes(app, 'summary-devices');

    await show(view, 'Job and files');
    await expect(view.getByText('record_shapes, profile_memory, with_stack, with_modules, l2_cache')).toBeVisible();
    await expect(view.getByRole('grid', { name: 'Files per rank' }).locator('.table-row')).toHaveCount(2);
    await inBothThemes(app, 'summary-job');
  });

  test('two ranks held against each other; from a pair of ops to their lanes, one above the other @full @bridge', async ({
    app,
  }) => {
    const view = await openSummary(app.page);
    await show(view, 'Compare');
    await expect(view.getByText('B is faster by 4.668 ms a step (−3.4 %), from 136.581 to 131.913 ms.')).toBeVisible();
    await view.getByRole('button', { name: 'Swap A and B' }).click();
    await expect(view.getByText('B is slower by 4.668 ms a step (+3.5 %), from 131.913 to 136.581 ms.')).toBeVisible();
    await expect(view.getByRole('row', { name: 'Waiting for peers' })).toContainText('+5.701');
    await view.getByText('Single ops', { exact: true }).click();
    await expect(view.getByText('115 rows')).toBeVisible();
    const row = view.getByRole('grid').locator('.table-row').filter({ hasText: 'aten::to' }).first();
    await row.getByRole('gridcell').first().dblclick();
    const timeline = app.page.getByRole('tab', { name: 'Timeline' });
    await expect(timeline).toHaveAttribute('aria-selected', 'true');
    // A is rank 1 now.
    await expect(app.page.getByText('Thread 3096506').first()).toBeVisible();
    await app.page.keyboard.press('Backspace');
    await expect(view.getByText('115 rows')).toBeVisible();
  });

  test('from a rank to its operators, and from a slice to its rank', { tag: '@full' }, async ({ app }) => {
    const { page } = app;
    const view = await openSummary(page);
    await rankFacts(view, 1);
    await view.getByRole('button', { name: 'Operators', exact: true }).click();
    await expect(page.getByRole('tab', { name: 'Operator', exact: true })).toHaveAttribute('aria-selected', 'true');

    await page.getByRole('tab', { name: 'Timeline', exact: true }).click();
    await page.keyboard.press('Control+KeyF');
    await page.keyboard.type('aten::conv2d');
    await expect(page.getByText('10 slices')).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Nothing selected')).toBeHidden();
    await page.keyboard.press('Control+KeyK');
    await page.keyboard.type('Go to the rank in Summary');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Summary', exact: true })).toHaveAttribute('aria-selected', 'true');
    // The first slice found is one of rank 0.
    await expect(view.getByRole('region', { name: 'Rank 0' })).toBeVisible();
  });
});

test.describe('a pipeline of two stages without timelines', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/pp2_dp2_4ranks_no_timeline')] });

  test('its stages differ, no rank is slow; bubbles; which files are missing', { tag: '@full' }, async ({ app }) => {
    const view = await openSummary(app.page);
    const computing = [];
    for (const rank of [0, 1, 2, 3]) {
      const facts = await rankFacts(view, rank);
      computing.push(exact(facts, 'Computing', 'Exposed communication', 'Free'));
    }
    expect(computing).toEqual([
      ['231,290,100 ns', '420,174,260 ns', '158,558,000 ns'],
      ['230,903,720 ns', '441,708,380 ns', '136,819,560 ns'],
      ['400,448,260 ns', '277,649,660 ns', '131,705,280 ns'],
      ['401,131,700 ns', '261,498,440 ns', '147,520,200 ns'],
    ]);

    await show(view, 'Parallel map');
    await expect(view.getByText('From profiler_metadata.json.')).toBeVisible();
    await expect(view.getByText(/^No rank computes more than/)).toBeVisible();
    const stages = view.getByRole('table').getByRole('row');
    await expect(stages.nth(1)).toContainText('0.17');
    await expect(stages.nth(2)).toContainText('0.17');
    await expect(view.locator('.fact').filter({ hasText: 'Stage imbalance' })).toContainText('1.73');
    // The chosen rank's groups: the other rank of its stage, and the other stage's.
    await view.getByRole('button', { name: /^Rank 0, DP 0 · PP 0/ }).click();
    await inBothThemes(app, 'summary-parallel');
    // Typed sizes are taken, and can be given back.
    await view.getByRole('textbox', { name: 'PP' }).fill('1');
    await view.getByRole('textbox', { name: 'PP' }).press('Enter');
    await expect(view.getByRole('status').filter({ hasText: 'fewer ranks than the dump has' })).toBeVisible();
    await view.getByRole('button', { name: 'Use the dump’s sizes' }).click();
    await expect(view.getByText('From profiler_metadata.json.')).toBeVisible();

    await show(view, 'Pipeline');
    // (313.9 + 323.0 − .80 × 2) / 2 ms of waiting against 231 ms of computing and 113 ms of other communication.
    await expect(view.locator('.fact').filter({ hasText: 'Stage 0' })).toContainText('92.67');
    await view.getByRole('textbox', { name: 'Micro-batches per step' }).fill('2');
    await view.getByRole('textbox', { name: 'Micro-batches per step' }).press('Enter');
    await expect(view.locator('.fact').filter({ hasText: 'Ideal' })).toContainText('50');
    await inBothThemes(app, 'summary-pipeline');

    await view.getByRole('button', { name: /files missing/ }).click();
    const missing = app.page.getByRole('dialog');
    await expect(missing.getByRole('listitem').filter({ hasText: 'Timeline' })).toContainText('ranks all');
    await expect(missing.getByRole('listitem').filter({ hasText: 'Kernels' })).toContainText('ranks 1, 3');
  });
});

for (const { name, path, ranks, first } of [
  { name: '16 ranks, csv', path: 'ascend/cluster_analysis_output_16ranks', ranks: 16, first: '75,174,574.645 ns' },
  { name: '8 ranks, database', path: 'ascend/cluster_analysis.db', ranks: 8, first: '179,587,578 ns' },
]) {
  test.describe(`a summary of the job alone: ${name}`, () => {
    requireDumps();
    test.use({ hostArgs: [dumpPath(path)] });

    test('its ranks are there', { tag: '@full' }, async ({ app }) => {
      const view = await openSummary(app.page);
      await expect(view.getByText(`${ranks} rows`)).toBeVisible();
      expect(exact(await rankFacts(view, 0), 'Computing')).toEqual([first]);
      await show(view, 'Parallel map');
      await expect(view.locator('.parallel-cell')).toHaveCount(ranks);
      await inBothThemes(app, `summary-cluster-${ranks}`);
    });
  });
}

test.describe('what MindSpore’s profiler wrote for MindSpore Insight', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('mindspore/minddata')] });

  test('the phases of a step, and what holds up its data', { tag: '@full' }, async ({ app }) => {
    const view = await openSummary(app.page);
    await show(view, 'Step trace');
    await expect(view.getByText('On average over 19 steps, a step takes 130.5')).toBeVisible();
    await expect(view.getByRole('row', { name: /^Tail/ })).toContainText('17.64');
    await view.getByText('check the preparation of data').click();
    await expect(view.getByText('the host queue was empty in 1 of 1 steps')).toBeVisible();
    await view.getByRole('button', { name: /^Shuffle/ }).click();
    await expect(view.getByRole('heading', { name: 'Output queue of Shuffle (1)' })).toBeVisible();
    await inBothThemes(app, 'summary-data');
  });
});
