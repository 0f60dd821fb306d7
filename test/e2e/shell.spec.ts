import type { Page } from '@playwright/test';
import { type App, dumpPath, expect, requireDumps, test } from './support/test';

const dump = dumpPath('ascend/text_level1_2ranks');

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+KeyF');
  await page.keyboard.type(text);
}

/** Keys count from the moment the window is there. */
async function welcomed({ page }: App): Promise<Page> {
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  return page;
}

const panel = (page: Page) => page.getByRole('tabpanel').filter({ visible: true }).last();
const fact = (page: Page, name: string) =>
  page.locator('.fact', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) }).locator('dd');

test.describe('without a dump', () => {
  test('every command is in the palette; language and theme are remembered @bridge', async ({ app }) => {
    const page = await welcomed(app);
    await page.keyboard.press('Control+KeyK');
    const palette = page.getByRole('dialog', { name: 'All commands' });
    await expect(palette.getByRole('option')).not.toHaveCount(0);
    await expect(palette.getByRole('option', { name: /panel/i })).toHaveCount(0);
    await page.keyboard.type('language');
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('button', { name: '打开文件夹…' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

    const theme = await page.locator('html').getAttribute('data-theme');
    // The English name of a command finds it in any language.
    await page.keyboard.press('F1');
    await page.keyboard.type('light and dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', theme ?? '');
    await page.reload();
    await expect(page.getByRole('button', { name: '打开文件夹…' })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', theme ?? '');
    // Also in a window that has been Chinese from its start: it has fetched no English sentence yet.
    await page.keyboard.press('F1');
    // What was used last is in front, where there is no dump before what opens one.
    const first = page.getByRole('dialog').getByRole('group').first();
    await expect(first.getByRole('option')).toHaveText(['切换浅色与深色', '切换语言（English / 中文）']);
    await page.keyboard.type('light and dark');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme ?? '');
  });

  test('the key list opens with ?, holds the focus, and closes with Esc', async ({ app }) => {
    const page = await welcomed(app);
    const folderButton = page.getByRole('button', { name: 'Open folder…' });
    await folderButton.focus();
    await page.keyboard.press('Shift+Slash');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list.getByText('Find slices', { exact: true })).toBeVisible();
    await expect(page.locator('#root')).toHaveAttribute('inert', '');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(folderButton).toBeFocused();
  });

  test('a path outside of the roots is refused with a message', { tag: '@browser' }, async ({ app }) => {
    const page = await welcomed(app);
    await app.openPath('/proc/self');
    await expect(page.getByRole('alert')).toContainText('/proc/self');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test.describe('with real dumps', () => {
  requireDumps();
  test.use({ hostArgs: ['--root', dumpPath('.')] });

  test('the open dialog leads to a dump by keyboard, and it is listed as recent', { tag: '@browser' }, async ({
    app,
  }) => {
    const page = await welcomed(app);
    await page.keyboard.press('Control+KeyO');
    const dialog = page.getByRole('dialog', { name: 'Open a dump' });
    const folder = (path: string) => dialog.getByRole('listbox', { name: dumpPath(path), exact: true });
    const current = (path: string) => folder(path).getByRole('option', { selected: true });
    await expect(folder('.').getByRole('option', { name: 'ascend' })).toContainText('ranks');
    // A row that was clicked and is filtered out takes no letter with it.
    await folder('.').getByRole('option', { name: 'mindspore' }).click();
    await page.keyboard.type('asc');
    await expect(folder('.').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(folder('ascend').getByRole('option', { name: 'text_level1_2ranks' })).toContainText('2 ranks');
    await expect(folder('ascend').getByRole('option', { name: 'db_level1_2ranks' })).toContainText('2 ranks · DB');
    await page.keyboard.press('End');
    await expect(current('ascend')).toContainText('cluster_analysis.db');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    // 15 MB: the sizes of the files that are read, as `du` has them.
    await expect(dialog.getByRole('status')).toHaveText(/^Job · 2 ranks · [\d.]+\sMB · timelines and tables$/);
    await page.keyboard.press('Backspace');
    await expect(current('ascend')).toContainText('text_level1_2ranks');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Open job (2 ranks)' })).toBeEnabled();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(current('ascend/text_level1_2ranks')).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveTitle('rank1_ascend_pt — Tracelane');
    // Over an open dump, what can't be opened changes nothing.
    await page.keyboard.press('Control+KeyO');
    const path = dialog.getByRole('textbox', { name: 'Path' });
    await path.fill(dumpPath('nowhere'));
    await dialog.getByRole('button', { name: 'Open nowhere' }).click();
    await expect(page.getByRole('alert')).toContainText('This path does not exist.');
    await expect(page).toHaveTitle('rank1_ascend_pt — Tracelane');
    await page.keyboard.press('Control+KeyO');
    await expect(folder('ascend/text_level1_2ranks')).toBeVisible();
    await path.fill(dump);
    await path.press('Enter');
    await expect(page).toHaveTitle('text_level1_2ranks — Tracelane');
    await expect(page.getByText('20,081 events')).toBeVisible();
    await page.getByRole('button', { name: 'text_level1_2ranks' }).click();
    await page.getByRole('menuitem', { name: 'Close the dump' }).click();
    await expect(page.getByRole('button', { name: /^text_level1_2ranks/ })).toBeVisible();
  });

  test('a path outside of the roots, or one that is no dump, leaves the open dump', { tag: '@browser' }, async ({
    app,
  }) => {
    const page = await welcomed(app);
    await app.openPath(dump);
    await expect(page).toHaveTitle('text_level1_2ranks — Tracelane');
    for (const path of ['/proc/self', dumpPath('nowhere'), dumpPath('README.md')]) {
      await app.openPath(path);
      await expect(page.getByRole('alert').filter({ hasText: path })).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page).toHaveTitle('text_level1_2ranks — Tracelane');
      await expect(page.getByText('20,081 events')).toBeVisible();
    }
  });

  test('ranks are taken out and brought back; another job is opened beside', { tag: ['@browser', '@full'] }, async ({
    app,
  }) => {
    const page = await welcomed(app);
    await app.openPath(dump);
    await expect(page.getByText('20,081 events')).toBeVisible();
    await page.getByRole('tab', { name: 'Operator' }).click();
    const tree = page.getByRole('tree', { name: 'Dump' });
    const ranks = tree.locator('.tree-row-rank');
    await expect(ranks).toHaveCount(2);
    await ranks.nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove this rank from the window' }).click();
    await expect(ranks).toHaveCount(1);
    await expect(page.getByText('10,112 events')).toBeVisible();
    await expect.poll(() => new URL(page.url()).hash).toContain('without=');
    await page.reload();
    await expect(page.getByText('10,112 events')).toBeVisible();
    await page.getByRole('button', { name: 'text_level1_2ranks' }).click();
    await page.getByRole('menuitem', { name: 'Bring back 1 removed rank' }).click();
    await expect(page.getByText('20,081 events')).toBeVisible();
    await page.getByRole('button', { name: 'text_level1_2ranks' }).click();
    await page.getByRole('menuitem', { name: 'Add a folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to the open dump' });
    const path = dialog.getByRole('textbox', { name: 'Path' });
    await expect(path).toHaveValue(dumpPath('ascend'));
    await path.fill(dumpPath('ascend/old_columns_2ranks'));
    await path.press('Enter');
    await expect(tree.locator('.tree-row-job')).toHaveCount(2);
    await expect(ranks).toHaveCount(4);
    await tree.locator('.tree-row-job').nth(1).click();
    await tree.press('Delete');
    await expect(ranks).toHaveCount(2);
    await expect(tree.locator('.tree-row-job')).toHaveCount(0);
  });

  test('what cannot be read says why and where @bridge', async ({ app }) => {
    const page = await welcomed(app);
    await app.openPath(dumpPath('README.md'));
    await expect(page.getByRole('heading', { name: 'README.md could not be opened' })).toBeVisible();
    await expect(page.getByText('Not a JSON trace')).toBeVisible();
    await expect(page.getByText('byte 0')).toBeVisible();
    await app.openPath(dumpPath('nowhere'));
    await expect(page.getByText('This path does not exist.')).toBeVisible();
    await page.getByRole('button', { name: 'Open something else' }).click();
    await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  });

  test('ranks without a timeline are named, with their files', async ({ app }) => {
    const page = await welcomed(app);
    await app.openPath(dumpPath('ascend/pp2_dp2_4ranks_no_timeline'));
    const tree = page.getByRole('tree', { name: 'Dump' });
    await expect(tree.getByText('no timeline', { exact: true })).toHaveCount(4);
    await expect(tree.getByText('4 ranks have no timeline')).toBeVisible();
    // What there is, is shown instead; its summary first.
    const views = page.getByRole('tablist', { name: 'Views' });
    await expect(views.getByRole('tab')).toHaveText([
      /^Findings/,
      /^Operator/,
      /^Memory/,
      /^Summary/,
      /^Communication/,
      /^SQL/,
    ]);
    await expect(views.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
    // That it was taken without is nothing to warn of; tables that only two of the ranks have are.
    await expect(page.getByText('4 ranks · without timelines')).toBeVisible();
    await page.getByRole('button', { name: /warning/ }).click();
    const warnings = page.locator('.notices-panel .notice-warning');
    await expect(warnings.filter({ hasText: 'kernel_details.csv' })).toContainText('Rank 1, Rank 3');
    await expect(warnings.filter({ hasNotText: 'present for other ranks' })).toHaveCount(0);
  });

  test('the summary of a job is listed file by file, and called that', async ({ app }) => {
    const page = await welcomed(app);
    await app.openPath(dumpPath('ascend/cluster_analysis_output_16ranks'));
    await expect(page.getByText('Summary of a job (4 files)')).toBeVisible();
    const tree = page.getByRole('tree', { name: 'Dump' });
    await expect(tree.getByRole('treeitem').first()).toHaveText('Job summary4');
    await expect(tree.getByText('cluster_step_trace_time.csv')).toBeVisible();
    await expect(tree.getByText('communication_group.json')).toBeVisible();
  });
});

test.describe('an open dump', () => {
  requireDumps();
  test.use({ hostArgs: [dump] });

  async function opened({ page }: App): Promise<Page> {
    await expect(page.getByText('2 ranks · 100 lanes · 20,081 events')).toBeVisible();
    return page;
  }

  test('the Slice panel shows an operator: times to the ns, shapes as a table, its call stack @bridge', async ({
    app,
  }) => {
    const page = await opened(app);
    await find(page, 'aten::conv2d');
    await expect(panel(page).getByText('10 slices')).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Digit1');
    await expect(page.getByRole('article', { name: 'aten::conv2d' })).toBeVisible();
    await expect(fact(page, 'Duration')).toContainText(/[\d,]+\sns/);
    await expect(fact(page, 'Start, aligned')).toContainText(/2025-01-09 \d\d:\d\d:\d\d\.\d{9} UTC/);
    await expect(page.getByRole('row', { name: '0 32,3,224,224 float' })).toBeVisible();
    await expect(page.locator('.call-stack li').first()).toContainText('.py(');
    await expect(fact(page, 'File')).toContainText(/byte [\d,]+/);
    await app.screenshot('slice-panel');
    await app.page.emulateMedia({ colorScheme: 'dark' });
    await app.screenshot('slice-panel-dark');
    await fact(page, 'Inside').getByRole('button').click();
    await expect(page.getByRole('article', { name: /conv2d of type/ })).toBeVisible();
  });

  test('linked slices are jumps, in both directions @bridge', { tag: '@full' }, async ({ app }) => {
    const page = await opened(app);
    await find(page, 'hcom_allReduce__586_0_1');
    await expect(
      panel(page)
        .getByRole('row', { name: /hcom_allReduce__586_0_1/ })
        .first(),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Digit1');
    const name = await page.getByRole('article').getAttribute('aria-label');
    await panel(page)
      .getByRole('button', { name: /HcclAllreduce/ })
      .click();
    await expect(page.getByRole('article', { name: 'HcclAllreduce' })).toBeVisible();
    await panel(page)
      .getByRole('button', { name: name ?? '' })
      .click();
    await expect(page.getByRole('article', { name: name ?? '' })).toBeVisible();
  });

  test('the Flows panel counts arrows; the Selection panel what is in a stretch @full', async ({ app }) => {
    const page = await opened(app);
    await page.keyboard.press('Digit4');
    const flow = (category: string) => panel(page).getByRole('listitem').filter({ hasText: category });
    await expect(flow('async_npu')).toContainText('420 flows');
    await flow('async_npu').getByRole('checkbox').click();
    await expect(flow('async_npu').getByRole('checkbox')).toBeChecked();

    await page.keyboard.press('Digit2');
    await panel(page).getByRole('button', { name: 'Select the visible range' }).click();
    await expect(panel(page).getByText(/^[\d,]+ slices, [\d,]+ names$/)).toBeVisible();
    await panel(page).getByRole('columnheader', { name: 'Count' }).click();
    await panel(page).getByRole('columnheader', { name: 'Count' }).click();
    const counts = await panel(page).getByRole('row').locator('[aria-colindex="2"]').allInnerTexts();
    const numbers = counts.map((text) => Number(text.replaceAll(',', ''))).filter((count) => count > 0);
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  });

  test('a reload comes back to the dump, the view and the slice; so does the link to it @bridge', async ({ app }) => {
    const page = await opened(app);
    await find(page, 'aten::convolution_backward');
    // The names that begin like it are listed first, while one types.
    await expect(panel(page).getByText('10 rows')).toBeVisible();
    await page.getByRole('gridcell', { name: 'aten::convolution_backward' }).first().dblclick();
    await page.waitForFunction(() => location.hash.includes('slice='));
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Digit1');
    await page.getByRole('tab', { name: 'Operator' }).click();
    await expect
      .poll(() => new URL(page.url()).hash)
      .toMatch(
        /tab=operator&view=\d{19}\.\.\d{19}&in=.*&slice=event\+\d+&find=aten%3A%3Aconvolution_backward(&arranged=[^&]*)?&top=[\d.]+&panel=slice$/,
      );
    const { hash } = new URL(page.url());
    expect(hash).not.toMatch(/token/i);
    const isBack = async () => {
      await expect(page.getByRole('tab', { name: 'Operator' })).toHaveAttribute('aria-selected', 'true');
      await page.getByRole('tab', { name: 'Timeline' }).click();
      await expect(panel(page).getByRole('heading', { name: 'aten::convolution_backward' })).toBeVisible();
      await page.getByRole('tab', { name: 'Operator' }).click();
      await expect.poll(() => new URL(page.url()).hash).toBe(hash);
    };
    await page.reload();
    await isBack();
    await page.goto('about:blank');
    await page.goBack();
    await isBack();
  });

  // The folder browser is the browser host's; the desktop has the system's dialog.
  test('every dialog, menu, tooltip and handle stays within the policy @full', { tag: '@browser' }, async ({ app }) => {
    // A violation would be an error in the console, which fails the test.
    const page = await opened(app);
    for (const [keys, name] of [
      ['Control+KeyK', 'All commands'],
      ['Shift+Slash', 'Keyboard shortcuts'],
      ['Control+Comma', 'Settings'],
      ['Control+KeyO', 'Open a dump'],
    ] as const) {
      await page.keyboard.press(keys);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    for (const name of ['text_level1_2ranks', 'Settings']) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
    }
    await page.getByRole('button', { name: 'All commands' }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await page.getByRole('tab', { name: 'Operator' }).click();
    const tree = page.locator('.dump-tree');
    await expect(tree).toBeVisible();
    const widthBefore = (await tree.boundingBox())?.width ?? 0;
    const handle = await page.getByRole('separator', { name: 'Width of the dump tree' }).boundingBox();
    await page.mouse.move(handle?.x ?? 0, 400);
    await page.mouse.down();
    await page.mouse.move((handle?.x ?? 0) + 60, 420, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await tree.boundingBox())?.width ?? 0).toBeGreaterThan(widthBefore + 30);
  });

  test('tree and panel can be hidden and resized', { tag: '@full' }, async ({ app }) => {
    const page = await opened(app);
    // On the timeline the titles of the lanes are the tree, elsewhere it has a column of its own.
    const tree = page.getByRole('tree', { name: 'Dump' });
    const titles = page.getByRole('tree', { name: 'Lanes' });
    await expect(titles).toBeInViewport();
    await expect(tree).toHaveCount(0);
    await page.keyboard.press('Control+KeyB');
    await expect.poll(async () => (await titles.boundingBox())?.width ?? 0).toBe(0);
    await page.keyboard.press('Control+KeyB');
    await expect.poll(async () => (await titles.boundingBox())?.width ?? 0).toBeGreaterThan(100);
    await page.getByRole('tab', { name: 'Operator' }).click();
    await expect(tree.getByText('Ascend Hardware')).toHaveCount(2);
    await page.keyboard.press('Control+KeyB');
    await expect(tree).toBeHidden();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    // Nothing has been selected: the lanes have all of the window, until the panel is asked for.
    await expect(page.locator('.bottom-panel')).toBeHidden();
    await page.keyboard.press('Digit1');
    await expect(page.locator('.bottom-panel')).toBeVisible();
    const separator = page.getByRole('separator', { name: 'Height of the panel' });
    const heightBefore = (await page.locator('.bottom-panel').boundingBox())?.height ?? 0;
    await separator.focus();
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(async () => (await page.locator('.bottom-panel').boundingBox())?.height ?? 0)
      .toBeGreaterThan(heightBefore);
  });
});
