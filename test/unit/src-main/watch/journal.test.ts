import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Journal } from '../../../../src-main/watch/journal';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('is replaced as a whole, and leaves nothing beside it', async () => {
  const journal = new Journal<{ readonly step: number }>(join(folder, 'own', 'job.json'));
  expect(await journal.read()).toBeUndefined();
  await journal.write({ step: 1 });
  await journal.write({ step: 2 });
  expect(await journal.read()).toEqual({ step: 2 });
  expect(readdirSync(join(folder, 'own'))).toEqual(['job.json']);
});

test('one that is damaged is said to be, and stays as it is', async () => {
  const path = join(folder, 'damaged.json');
  writeFileSync(path, '{"step":');
  await expect(new Journal(path).read()).rejects.toThrow(`The journal ${path} is damaged`);
  expect(readFileSync(path, 'utf8')).toBe('{"step":');
});

test('what can’t be written leaves no half of it', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(new Journal(join(folder, 'file', 'job.json')).write({})).rejects.toThrow();
  const circle: Record<string, unknown> = {};
  circle.own = circle;
  await expect(new Journal(join(folder, 'circle', 'job.json')).write(circle)).rejects.toThrow(TypeError);
  expect(readdirSync(join(folder, 'circle'))).toEqual([]);
});
