import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/test';

// Of this worker: the host begins with the file as it is then.
const folder = mkdtempSync(join(tmpdir(), 'tracelane-growth-'));
test.afterAll(() => rmSync(folder, { recursive: true }));
let blanks: NodeJS.Timeout | undefined;
test.afterEach(() => clearInterval(blanks));
const path = join(folder, 'trace.json');
const events = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `{"ph":"X","pid":1,"tid":1,"ts":${1_000_000 + (from + at) * 10},"dur":8,"name":"op ${from + at}"}`,
  ).join(',\n');

writeFileSync(path, `[${events(0, 1_000)}`);
test.use({ hostArgs: [path], hasOwnHost: true });

test('a trace that is written while it is open is followed at its end, or where one looks', { tag: '@full' }, async ({
  app,
}) => {
  const { page } = app;
  await expect(page.getByText('1,000 events')).toBeVisible();
  // What nothing comes to for three seconds is taken for ended, and looking at it may take longer on a busy machine.
  blanks = setInterval(() => appendFileSync(path, ' '), 500);
  const follow = page
    .getByRole('button', { name: 'Follow the end' })
    .or(page.getByRole('button', { name: 'Following the end' }));
  appendFileSync(path, `,\n${events(1_000, 500)}`);
  await expect(page.getByText('1,500 events')).toBeVisible();
  await expect(page.getByText('Being written')).toBeVisible();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  // Somewhere else: it stays there, while more comes.
  await page.keyboard.press('Home');
  await page.keyboard.press('w');
  await page.keyboard.press('Home');
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  appendFileSync(path, `,\n${events(1_500, 500)}`);
  await expect(page.getByText('2,000 events')).toBeVisible();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Shift+E');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  clearInterval(blanks);
  appendFileSync(path, `,\n${events(2_000, 500)}]`);
  await expect(page.getByText('2,500 events')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /^trace\.json 2,500/ })).toBeVisible();
  await expect(page.getByText('Being written')).toBeHidden();
});
