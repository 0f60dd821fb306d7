import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../../../src-worker/files/readable';
import { unreadable } from '../../../../src-worker/files/unreadable';
import { temporaryFolder } from '../../../fixtures/indexed';

function refusal(path: string): unknown {
  try {
    openFile(path);
  } catch (error) {
    return unreadable(path, error);
  }
  return 'opened';
}

test('only regular files are opened: anything else is told of in a sentence, at once', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'folder'));
  expect(refusal(join(folder, 'folder'))).toMatchObject({ code: 'file-unreadable', reason: { id: 'is-folder' } });
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(folder, 'trace.json')]);
  symlinkSync('/dev/zero', join(folder, 'zero.json'));
  for (const path of ['trace.json', 'zero.json'].map((name) => join(folder, name)))
    expect(refusal(path), path).toMatchObject({ code: 'file-unreadable', path, reason: { id: 'not-a-file' } });
});
