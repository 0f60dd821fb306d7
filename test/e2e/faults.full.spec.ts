/** A generated job with a fault of each kind: each is read off the tab meant for it, by the truth beside the dump. */
import type { Locator, Page } from '@playwright/test';
import type { EffectTruth } from '../../src-main/demo/truth';
import { plain, rowsOf } from './support/pageText';
import { expect, type GeneratedJob, test } from './support/test';
import { inBothThemes } from './support/themes';

/** Effects of the fault of that kind, over all steps, by rank. */
function effects({ truth }: GeneratedJob, kind: string): ReadonlyMap<number, readonly EffectTruth[]> {
  const place = truth.faults.findIndex((fault) => fault.kind === kind);
  return new Map(
    truth.ranks
      .map(({ rank, effects: all }) => [rank, all.filter(({ fault }) => fault === place)] as const)
      .filter(([, own]) => own.length > 0),
  );
}

async function openTab(page: Page, name: string): Promise<Locator> {
  await expect(page.getByText(/^\d+ ranks · /)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('region', { name, exact: true });
}

/** One of a row of buttons of which one is chosen. */
const choose = (view: Locator, option: string) =>
  view
    .getByRole('radiogroup')
    .locator('label')
    .filter({ hasText: new RegExp(`^${option}$`) })
    .click();

test.describe('tensor 2 × data 4 on two hosts, with ten faults', () => {
  const faults = [
    'slow-rank:rank=3,factor=1.4',
    'late-dataloader:rank=5,ms=60',
    'slow-link:ranks=6-7,factor=0.25',
    'down-clock:rank=2,mhz=1200',
    'jit-compile:rank=6,calls=24,ms=4',
    'gc-pause:rank=7,ms=60',
    'leak:rank=1,mib=96',
    'small-packets:group=dp,kib=256',
    'unaligned:group=tp',
    'drift:perstep=0.1',
  ];
  const sizes = '--tp 2 --dp 4 --ranks-per-host 4 --steps 5 --layers 1 --micro-batches 1 --seed 11';
  test.use({ demoArgs: [...sizes.split(' '), ...faults.flatMap((fault) => ['--fault', fault])] });

  test('Summary: who is slow, late, waits for its host, or runs below its clock; what drifts', async ({ app, job }) => {
    const view = await openTab(app.page, 'Summary');
    const grid = view.getByRole('grid').first();
    await expect(grid.locator('.table-row')).toHaveCount(8);
    const factsOf = async (rank: number) => {
      await grid.locator('.table-row').nth(rank).getByRole('gridcell').first().click();
      await expect(view.getByRole('region', { name: `Rank ${rank}`, exact: true })).toBeVisible();
      const facts = await view
        .locator('.fact')
        .evaluateAll((elements) =>
          elements.map((fact) => [
            fact.querySelector('dt')?.textContent ?? '',
            fact.querySelector('dd')?.getAttribute('title') ?? '',
          ]),
        );
      // "8,873,756 ns"
      return (label: string) =>
        Number(plain(facts.find(([own]) => own === label)?.[1] ?? '').replace(/[^\d.]/g, '')) / 1e6;
    };
    const [usual, late, compiling, collecting] = [
      await factsOf(4),
      await factsOf(5),
      await factsOf(6),
      await factsOf(7),
    ];
    const [wait] = effects(job, 'late-dataloader').get(5) ?? [];
    expect(late('Preparing') - usual('Preparing')).toBeGreaterThan(0.9 * ((wait?.extraNs ?? 0) / 1e6));
    expect(late('Free') - usual('Free')).toBeGreaterThan(50);
    expect(compiling('Free') - usual('Free')).toBeGreaterThan(3);
    const [pause] = effects(job, 'gc-pause').get(7) ?? [];
    expect(collecting('Free') - usual('Free')).toBeGreaterThan(0.7 * ((pause?.extraNs ?? 0) / 1e6));
    await inBothThemes(app, 'faults-split');

    await choose(view, 'Parallel map');
    const slow = view.locator('.parallel-cell.is-slow');
    await expect(slow).toHaveCount(2);
    await expect(slow.first()).toContainText(/^2/);
    await expect(slow.last()).toContainText(/^3/);
    await expect(view.getByRole('listitem').filter({ hasText: 'Rank 3' })).toContainText(/1[34]\d\.\d+\s%/);
    await inBothThemes(app, 'faults-parallel');

    await choose(view, 'Devices');
    const counters = view.getByRole('grid', { name: 'Counters' });
    const clocks = (await rowsOf(counters))
      .filter((cells) => cells[1] === 'AI Core Freq')
      .map((cells) => cells.slice(2, 7));
    expect(clocks).toHaveLength(8);
    expect(clocks.find(([rank]) => rank === 'Rank 2')).toEqual(['Rank 2', '1,200', '1,200', '1,200', 'MHz']);
    expect(clocks.find(([rank]) => rank === 'Rank 3')?.[1]).toBe('1,650');
    await inBothThemes(app, 'faults-devices');

    await choose(view, 'Over steps');
    await view.getByRole('button', { name: 'Show as a table' }).first().click();
    const computing = (await rowsOf(view.getByRole('grid').first())).map((cells) => plain(cells[2] ?? ''));
    const times = computing.map((text) => Number.parseFloat(text));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect((times.at(-1) ?? 0) / (times[0] ?? 0)).toBeCloseTo(1.4, 1);
    await inBothThemes(app, 'faults-drift');
  });

  test('Operator: whose kernels take longer, which shapes change, what takes longer each step', async ({
    app,
    job,
  }) => {
    const { page } = app;
    const view = await openTab(page, 'Operator');
    await choose(view, 'Compare');
    const groups = view.getByRole('grid', { name: 'Kernel groups' });
    await expect(groups.getByRole('columnheader', { name: /Slowest rank/ })).toBeVisible();
    const slowest = new Map((await rowsOf(groups)).map(([type = '', , , , , rank = '']) => [type, rank]));
    // Half as long again on the matrix unit of a device that runs at two thirds; a sixth longer on its vector unit.
    expect(slowest.get('MatMulV2')).toBe('Rank 2');
    expect(slowest.get('RmsNorm')).toBe('Rank 3');
    await inBothThemes(app, 'faults-compare');

    const compiled = (effects(job, 'jit-compile').get(6) ?? []).reduce((sum, { count }) => sum + count, 0);
    const dynamic = view.locator('[data-fact="dynamic"] dd');
    await expect(dynamic).toHaveText(String(compiled));
    await onlyRank(page, 'Rank 6');
    await expect(dynamic).toHaveText(String(compiled));
    await choose(view, 'Over steps');
    await inBothThemes(app, 'faults-over-steps');
    const overSteps = await rowsOf(view.getByRole('grid').first());
    const [, , least = '', most = ''] = overSteps.find(([group]) => group?.startsWith('MatMulV2')) ?? [];
    expect(Number.parseFloat(most) / Number.parseFloat(least)).toBeCloseTo(1.4, 1);
    await onlyRank(page, 'Rank 5');
    await expect(view.locator('[data-fact="kernels"] dd')).toBeVisible();
    await expect(dynamic).not.toHaveText(String(compiled));
  });

  test('Memory: which rank leaks, how much, and the line that keeps it', async ({ app, job }) => {
    const { page } = app;
    const view = await openTab(page, 'Memory');
    await choose(view, 'Growth per step');
    const ranks = view.getByRole('grid', { name: 'Growth of the compared ranks' });
    const growth = await rowsOf(ranks);
    expect(growth.filter((cells) => cells[3] === 'yes').map(([rank]) => rank)).toEqual(['Rank 1']);
    const mib = (effects(job, 'leak').get(1)?.[0]?.bytes ?? 0) / 2 ** 20;
    expect(Math.abs(Number.parseFloat(growth[0]?.[1] ?? '') - mib)).toBeLessThan(3);
    await ranks.getByText('Rank 1', { exact: true }).dblclick();
    await expect(view.getByText(/^Possible memory leak: \+9\d\.\d\sMB per step; 4 of 4 steps/)).toBeVisible();
    const kept = await rowsOf(view.getByRole('grid', { name: 'Ops whose memory is not released' }));
    expect(kept[0]?.[0]).toBe('aten::copy_');
    await inBothThemes(app, 'faults-leak');

    await view.locator('.memory-fact').filter({ hasText: 'Peak allocated' }).click();
    await choose(view, 'Call stack');
    const stack = view.locator('.table-row').filter({ hasText: /metrics\.py\(41\): keep_history/ });
    await expect(stack).toHaveCount(1);
    await expect(stack).toContainText(/384\.00\sMB/);
    await inBothThemes(app, 'faults-leak-stacks');
  });

  test('Communication: who is late, which links are slow, which packets are small or unaligned', async ({ app }) => {
    const view = await openTab(app.page, 'Communication');
    const late = view.getByRole('listitem').filter({ hasText: /last at/ });
    await expect(late.nth(0)).toContainText('Rank 5');
    await expect(late.nth(1)).toContainText('Rank 2');
    await expect(late.nth(2)).toContainText('Rank 7');
    const links = view.getByRole('button', { name: /mean of/ });
    await expect(links).toHaveCount(2);
    await expect(links.nth(0)).toContainText(/6 → 7|7 → 6/);
    await expect(links.nth(0)).toContainText('HCCS');
    await expect(view.getByText(/^RDMA: 100 % of the time in packets under 1\sMB/)).toBeVisible();
    await expect(view.getByText(/^HCCS: .*512\sB/)).toBeVisible();
    // Rank 0 waits in its data-parallel group for rank 2, whose clock is low.
    await expect(view.getByText('Waited most for Rank 2', { exact: true })).toBeVisible();
    await inBothThemes(app, 'faults-communication');
    await choose(view, 'Links');
    await inBothThemes(app, 'faults-links');
  });
});

test.describe('one rank computes slower, another longer from step to step', () => {
  const sizes = '--dp 4 --steps 5 --layers 1 --micro-batches 1 --seed 3';
  const faults = ['--fault', 'slow-rank:rank=1,factor=1.5', '--fault', 'drift:perstep=0.1,rank=2'];
  test.use({ demoArgs: [...sizes.split(' '), ...faults], addressParams: { measure: '', backend: 'raster' } });

  test('Findings lead to the kernels, and to the last step beside the first', async ({ app: { page } }) => {
    /** What the timeline shows of a finding: lanes above all others, and what is marked. */
    const shown = () =>
      page.evaluate(() => {
        const state = window.__tracelane?.session.store.getState();
        // The timeline has not been shown yet.
        if (!state) return undefined;
        const { dump, pinned, marks, view } = state;
        const lanes = dump.ranks.flatMap(({ rank, groups }) =>
          groups.flatMap((group) => group.lanes.map(({ id, name }) => ({ id, name: `${rank} ${name}` }))),
        );
        const names = pinned.map((lane) => lanes.find(({ id }) => id === lane)?.name);
        return { names, marks: marks.filter(({ startNs }) => startNs >= view.startNs).length };
      });
    const open = async (title: RegExp) => {
      const view = await openTab(page, 'Findings');
      const row = view
        .getByRole('list', { name: 'Findings by time lost' })
        .getByRole('listitem')
        .filter({ hasText: title });
      const head = row.getByRole('button').first();
      if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
      return row;
    };
    const slow = await open(/Rank 1 computes/);
    await slow
      .getByRole('button', { name: /^Rank 1 › Stream \d+ › aclnn/ })
      .first()
      .click();
    await expect.poll(async () => (await shown())?.names).toEqual([expect.stringMatching(/^1 Stream \d+$/)]);
    const drift = await open(/Rank 2: computing grows/);
    await expect(drift.getByRole('button', { name: /^Rank 2 · Step 10, / })).toBeVisible();
    await drift.getByRole('button', { name: /^Rank 2 · Step 14, / }).click();
    await expect.poll(shown).toEqual({ names: ['2 Computing', '2 Communication(Not Overlapped)', '2 Free'], marks: 1 });
  });
});

test.describe('experts of which some get several times the mean', () => {
  const sizes =
    '--dp 4 --ep 4 --experts 8 --imbalance 0.9 --steps 2 --layers 1 --micro-batches 1 --seed 11 --no-timeline';
  test.use({ demoArgs: sizes.split(' ') });

  test('Summary: the load map; Operator: rows of the grouped matmuls', async ({ app }) => {
    const view = await openTab(app.page, 'Summary');
    await choose(view, 'Experts');
    await expect(view.getByText(/^Max \/ mean: 3\.\d+/)).toBeVisible();
    await inBothThemes(app, 'faults-experts');
    const operator = await openTab(app.page, 'Operator');
    await choose(operator, 'Compare');
    const groups = operator.getByRole('grid', { name: 'Kernel groups' });
    await expect(groups.getByRole('columnheader', { name: /Slowest rank/ })).toBeVisible();
    const grouped = (await rowsOf(groups)).find(([type]) => type === 'GroupedMatmul');
    expect(Number.parseFloat(grouped?.[4] ?? '')).toBeGreaterThan(100);
    await inBothThemes(app, 'faults-grouped-matmul');
  });
});

async function onlyRank(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Ranks/ }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill(label);
  await page.getByRole('button', { name: /^Only/ }).click();
  await page.keyboard.press('Escape');
}
