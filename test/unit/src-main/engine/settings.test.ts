import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SettingsFile } from '../../../../src-main/engine/user/settings';

const defaults = { cacheLimitBytes: 20, memoryBudgetBytes: 10 };

async function settingsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tracelane-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('changes made at the same time are all kept, and the last one of each counts', async () => {
  const folder = await settingsFolder();
  const file = new SettingsFile(folder, defaults);
  const answers = await Promise.all([
    file.change({ cacheLimitBytes: 19 }),
    file.change({ memoryBudgetBytes: 2 }),
    file.change({ cacheLimitBytes: 7 }),
  ]);
  expect(answers.map((settings) => Object.values(settings))).toEqual([
    [19, 10],
    [19, 2],
    [7, 2],
  ]);
  expect(await new SettingsFile(folder, defaults).read()).toEqual({ cacheLimitBytes: 7, memoryBudgetBytes: 2 });
  expect(await readdir(folder)).toEqual(['settings.json']);
});

test('what is being changed is read as it is going to be: a window that is loaded again asks that early', async () => {
  const file = new SettingsFile(await settingsFolder(), defaults);
  const changing = file.change({ cacheLimitBytes: 7 });
  expect(await file.read()).toEqual({ cacheLimitBytes: 7, memoryBudgetBytes: 10 });
  await changing;
});

test('a change that is refused or cannot be written says so, and does not keep the next from being made', async () => {
  const folder = await settingsFolder();
  const file = new SettingsFile(folder, defaults);
  await expect(file.change({ cacheLimitBytes: -1 })).rejects.toThrow(RangeError);
  expect(await file.change({ cacheLimitBytes: 5 })).toEqual({ cacheLimitBytes: 5, memoryBudgetBytes: 10 });
  await rm(folder, { recursive: true });
  const blocked = new SettingsFile(join('/dev/null', 'tracelane'), defaults);
  await expect(blocked.change({ cacheLimitBytes: 5 })).rejects.toThrow();
  await expect(blocked.change({ cacheLimitBytes: 6 })).rejects.toThrow();
});

test('corrected bandwidths of transports are kept; what can be none is refused', async () => {
  const folder = await settingsFolder();
  const file = new SettingsFile(folder, defaults);
  await file.change({ references: { HCCS: 28 } });
  expect((await new SettingsFile(folder, defaults).read()).references).toEqual({ HCCS: 28 });
  for (const HCCS of [-1, 0, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(file.change({ references: { HCCS } })).rejects.toThrow('Bandwidths are numbers above 0');
  expect((await file.read()).references).toEqual({ HCCS: 28 });
});

test('corrected rates of devices are kept beside the sizes; what can be no rate is refused', async () => {
  const folder = await settingsFolder();
  const file = new SettingsFile(folder, defaults);
  const chips = { chosen: 'AMD MI300X', changed: { 'AMD MI300X': { fp16: 1e15 } } };
  await file.change({ chips });
  await file.change({ cacheLimitBytes: 7 });
  expect(await new SettingsFile(folder, defaults).read()).toEqual({ cacheLimitBytes: 7, memoryBudgetBytes: 10, chips });
  for (const fp16 of [-1, 0, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(file.change({ chips: { changed: { x: { fp16 } } } })).rejects.toThrow('Rates are numbers above 0');
  expect((await file.read()).chips).toEqual(chips);
});
