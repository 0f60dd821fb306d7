/** How a search is done: case, whole word, pattern, args and how it is stopped; sorted and gone to in its table. Against a loop over the files. */
import type { Locator, Page } from '@playwright/test';
import { errorNames } from '../../src-contract/wire/errors';
import { formatCount } from '../../src-renderer/base/format';
import { rowsOf } from './support/pageText';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { type FileSlice, slicesOfRank } from './support/traceFile';
import { drawingSettled, dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();
test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

test.beforeEach(async ({ app: { page } }) => {
  await dumpReady(page);
  await drawingSettled(page);
});

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Find slices' });
const find = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Find' });
const toggle = (page: Page, name: string) => page.locator('.search-field').getByRole('button', { name }).click();
const allSlices = async () => (await Promise.all([0, 1].map((rank) => slicesOfRank(dump, rank)))).flat();

async function expectFound(page: Page, slices: readonly FileSlice[], what: string): Promise<void> {
  const n = formatCount(slices.length);
  await expect(
    find(page).getByText(`${n} slice${slices.length === 1 ? '' : 's'}`, { exact: true }),
    what,
  ).toBeVisible();
  await expect(find(page).getByText(`${n} row${slices.length === 1 ? '' : 's'}`), what).toBeVisible();
}

test('case, whole words and patterns count what the files have; all there are, more than five thousand', async ({
  app: { page },
}) => {
  const slices = await allSlices();
  const named = (test: RegExp) => slices.filter(({ name }) => test.test(name));
  await field(page).fill('mul');
  await expectFound(page, named(/mul/i), 'part');
  await toggle(page, 'Match case');
  await expectFound(page, named(/mul/), 'case');
  expect(named(/mul/).length).toBeLessThan(named(/mul/i).length);
  await toggle(page, 'Whole words');
  await expectFound(page, named(/(?<![\p{L}\p{N}_])mul(?![\p{L}\p{N}_])/u), 'case and word');
  await toggle(page, 'Match case');
  await expectFound(page, named(/(?<![\p{L}\p{N}_])mul(?![\p{L}\p{N}_])/iu), 'word');
  await toggle(page, 'Whole words');
  await toggle(page, 'Regular expression');
  await field(page).fill('^aten::(add|mul)_?$');
  await expectFound(page, named(/^aten::(add|mul)_?$/), 'pattern');
  expect(named(/^aten::(add|mul)_?$/).length).toBeGreaterThan(3);
  await field(page).fill('.');
  await expectFound(page, named(/./), 'everything');
  expect(slices.length).toBeGreaterThan(5_000);
});

test('what stands in args alone is found on request, and a search of args can be stopped and gone on with', async ({
  app: { page },
}) => {
  const slices = await allSlices();
  const hasIn = (text: string) =>
    slices.filter(({ name, args }) => {
      const texts = Object.entries(args).flatMap(([key, value]) => [
        key,
        typeof value === 'object' ? '' : String(value),
      ]);
      return [name, ...texts].some((own) => own.toLowerCase().includes(text.toLowerCase()));
    });
  const wanted = hasIn('PCIE_DMA_SQE');
  expect(wanted.length).toBeGreaterThan(3);
  expect(wanted.every(({ name }) => !name.includes('PCIE_DMA_SQE'))).toBe(true);
  await field(page).fill('PCIE_DMA_SQE');
  await expect(find(page).getByText(/Nothing found/)).toBeVisible();
  await toggle(page, 'Args too');
  await expectFound(page, wanted, 'args');

  // Held up before its first block: stopped there, it says what is still unread, and goes on when it is asked to.
  await page.evaluate(() => {
    const { engine } = window.__tracelane!.session as never as { engine: { ask(...all: unknown[]): Promise<unknown> } };
    const own = engine.ask;
    const gate = new Promise<void>((resolve) => {
      (window as never as { letGo: () => void }).letGo = resolve;
    });
    engine.ask = async (...all) => {
      if (all[1] !== 'search.args') return own(...all);
      engine.ask = own;
      await gate;
      // As the Engine answers a question that has been stopped.
      throw Object.assign(new Error('The question was stopped'), { name: errorNames.stopped });
    };
  });
  const reading = find(page).getByText(/^Reading args/);
  const sequence = 'Sequence number';
  const unread = formatCount(slices.filter(({ name }) => !name.toLowerCase().includes('sequence number')).length);
  await field(page).fill(sequence);
  await expect(reading).toHaveText(`Reading args: 0 %, 0 of ${unread} slicesStop`);
  await find(page).getByRole('button', { name: 'Stop' }).click();
  await page.evaluate(() => (window as never as { letGo: () => void }).letGo());
  await expect(reading).toHaveCount(0);
  const stopped = find(page).getByRole('status').filter({ hasText: 'Stopped' });
  await expect(stopped).toContainText(`Stopped: args of 0 of ${unread} slices read, ${unread} unread`);
  await expect(find(page).getByText(`Nothing found so far for “${sequence}”`)).toBeVisible();
  await expect(find(page).getByText(`The args of ${unread} slices have not been read.`)).toBeVisible();
  await page.keyboard.press('F1');
  await page.keyboard.type('Switch language');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(page.getByText(`已停止：共 ${unread} 个切片，已读取 0 个的参数，${unread} 个未读取`)).toBeVisible();
  await expect(page.getByText(`还有 ${unread} 个切片的参数未读取。`)).toBeVisible();
  await page.getByRole('button', { name: '继续', exact: true }).click();
  await expect(page.getByText(`${formatCount(hasIn(sequence).length)} 个切片`, { exact: true })).toBeVisible();
  await expect(page.getByText(/^已停止/)).toHaveCount(0);
});

test('the table of what is found is sorted by duration over all ranks, and a row leads to its slice', async ({
  app: { page },
}) => {
  const found = (await allSlices()).filter(({ name }) => name.includes('aten::'));
  await field(page).fill('aten::');
  await expectFound(page, found, 'aten');
  const header = find(page).getByRole('columnheader', { name: 'Duration' });
  // Columns have their widths, and so their places, once there are rows.
  await expect(find(page).locator('.table-row').first()).toContainText('aten::');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  const longest = [...found].sort((a, b) => b.durationNs - a.durationNs)[0]!;
  await expect.poll(async () => (await rowsOf(find(page)))[0]).toContain(longest.name);
  await find(page).locator('.table-row').first().getByRole('gridcell').first().dblclick();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const own = window.__tracelane!.session.store.getState().selectedDetails;
        return own && [own.name, own.durationNs, String(own.epochStartNs)];
      }),
    )
    .toEqual([longest.name, longest.durationNs, String(longest.epochStartNs)]);
});
