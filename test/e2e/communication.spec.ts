/** The Communication tab on real dumps: its numbers read off the page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { openCommunication, rowsByTitle, showSection as show } from './support/communicationView';
import { plain } from './support/pageText';
import { openSummary } from './support/summaryView';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { inBothThemes } from './support/themes';

/** What a card says: label → text. */
async function factsOf(view: Locator, card: string | RegExp): Promise<Readonly<Record<string, string>>> {
  const region = view.getByRole('region', { name: card });
  await expect(region.locator('.fact').first()).toBeVisible();
  const facts = await region
    .locator('.fact')
    .evaluateAll((elements) =>
      elements.map((fact) => [
        fact.querySelector('dt')?.textContent ?? '',
        fact.querySelector('dd')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(facts.map(([label = '', text = '']) => [plain(label), plain(text)]));
}

test.describe('two dumps in one window, both with ranks 0 and 1', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks'), dumpPath('ascend/db_level1_2ranks')] });

  test('one of them is shown, and which is chosen', { tag: '@full' }, async ({ app }) => {
    await expect(app.page.getByRole('progressbar')).toHaveCount(0);
    const view = await openCommunication(app.page);
    const elapsed = async () => (await rowsByTitle(view, 'Times by rank')).map(({ Elapsed }) => Elapsed);
    // Each as where it is open alone.
    await expect.poll(elapsed).toEqual(['105.992 ms', '100.375 ms']);
    await view.getByRole('button', { name: /^Dump/ }).click();
    await app.page.getByRole('option', { name: 'db_level1_2ranks' }).click();
    await expect.poll(elapsed).toEqual(['102.108 ms', '98.590 ms']);
    // Other views are about the same one.
    const summary = await openSummary(app.page);
    const sentence = app.page.getByRole('region', { name: 'Where the time goes' }).getByRole('listitem').first();
    const computing = async () =>
      (await rowsByTitle(summary, 'Step split per rank, as a table')).map((own) => own.Computing);
    await expect.poll(computing).toEqual(['8.903 ms', '8.916 ms']);
    await expect(sentence).toHaveText(/^db_level1_2ranks: /);
    await summary.getByRole('button', { name: /^Dump/ }).click();
    await app.page.getByRole('option', { name: 'text_level1_2ranks' }).click();
    await expect.poll(computing).toEqual(['8.874 ms', '8.878 ms']);
    await expect(sentence).toHaveText(/^text_level1_2ranks: /);
    await summary.getByRole('button', { name: /^Dump/ }).click();
    await app.page.getByRole('option', { name: 'db_level1_2ranks' }).click();
    await app.page.getByRole('tab', { name: /^Findings/ }).click();
    const path = app.page.getByRole('region', { name: 'Critical path' });
    await expect(path.getByText(/^Step .* of Rank \d \(db_level1_2ranks\) takes/)).toBeVisible();
  });
});

test.describe('two ranks of a real job of eight', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/text_level1_2ranks')] });

  test('times, and the late rank that was not profiled @bridge', async ({ app }) => {
    await expect(app.page.getByRole('progressbar')).toHaveCount(0);
    const view = await openCommunication(app.page);
    const rows = await rowsByTitle(view, 'Times by rank');
    expect(
      rows.map((row) =>
        ['Rank', 'Elapsed', 'Transit', 'Wait (least plane)', 'Sync', 'Idle'].map((title) => row[title]),
      ),
    ).toEqual([
      ['0', '105.992 ms', '3.683 ms', '5.941 ms', '5.616 ms', '96.368 ms'],
      ['1', '100.375 ms', '3.860 ms', '0.191 ms', '0.0209 ms', '96.324 ms'],
    ]);
    const late = view.getByRole('region', { name: 'Late ranks' });
    await expect(late.getByRole('listitem').first()).toContainText('Rank 5');
    await expect(late.getByRole('listitem').first()).toContainText('not profiled');
    await expect(view.getByText(/^HCCS: 2 collectives not aligned to 512 B$/)).toBeVisible();
    const exposed = await factsOf(view, /^Exposed communication · Rank 0/);
    // 28,647,232 and 17,267,200 bytes: what each of the two carries, all links together.
    await expect(view.getByText(/^HCCS: 2 .*512 B/)).toBeVisible();
    expect([
      exposed['Moving data'],
      exposed['Waiting for peers (any plane)'],
      exposed['Waited most for Rank 5'],
    ]).toEqual([expect.stringContaining('3.936 ms'), expect.stringContaining('98.25 ms'), expect.stringMatching(/ms/)]);
    await inBothThemes(app, 'communication-ranks');
  });

  test('bandwidth of each link, against the reference, which one may change @bridge', { tag: '@full' }, async ({
    app,
  }) => {
    const view = await openCommunication(app.page);
    await show(view, 'Links');
    const links = async () =>
      new Map((await rowsByTitle(view, 'Links')).map((row) => [`${row['From rank']}-${row['To rank']}`, row]));
    const before = (await links()).get('0-1');
    expect(before).toMatchObject({ Bandwidth: '15.76 GB/s', Size: '61.21 MB', Transit: '3.884 ms' });
    expect((await links()).get('1-0')?.Bandwidth).toBe('15.86 GB/s');
    expect(before?.['Of reference']).toBe('87.56 %');
    await expect(view.getByText('Numbers are positions in the group')).toBeVisible();
    await inBothThemes(app, 'communication-links');
    await show(view, 'Ranks');
    await view.getByRole('button', { name: 'Reference bandwidths' }).click();
    await app.page.getByRole('spinbutton', { name: 'HCCS' }).fill('20');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('button', { name: 'Close' }).last().click();
    // A reload at the same instant would end the page before what it has to say has left it.
    const saved = () => readFile(join(app.host.configHome, 'tracelane', 'settings.json'), 'utf8').catch(() => '');
    await expect.poll(saved).toMatch(/"HCCS": 20\b/);
    await app.page.reload();
    await openCommunication(app.page);
    await show(view, 'Links');
    await expect.poll(async () => (await links()).get('0-1')?.['Of reference']).toBe('78.80 %');
    await show(view, 'Ranks');
    await view.getByRole('button', { name: 'Reference bandwidths' }).click();
    await app.page.getByRole('button', { name: 'Reset to defaults' }).click();
    await expect(app.page.getByRole('spinbutton', { name: 'HCCS' })).toHaveValue('18');
  });

  test('when every peer came to the first collective', { tag: '@full' }, async ({ app }) => {
    await expect(app.page.getByRole('progressbar')).toHaveCount(0);
    const view = await openCommunication(app.page);
    await show(view, 'Arrivals');
    const rows = await rowsByTitle(view, 'Arrivals');
    const seen = (observer: string, peer: string) =>
      rows.find(
        (row) => row.Collective === 'hcom_allReduce__586_0_1' && row['Seen by'] === observer && row.Peer === peer,
      );
    expect(['1', '4', '5'].map((peer) => seen('0', peer)?.['Arrived after'])).toEqual([
      '5.625 ms',
      '4.686 ms',
      '78.777 ms',
    ]);
    expect([seen('0', '5')?.Profiled, seen('0', '1')?.Profiled]).toEqual(['no', 'yes']);
    expect(seen('1', '5')?.['Arrived after']).toBe('73.162 ms');
    await expect(view.getByRole('region', { name: 'Arrivals at hcom_allReduce__586_0_1' })).toBeVisible();
    // Of 56 only those stand out that came much later than the others of their collective, by the median and its deviation.
    const flagged = await view.locator('.table-row.row-warning [aria-colindex="3"]').allInnerTexts();
    expect(flagged).toEqual(['5', '5', '5', '5', '1', '4', '5', '5']);
    await inBothThemes(app, 'communication-arrivals');
  });

  test('how late each rank came to each collective, as a heat map: its values, and a cell leads to its collective @bridge', {
    tag: '@full',
  }, async ({ app }) => {
    await expect(app.page.getByRole('progressbar')).toHaveCount(0);
    const view = await openCommunication(app.page);
    await show(view, 'Arrivals');
    const map = view.getByRole('figure', { name: 'Lateness by rank and collective' });
    await map.getByRole('button', { name: 'Show as a table' }).click();
    const grid = map.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', `${8 * 4 + 1}`);
    await grid.getByRole('columnheader', { name: 'Value' }).click();
    // 4 and 5 were not profiled; 5 is late again in the fourth.
    const latest = async () =>
      (await rowsByTitle(view, 'Lateness by rank and collective'))
        .slice(0, 4)
        .map(({ Rank, Collective, Value }) => `${Rank} ${Collective?.slice(-8)} ${Value}`);
    await expect
      .poll(latest)
      .toEqual(['5 _586_0_1 78.777 ms', '5 _586_3_1 22.004 ms', '1 _586_0_1 5.625 ms', '4 _586_0_1 4.686 ms']);
    await map.getByRole('button', { name: 'Show as a chart' }).click();
    const cells = map.getByRole('application');
    await cells.focus();
    // From the first cell, which the first key is about, to rank 5 at the last of four collectives.
    for (const key of ['ArrowDown', ...Array(5).fill('ArrowDown'), ...Array(3).fill('ArrowRight')])
      await app.page.keyboard.press(key);
    const told = map.getByRole('status').last();
    await expect(told).toContainText(/Rank 5.*22\.00.ms/);
    await expect(told).toContainText('hcom_allReduce__586_3_1');
    await app.page.keyboard.press('Enter');
    await expect(view.getByRole('region', { name: 'Arrivals at hcom_allReduce__586_3_1' })).toBeVisible();
  });

  test('to the timeline and back @full @bridge', async ({ app }) => {
    const { page } = app;
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    const view = await openCommunication(page);
    await show(view, 'Collectives');
    const first = view.getByRole('grid', { name: 'Collectives' }).locator('.table-row').first();
    await expect(first).toContainText('hcom_allReduce__586_0_1');
    await first.dblclick();
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel').getByText('hcom_allReduce__586_0_1').first()).toBeVisible();
    // And back, by the command: the collective on all ranks.
    await page.keyboard.press('Control+Alt+KeyC');
    await expect(page.getByRole('tab', { name: 'Communication' })).toHaveAttribute('aria-selected', 'true');
    await expect(view.getByRole('button', { name: /Collective.*hcom_allReduce__586_0_1/ })).toBeVisible();
    // The colours of the groups are told.
    const key = view.getByRole('list', { name: 'Colours of the groups' });
    await expect(key.getByRole('listitem')).not.toHaveCount(0);
    await inBothThemes(app, 'communication-lanes');
    // Lanes can be gone through with the keys; Enter is a jump too.
    const board = view.getByRole('application', { name: 'Collectives of all ranks' });
    await board.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('four ranks without timeline', () => {
  requireDumps();
  test.use({ hostArgs: [dumpPath('ascend/pp2_dp2_4ranks_no_timeline')] });

  test('groups have their names and ranks; their bandwidths, and the pipeline’s long waits', { tag: '@full' }, async ({
    app,
  }) => {
    const view = await openCommunication(app.page);
    await show(view, 'Links');
    const bandwidth = async (group: RegExp, from: string, to: string) => {
      await view.getByRole('button', { name: /^Group:/ }).click();
      await app.page.getByRole('option', { name: group }).first().click();
      await expect(view.getByRole('button', { name: /^Group:/ })).toHaveText(group);
      let found: string | undefined;
      await expect
        .poll(async () => {
          const rows = await rowsByTitle(view, 'Links');
          found = rows.find((row) => row['From rank'] === from && row['To rank'] === to)?.Bandwidth;
          return rows.every((row) => [from, to].includes(row['From rank'] ?? '')) && found !== undefined;
        })
        .toBe(true);
      return found;
    };
    expect(await bandwidth(/dp_cp \(0, 1\)/, '0', '1')).toBe('18.94 GB/s');
    expect(await bandwidth(/dp_cp \(2, 3\)/, '2', '3')).toBe('18.93 GB/s');
    expect(await bandwidth(/pp \(0, 2\)/, '0', '2')).toBe('20.91 GB/s');
    await view.getByRole('button', { name: 'Show everything' }).click();
    await show(view, 'Ranks');
    await view.getByRole('button', { name: /^Type:/ }).click();
    await app.page.getByRole('option', { name: /batchSendRecv/ }).click();
    await expect
      .poll(async () =>
        (await rowsByTitle(view, 'Times by rank')).map(({ Rank, Elapsed }) => `${Rank}: ${Elapsed}`).sort(),
      )
      .toEqual(['0: 313.878 ms', '1: 322.981 ms', '2: 72.664 ms', '3: 74.987 ms']);
    await inBothThemes(app, 'communication-pipeline');
  });
});

test.describe('the summary of a job, alone', () => {
  requireDumps();

  test.describe('eight ranks', () => {
    test.use({ hostArgs: [dumpPath('ascend/cluster_analysis.db')] });

    test('eight ranks from cluster_analysis.db: rank 5 is waited for', { tag: '@full' }, async ({ app }) => {
      const view = await openCommunication(app.page);
      const rows = await rowsByTitle(view, 'Times by rank');
      const elapsed = Object.fromEntries(rows.map(({ Rank, Elapsed }) => [Rank, Elapsed]));
      expect(elapsed).toMatchObject({ 0: '289.936 ms', 3: '703.204 ms', 5: '89.363 ms' });
      await expect(view.getByText('From the job’s summary')).toBeVisible();
      await expect(view.getByRole('region', { name: 'Late ranks' }).getByRole('listitem').first()).toContainText(
        'Rank 5',
      );
    });
  });

  test.describe('sixteen ranks', () => {
    test.use({ hostArgs: [dumpPath('ascend/cluster_analysis_output_16ranks')] });

    test('sixteen ranks from the json files: links between hosts', { tag: '@full' }, async ({ app }) => {
      const view = await openCommunication(app.page);
      await show(view, 'Links');
      const rows = await rowsByTitle(view, 'Links');
      expect(rows.find((row) => row['From rank'] === '0' && row['To rank'] === '8')).toMatchObject({
        Transport: 'RDMA',
        Bandwidth: '24.28 GB/s',
      });
    });
  });
});
