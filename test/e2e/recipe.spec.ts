import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

test('the welcome page writes what takes a profile: asked, changed, copied and saved', async ({ app }) => {
  const { page } = app;
  await page.getByRole('button', { name: 'Take a profile…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take a profile' });
  await expect(dialog.getByRole('region', { name: 'tracelane_profile.py' })).toContainText('ProfilerLevel.Level1');

  await dialog.getByRole('radio', { name: 'What takes the memory?' }).check();
  const text = dialog.getByRole('region');
  await expect(text).toContainText('profile_memory=True');
  await dialog.getByRole('textbox', { name: 'Folder on the machines of the job' }).fill('/data/"$(touch x)');
  await expect(text).toContainText(String.raw`tensorboard_trace_handler("/data/\"$(touch x)")`);
  await expect(dialog.getByRole('list', { name: 'What to know' })).toContainText('torch_npu may refuse it');
  await dialog.getByRole('textbox', { name: 'Ranks' }).fill('0,x');
  await expect(dialog).toContainText('Enter ranks such as 0,3,5-7.');
  await dialog.getByRole('textbox', { name: 'Ranks' }).fill('0,3-4');
  await expect(text).toContainText('not in {0, 3, 4}');

  await dialog.getByRole('button', { name: 'How collectors differ' }).click();
  await dialog.getByRole('button', { name: 'msMonitor, with an image' }).click();
  await dialog.getByText('daemon.yaml').click();
  await expect(dialog.getByRole('region', { name: 'daemon.yaml' })).toContainText('kind: DaemonSet');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('daemon.yaml');
  expect(await readFile(await saved.path(), 'utf8')).toBe(
    await dialog.getByRole('region').locator('pre').textContent(),
  );
  await expectAccessible(page, 'recipe');

  // What was chosen is there again the next time.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Shift+T');
  await expect(dialog.getByRole('radio', { name: 'What takes the memory?' })).toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'Ranks' })).toHaveValue('0,3-4');
});
