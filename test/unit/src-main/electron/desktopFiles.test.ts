/** What the desktop application keeps in the user's folders. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppLog } from '../../../../src-main/electron/appLog';
import { WindowStateFile } from '../../../../src-main/electron/windowState';
import { keepCompiledCode } from '../../../../src-main/engine/user/compiledCode';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tracelane-desktop-files-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const noError = (error: unknown): never => {
  throw error;
};

test('the window’s state is found again', async () => {
  const file = new WindowStateFile(dir, noError);
  await file.read();
  expect(file.state).toEqual({});
  file.change({ bounds: { x: -5, y: 10, width: 900, height: 600 }, isMaximized: true });
  file.change({ zoomLevel: 1.5 });
  await file.save();
  const again = new WindowStateFile(dir, noError);
  await again.read();
  expect(again.state).toEqual({
    ...{ bounds: { x: -5, y: 10, width: 900, height: 600 }, isMaximized: true, zoomLevel: 1.5 },
  });
});

test.each([
  '',
  '{',
  '[]',
  '{"bounds":{"x":1}}',
  '{"bounds":{"x":1e9,"y":0,"width":1,"height":1}}',
  '{"zoomLevel":"2"}',
])('a state that is damaged is none: %s', async (text) => {
  await writeFile(join(dir, 'window.json'), text);
  const file = new WindowStateFile(dir, noError);
  await file.read();
  expect(file.state).toEqual({});
});

test('a state that cannot be written is reported, and nothing else happens', async () => {
  const reported: unknown[] = [];
  const path = join(dir, 'a file');
  await writeFile(path, '');
  const file = new WindowStateFile(path, (error) => reported.push(error));
  file.change({ zoomLevel: 1 });
  await file.save();
  expect(reported).toHaveLength(1);
});

test('the log has a line for each, and begins anew when it has grown', async () => {
  const log = new AppLog(join(dir, 'logs'), 100);
  log.line('first\nin one line');
  log.line(`second ${'x'.repeat(100)}`);
  await log.written();
  expect((await readFile(join(dir, 'logs', 'tracelane.log'), 'utf8')).split('\n')).toHaveLength(3);
  log.line('third');
  await log.written();
  expect((await readdir(join(dir, 'logs'))).sort()).toEqual(['tracelane.before.log', 'tracelane.log']);
  expect(await readFile(join(dir, 'logs', 'tracelane.log'), 'utf8')).toMatch(/^\d{4}-[\d-]+T[\d:.]+Z third\n$/);
});

test('compiled code is kept where Node can, and nothing is wrong where it cannot', () => {
  const folders: string[] = [];
  keepCompiledCode({ enableCompileCache: (folder) => folders.push(folder) });
  expect(folders).toEqual([expect.stringMatching(/tracelane.*[\\/]code$/i)]);
  keepCompiledCode({});
});
