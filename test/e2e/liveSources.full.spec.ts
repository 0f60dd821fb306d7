/** Sources of step times that the Live tab follows, each while something writes it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { LivePlaces } from '../../src-main/demo/live/liveOptions';
import { newDatabase } from '../fixtures/newDatabase';
import { expectAccessible } from './support/axe';
import { expect, projectDir, test } from './support/test';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-live-sources-'));
const cli = join(projectDir, 'dist/node/cli.js');
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), XDG_CONFIG_HOME: join(folder, 'config') };
let job: ChildProcess | undefined;
let places: LivePlaces;

/** The stand-in job: msMonitor's JSON lines, and a Prometheus. */
test.beforeAll(async () => {
  const home = join(folder, 'job');
  job = spawn(process.execPath, [cli, 'demo', home, '--live', '--step-ms', '100'], {
    ...{ env, stdio: ['pipe', 'ignore', 'inherit'] },
  });
  await expect.poll(() => existsSync(join(home, 'live.json'))).toBe(true);
  places = JSON.parse(readFileSync(join(home, 'live.json'), 'utf8')) as LivePlaces;
});

test.afterAll(() => {
  job?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.use({ hasOwnHost: true, hostArgs: ['--root', folder] });

const viewOf = (page: Page) => page.getByRole('region', { name: 'Live' });

/** With the form: a kind of source, and what stands in its fields. */
async function watch(page: Page, kind: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Watch a job' }).first().click();
  await viewOf(page).getByRole('button', { name: 'Watch a job' }).last().click();
  const form = page.getByRole('dialog', { name: 'Watch a running job' });
  await form.getByText(kind, { exact: true }).click();
  for (const [name, value] of Object.entries(fields))
    await form.getByRole('textbox', { name, exact: true }).fill(value);
  await expectAccessible(page, `the form for ${kind}`);
  await form.getByRole('button', { name: 'Watch a job' }).click();
  await expect(form).toBeHidden();
}

const sentence = (page: Page) => viewOf(page).getByRole('status').first();
/** The lines of the file that the chart's menu saves. */
async function savedCurve(page: Page, name: string): Promise<readonly string[]> {
  const figure = viewOf(page).getByRole('figure', { name });
  await figure.getByRole('button', { name: 'Copy or save' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save the numbers (csv)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${name}.csv`);
  return readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
}

const usual = (step: number) => 100 + (step % 3);

test('csv and JSON lines of step times, a slow stretch of ranks among them', async ({ app }) => {
  const { page } = app;
  const csv = join(folder, 'steps.csv');
  const lines = (from: number, to: number, ms: (step: number) => number) =>
    Array.from({ length: to - from }, (_, at) => `${from + at},${ms(from + at)}\n`).join('');
  writeFileSync(csv, `step,ms\n${lines(1, 51, usual)}`);
  await watch(page, 'csv or JSON lines', { 'Paths, one per line': csv });
  await expect(sentence(page)).toHaveText(/Step 50 took 102/);
  appendFileSync(
    csv,
    lines(51, 55, () => 140),
  );
  await expect(viewOf(page).getByRole('row').filter({ hasText: 'Alarm at step 54' })).toBeVisible();

  const json = join(folder, 'steps.jsonl');
  writeFileSync(json, '');
  const told = (step: number) =>
    [0, 1, 2, 3]
      .map((rank) => `${JSON.stringify({ step, rank, s: (usual(step) + 30 * +(rank === 2)) / 1e3 })}\n`)
      .join('');
  await viewOf(page).getByRole('button', { name: 'Watch a job' }).last().click();
  const form = page.getByRole('dialog', { name: 'Watch a running job' });
  await form.getByText('csv or JSON lines', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Paths, one per line' }).fill(json);
  await form.getByRole('button', { name: 'Watch a job' }).click();
  for (let step = 1; step <= 60; step++) appendFileSync(json, told(step));
  const slowest = viewOf(page).getByRole('list', { name: 'Slowest over the last steps:' });
  await expect(slowest.getByRole('button').first()).toHaveText(/^Rank 2 131/);
  await expect(viewOf(page).getByRole('row').filter({ hasText: 'Slow rank' })).toContainText('ank 2');
  await expect(sentence(page)).toHaveText(/^Rank 2 is slower than its peers\. Steps are as they were in the baseline/);
  await expectAccessible(page, 'a slow rank');
  await slowest.getByRole('button').first().click();
  await expect(
    viewOf(page).getByRole('figure', { name: 'Step time' }).getByRole('button', { name: 'Rank 2', exact: true }),
  ).toBeVisible();
});

test('JSON lines of msMonitor as the job writes them: ranks, kernels, collectives and their bandwidth, also after a reload', async ({
  app,
}) => {
  const { page } = app;
  await watch(page, 'msMonitor', { 'Paths, one per line': places.monitor });
  await expect(sentence(page)).toHaveText(/^Steps are as they were in the baseline: 100/);
  const light = viewOf(page).getByRole('figure', { name: 'Kernels and collectives of a step' });
  for (const name of ['Kernels', 'Collectives', 'Bandwidth of collectives'])
    await expect(light.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(viewOf(page).getByRole('button', { name: /^Rank 7 / })).toBeVisible();
  // Each step is shown: the sentence goes on.
  const before = await sentence(page).textContent();
  await expect(sentence(page)).not.toHaveText(before ?? '');

  // What a step is: three fields one behind the other, before the host has answered to the first.
  await viewOf(page).getByRole('textbox', { name: 'Samples/step' }).fill('512');
  await viewOf(page).getByRole('textbox', { name: 'FLOPs/step' }).fill('4e12');
  await viewOf(page).getByRole('textbox', { name: 'Peak FLOP/s' }).fill('100T');
  await viewOf(page).getByRole('textbox', { name: 'Peak FLOP/s' }).press('Enter');
  for (const name of ['Samples/s', 'FLOP/s', 'MFU'])
    await expect(viewOf(page).getByRole('radio', { name, exact: true })).toBeVisible();
  await expect(viewOf(page).getByRole('textbox', { name: 'Peak FLOP/s' })).toHaveValue('1e14');
  await expectAccessible(page, 'kernels and collectives');

  // The curves as a file: what is drawn, with a line a point.
  const rows = await savedCurve(page, 'Throughput');
  expect(rows[0]).toContain('Time');
  expect(rows.length).toBeGreaterThan(40);
  expect(Number(rows.at(-1)?.split(',').at(-1))).toBeGreaterThan(9);

  await page.reload();
  await page.getByRole('button', { name: 'Watch a job' }).first().click();
  await expect(light.getByRole('button', { name: 'Bandwidth of collectives', exact: true })).toBeVisible();
  await expect(viewOf(page).getByRole('radio', { name: 'MFU', exact: true })).toBeVisible();
});

test('a database of msMonitor that grows: steps, and the bandwidth of collectives that tell their size', async ({
  app,
}) => {
  const { page } = app;
  const home = join(folder, 'databases');
  mkdirSync(home);
  const database = newDatabase(join(home, 'msmonitor_77_20261124010203123_0.db'));
  database.exec(`CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER);
    CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER, dataType INTEGER, count NUMERIC);
    CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, message INTEGER, globalTid INTEGER);`);
  const step = (number: number, ms = usual(number)) => {
    const from = 1_757_655_301_000_000_000n + BigInt(number) * 200_000_000n;
    const at = (own: number) => from + BigInt(Math.round(own * 1e6));
    database.run('INSERT INTO TASK VALUES (?, ?, 0, 3)', [at(0), at(60)]);
    database.run('INSERT INTO COMMUNICATION_OP VALUES (1, ?, ?, 11, 100000000)', [at(60), at(80)]);
    database.run('INSERT INTO MSTX_EVENTS VALUES (?, ?, 2, ?, 7)', [at(0), at(ms), number]);
  };
  for (let number = 1; number <= 60; number++) step(number);
  await watch(page, 'msMonitor', { 'Paths, one per line': home });
  await expect(sentence(page)).toHaveText(/Step 60 took/);
  for (let number = 61; number <= 64; number++) step(number, 160);
  await expect(viewOf(page).getByRole('row').filter({ hasText: 'Alarm at step 64' })).toBeVisible();
  database.close();
  // 200 MB in 20 ms, the last column.
  const rows = await savedCurve(page, 'Kernels and collectives of a step');
  expect(rows[0]).toContain('Bandwidth of collectives (GB/s)');
  expect(Number(rows.at(-1)?.split(',').at(-1))).toBeCloseTo(10, 6);
});

test('a folder in which dumps appear', async ({ app }) => {
  const { page } = app;
  const dumps = join(folder, 'dumps');
  mkdirSync(dumps);
  await watch(page, 'dumps', { 'Paths, one per line': dumps });
  await expect(sentence(page)).toHaveText('No step yet.');
  const args = ['demo', join(dumps, 'first'), '--ranks', '2', '--steps', '4', '--events', '2000'];
  const made = spawn(process.execPath, [cli, ...args], { env, stdio: 'ignore' });
  expect(await new Promise((resolve) => made.once('exit', resolve))).toBe(0);
  await expect(viewOf(page).getByRole('figure', { name: 'Step time' })).toBeVisible();
  await expect(sentence(page)).toHaveText(/^Step \d+ took .* more steps complete the baseline/);
  await expect(viewOf(page).getByRole('button', { name: /^Rank 1 / })).toBeVisible();
});

test('a Prometheus server, and what it says when it is gone', async ({ app }) => {
  const { page } = app;
  await watch(page, 'Prometheus', {
    ...{ 'Address of the server': `http://127.0.0.1:${places.metricsPort}`, Query: 'training_step_time_seconds' },
    'Seconds between samples': '1',
  });
  await expect(sentence(page)).toHaveText(/took (99|10\d)/, { timeout: 90_000 });
  await expect(viewOf(page).getByRole('button', { name: /^Rank 3 / })).toBeVisible();
  await expect(viewOf(page).getByRole('row').filter({ hasText: 'Baseline' }).first()).toBeVisible({ timeout: 90_000 });
  const ask = viewOf(page).getByRole('button', { name: 'Why no data?' });
  await ask.click();
  await expect(viewOf(page).getByText('1 source is read, and gives steps.')).toBeVisible();
  job?.kill('SIGKILL');
  const problem = viewOf(page).getByRole('alert');
  await expect(problem).toContainText(`127.0.0.1:${places.metricsPort}`);
  await ask.click();
  await expect(viewOf(page).getByText('1 source is read; it gives no steps now.')).toBeVisible();
});
