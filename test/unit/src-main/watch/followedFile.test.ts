import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { atOnce, byThreads, type FileAccess } from '../../../../src-main/watch/fileAccess';
import { FollowedFile } from '../../../../src-main/watch/followedFile';

const root = mkdtempSync(join(tmpdir(), 'tracelane-follow-'));
afterAll(() => rmSync(root, { recursive: true }));
let made = 0;

/** After each look it is kept as data and taken up by another one, as if the watcher had been started anew. */
function followed(access: FileAccess) {
  const folder = join(root, String(made++));
  mkdirSync(folder);
  const path = join(folder, 'train.log');
  let file = new FollowedFile(path);
  return {
    folder,
    path,
    look: async () => {
      const lines: string[] = [];
      const changes = await file.look((own) => void lines.push(...own), access);
      const { state } = file;
      file = new FollowedFile(path, JSON.parse(JSON.stringify(file.save())));
      return { lines: lines.join(' '), state, changes };
    },
  };
}

describe.each([
  ['at once', atOnce],
  ['by threads', byThreads],
])('read %s', (_, access) => {
  test('a file that is not there yet, grows, and has half a line', async () => {
    const { path, look } = followed(access);
    expect(await look()).toEqual({ lines: '', state: 'missing', changes: [] });
    writeFileSync(path, 'a\nb');
    expect(await look()).toEqual({ lines: 'a', state: 'following', changes: [] });
    expect((await look()).lines).toBe('');
    appendFileSync(path, 'c\nd\n');
    expect((await look()).lines).toBe('bc d');
  });

  test('rotated: what was written to the old one until then is not lost', async () => {
    const { path, look, folder } = followed(access);
    writeFileSync(path, 'a\n');
    await look();
    appendFileSync(path, 'b\nc');
    renameSync(path, join(folder, 'train.log.1'));
    writeFileSync(path, 'd\n');
    expect(await look()).toEqual({ lines: 'b c d', state: 'following', changes: ['rotated'] });
    appendFileSync(path, 'e\n');
    expect(await look()).toEqual({ lines: 'e', state: 'following', changes: [] });
  });

  test('rotated under any other name, and gone: what can be found is found', async () => {
    const { path, look, folder } = followed(access);
    writeFileSync(path, 'a\n');
    await look();
    appendFileSync(path, 'b\n');
    renameSync(path, join(folder, 'old'));
    expect(await look()).toEqual({ lines: '', state: 'missing', changes: [] });
    writeFileSync(path, 'c\n');
    expect((await look()).lines).toBe('b c');
  });

  test('truncated, or copied and truncated: from its beginning', async () => {
    const { path, look, folder } = followed(access);
    writeFileSync(path, 'a\nb\n');
    await look();
    copyFileSync(path, join(folder, 'train.log.1'));
    truncateSync(path);
    expect(await look()).toEqual({ lines: '', state: 'following', changes: ['truncated'] });
    appendFileSync(path, 'c\n');
    expect((await look()).lines).toBe('c');
  });

  test('written over by something longer between two looks: from its beginning', async () => {
    const { path, look } = followed(access);
    writeFileSync(path, 'a\nb\n');
    await look();
    truncateSync(path);
    writeFileSync(path, 'new\nlines\nthat are more\n', { flag: 'r+' });
    expect(await look()).toEqual({ lines: 'new lines that are more', state: 'following', changes: ['written-over'] });
  });

  test('its folder goes away and comes back', async () => {
    const { path, look, folder } = followed(access);
    writeFileSync(path, 'a\n');
    await look();
    renameSync(folder, `${folder}-away`);
    expect((await look()).state).toBe('missing');
    writeFileSync(folder, 'a file in its place');
    expect((await look()).state).toBe('missing');
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    appendFileSync(path, 'b\n');
    expect(await look()).toEqual({ lines: 'b', state: 'following', changes: [] });
  });

  test('a folder in its place can’t be read, and is said to be', async () => {
    const { path } = followed(access);
    mkdirSync(path);
    const file = new FollowedFile(path);
    await file.look(() => expect.unreachable(), access);
    expect([file.state, file.reason]).toEqual(['unreachable', 'EISDIR']);
  });

  test('a line that is long in coming, and lines that are more than one reading', async () => {
    const { path, look } = followed(access);
    const long = 'x'.repeat(60_000);
    writeFileSync(path, 'a\n');
    await look();
    appendFileSync(path, long);
    expect((await look()).lines).toBe('');
    appendFileSync(path, '\n');
    expect((await look()).lines).toBe(long);
    const many = Array.from({ length: 300_000 }, (_, at) => `line ${at}`);
    appendFileSync(path, `${many.join('\n')}\nhalf`);
    expect((await look()).lines).toBe(many.join(' '));
    appendFileSync(path, ' of it\n');
    expect(await look()).toEqual({ lines: 'half of it', state: 'following', changes: [] });
  });
});

test.each(['ESTALE', 'EIO', 'ENOENT', 'ETIMEDOUT'])(
  'a file system that says %s at any call, and comes back: no line is lost, none read twice',
  async (code) => {
    for (const call of ['stat', 'open', 'fstat', 'read'] as const) {
      const gone = { isGone: false };
      const failing = (): never => {
        throw Object.assign(new Error(`${code}: gone`), { code });
      };
      const access: FileAccess = {
        ...atOnce,
        // Whoever reads at once has looked at it before (`isUnchanged`), and opens it.
        isAtOnce: call !== 'stat',
        [call]: (...args: never[]) => (gone.isGone ? failing() : (atOnce[call] as (...own: never[]) => never)(...args)),
      };
      const { path, look } = followed(access);
      writeFileSync(path, 'a\nb\n');
      expect((await look()).lines).toBe('a b');
      appendFileSync(path, 'c\nd');
      gone.isGone = true;
      expect(await look(), call).toEqual({
        lines: '',
        state: code === 'ENOENT' ? 'missing' : 'unreachable',
        changes: [],
      });
      appendFileSync(path, '\n');
      gone.isGone = false;
      expect(await look(), call).toEqual({ lines: 'c d', state: 'following', changes: [] });
    }
  },
);

test('whoever reads at once is told without a look that nothing was written, and of anything else is not', async () => {
  const folder = join(root, String(made++));
  mkdirSync(folder);
  const path = join(folder, 'train.log');
  const file = new FollowedFile(path);
  const look = () => file.look(() => undefined, atOnce);
  expect(file.isUnchanged(atOnce)).toBe(false);
  writeFileSync(path, 'a\n');
  await look();
  expect([file.isUnchanged(atOnce), file.isUnchanged(byThreads)]).toEqual([true, false]);
  appendFileSync(path, 'b\n');
  expect(file.isUnchanged(atOnce)).toBe(false);
  await look();
  renameSync(path, `${path}.1`);
  expect(file.isUnchanged(atOnce)).toBe(false);
  copyFileSync(`${path}.1`, path);
  expect(file.isUnchanged(atOnce)).toBe(false);
});
