/** The Findings tab on a real dump: its sentences and numbers read off the page, and the way to the timeline and back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { plain } from './support/pageText';
import { type App, dumpPath, expect, requireDumps, test } from './support/test';
import { inBothThemes } from './support/themes';

const tab = (page: Page, name: string) => page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name });

async function openFindings({ page }: App) {
  await tab(page, 'Findings').click();
  const view = page.getByRole('region', { name: 'Findings', exact: true });
  // It is worked out in the background, behind everything else.
  await expect(view.getByRole('list', { name: 'Findings by time lost' })).toBeVisible();
  return view;
}

/** In the page: what is scrolled around an element. */
function scrolledAncestors(element: Element): string[] {
  const scrolled: string[] = [];
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around.scrollTop > 0) scrolled.push(around.outerHTML.slice(0, 80));
  }
  return scrolled;
}

test.describe('two ranks of a real job of eight', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')], hasOwnHost: true });

  test('why it is slow, where that is seen in the timeline, and back', async ({ app }) => {
    const { page } = app;
    const view = await openFindings(app);
    await expect(view.getByRole('region', { name: 'What the numbers rest on' })).toContainText(
      'At least 6 ranks of the job were not profiled',
    );
    const rows = view.getByRole('list', { name: 'Findings by time lost' }).getByRole('listitem');
    await expect(rows.first()).toContainText('Rank 5 comes late to collectives');
    // On opening it stands at the top of Summary as well, and is counted on the tabs.
    await expect(tab(page, 'Communication')).toHaveAccessibleDescription(/finding/);
    const head = rows.first().getByRole('button').first();
    await head.focus();
    await page.keyboard.press('ArrowRight');
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    // analyses.md §7: rank 0 saw peer 5 come 78.777 ms after its own start.
    await expect(rows.first()).toContainText('78.8 ms after its own start');
    await expect(rows.first()).toContainText('Profile Rank 5 as well');
    // Of step_trace_time.csv, and of the planes: 101.963 ms exposed, of it 98.249 waiting and 3.936 moving.
    const split = plain((await view.getByRole('region', { name: 'Where the step goes' }).textContent()) ?? '');
    for (const part of ['102.0 ms', '98.25 ms', '3.936 ms', '25.74 ms']) expect(split).toContain(part);
    await inBothThemes(app, 'findings');

    // Scrolled to the end, and further, its titles stay: nothing below the view makes its panel scroll.
    await view.hover();
    await page.mouse.wheel(0, 20_000);
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => view.evaluate(scrolledAncestors)).toEqual([]);
    await page.mouse.wheel(0, -40_000);

    await view.getByRole('button', { name: 'Save report…' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'HTML: to read anywhere' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('text_level1_2ranks findings.html');
    const report = await readFile(await saved.path(), 'utf8');
    expect(report).toContain('78.8 ms after its own start');
    expect(report).toContain('<td>98.249</td>');

    await head.focus();
    await page.keyboard.press('Shift+Enter');
    const evidence = page.getByRole('region', { name: 'Evidence' });
    await expect(evidence).toContainText('Rank 5 comes late');
    const lanes = page.getByRole('tree', { name: 'Lanes' }).getByRole('treeitem');
    await expect(lanes.first()).toHaveAccessibleName('Rank 0 › Plane 5');
    // The wait in the file: 78,764.614 µs.
    await expect(page.getByText(/78,764,614\sns/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Backspace');
    await expect(head).toBeFocused();
    await expect(head).toHaveAttribute('aria-expanded', 'true');

    // The critical path, marked on its rows: all but what no call was recorded of.
    await view.getByRole('button', { name: 'Show path in timeline', exact: true }).click();
    await expect(evidence).toContainText(/Critical path of step 50 of Rank 0; 99\.9\s%/);
    // Its own lane, and where it is longest: the wait for rank 5.
    await expect(lanes.first()).toHaveAccessibleName('Rank 0 › Critical path of step 50');
    await expect(lanes.nth(1)).toHaveAccessibleName('Rank 1 › Plane 4');
    // A stretch leads to the slice that it is of.
    await lanes.first().focus();
    await page.keyboard.press('Enter');
    const panel = page.locator('.slice-panel');
    await expect(panel).toContainText('Part of the critical path');
    const name = await panel.getAttribute('aria-label');
    await panel.getByRole('button', { name: 'Go to its slice (Enter)' }).click();
    await expect(panel).not.toContainText('Part of the critical path');
    expect(name).toContain((await panel.getAttribute('aria-label')) ?? '?');
    await evidence.getByRole('button', { name: 'Remove the path, its marks and pinned lanes' }).click();
    await expect(page.getByRole('treeitem', { name: 'Rank 0 › Critical path of step 50' })).toHaveCount(0);
    await page.getByRole('tab', { name: /^Findings/ }).click();

    // PerfTracker's report: a class, its functions, the ranks of one, and its longest execution in the timeline.
    await view.getByRole('radio', { name: 'Functions' }).check();
    await view.getByRole('radio', { name: 'Collectives' }).check();
    const functions = view.getByRole('grid', { name: 'Functions', exact: true });
    await expect(view.getByText(/^Device utilisation [\d.]+\s%/)).toBeVisible();
    await functions.getByRole('gridcell', { name: 'allReduce' }).click();
    const ranks = view.getByRole('grid', { name: 'Ranks of the function' });
    // 101,963.203 µs of 155,985.8 on rank 0.
    await expect(ranks.getByRole('row').filter({ hasText: /65\.37\s%/ })).toHaveCount(1);
    await inBothThemes(app, 'functions');
    await functions.getByRole('gridcell', { name: 'allReduce' }).dblclick();
    await expect(page.getByText('hcom_allReduce__586_0_1').first()).toBeVisible();
  });

  test('what is muted is gone everywhere until it is shown again; a limit changed in place holds for the next time', {
    tag: '@full',
  }, async ({ app }) => {
    const { page } = app;
    const view = await openFindings(app);
    const rows = view.getByRole('list', { name: 'Findings by time lost' }).getByRole('listitem');
    const dispatch = rows.filter({ hasText: /the device waits [\d.]+/ });
    await dispatch.getByRole('button').first().click();
    await dispatch.getByRole('button', { name: 'Mute…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('small batch');
    await page.keyboard.press('Enter');
    await expect(dispatch).toHaveCount(0);
    // Taken back, and done once more with its reason.
    await page.keyboard.press('Control+KeyZ');
    await expect(dispatch).toHaveCount(1);
    await page.keyboard.press('Control+Shift+KeyZ');
    await expect(dispatch).toHaveCount(0);
    await tab(page, 'Summary').click();
    const sentences = page.getByRole('region', { name: 'Where the time goes' });
    await expect(sentences).toContainText('Rank 5 comes late');
    await expect(sentences).not.toContainText(/the device waits [\d.]+/);
    await page.reload();
    await openFindings(app);
    await view.getByRole('button', { name: /^Muted/ }).click();
    await expect(view.getByText('small batch')).toBeVisible();
    await view.getByRole('button', { name: 'Unmute' }).click();
    await expect(dispatch).toHaveCount(1);

    // 26,675 of 131,913 µs on rank 1 are Free: 20.2 %, and so are 25 % not.
    await dispatch.getByRole('button').first().click();
    const limit = dispatch.getByRole('textbox', { name: 'Free, share of the step' });
    await expect(limit).toHaveValue('10');
    await limit.fill('25');
    await page.keyboard.press('Enter');
    await expect(dispatch).toHaveCount(0);
    const below = view.getByRole('listitem').filter({ hasText: 'Free share of the step' });
    await expect(below).toContainText('20.2 % of');
    await page.reload();
    await openFindings(app);
    await expect(below.getByRole('textbox')).toHaveValue('25');
    await below.getByRole('button', { name: 'Reset to 10' }).click();
    await expect(dispatch).toHaveCount(1);
  });
});

test.describe('a file of step times', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-steps-'));
  const path = join(folder, 'steps.csv');
  test.use({ hostArgs: [path] });
  test.beforeAll(() => {
    // 99 and 101 ms in turn, and twice four in a row of 160 ms.
    const isSpike = (step: number) => (step >= 90 && step < 94) || (step >= 200 && step < 204);
    const timeOf = (step: number) => (isSpike(step) ? 160 : 99 + 2 * (step % 2));
    const rows = Array.from({ length: 300 }, (_, step) => `${step},${timeOf(step)}`);
    writeFileSync(path, `step,time_ms\n${rows.join('\n')}\n`);
  });
  test.afterAll(() => rmSync(folder, { recursive: true }));

  test('Over steps: where a profile would have been asked for, why not elsewhere, and limits changed in place @full', async ({
    app,
  }) => {
    const { page } = app;
    await tab(page, 'Findings').click();
    await page.getByText('Over steps', { exact: true }).click();
    await expect(page.getByText(/Of 300 steps, spikes: 8, alarms: 2, profiles asked for: 1\./)).toBeVisible();
    const row = (step: string) =>
      page
        .getByRole('grid')
        .locator('.table-row')
        .filter({ hasText: new RegExp(`^${step}160`) });
    await expect(row('93')).toContainText('asked for');
    await expect(row('203')).toContainText('held back: cooldown');
    await page.getByLabel('Hours after a profile without another one').fill('0');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/profiles asked for: 2\./)).toBeVisible();
    await expect(row('203')).toContainText('asked for');
  });
});
