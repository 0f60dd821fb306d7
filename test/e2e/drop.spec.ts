import { dumpPath, expect, requireDumps, test } from './support/test';

requireDumps();

const trace = dumpPath('kineto/a100_switch_few_flows.json');

test('a file dropped into the window is opened', { tag: '@desktop' }, async ({ app }) => {
  await expect(app.page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await app.drop(trace);
  await app.host.waitForOutput(/^Opened a100_switch_few_flows\.json: 1 rank, \d+ lanes, [\d,]+ events in/m);
  await expect(app.page.getByText('a100_switch_few_flows.json').first()).toBeVisible();
});

// On the desktop nothing is uploaded: a file that is dropped is opened where it is, and is a recent dump like any other.
test('an uploaded file does not become a recent dump: it goes when the window goes', {
  tag: '@browser',
}, async ({ app }) => {
  await expect(app.page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await app.drop(trace);
  await app.host.waitForOutput(/^Opened a100_switch_few_flows\.json/m);
  await app.page.reload();
  await expect(app.page.getByRole('button', { name: /open.*folder/i }).first()).toBeVisible();
  await expect(app.page.getByText('a100_switch_few_flows.json')).toHaveCount(0);
});
