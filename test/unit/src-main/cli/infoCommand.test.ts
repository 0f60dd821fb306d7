import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DumpId, DumpState, RankIndex, RankState } from '../../../../src-contract';
import { infoLines } from '../../../../src-main/cli/infoCommand';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { readyState } from '../support/fakeEngine';

const rank: RankState = {
  index: 0 as RankIndex,
  rank: 0,
  label: 'Rank 0',
  folder: '/job/rank0',
  place: '/job/rank0',
  status: 'ready',
  progress: { bytesDone: 1, bytesTotal: 1, eventsDone: 1 },
  generation: 1,
  startNs: 0,
  endNs: 1,
  groups: [],
  eventCounts: { X: 4384, C: 4431 },
  flowCategories: [{ name: 'async_npu', linkCount: 210, unpairedCount: 1 }],
  files: [],
  skipped: [
    {
      notice: { code: 'bad-time', severity: 'warning', message: 'Events without a time.', params: {} },
      eventCount: 2,
      byteOffsets: [1024, 2048],
    },
  ],
  notices: [],
};

test('what is in a dump, with what is missing from it', () => {
  const state: DumpState = { ...readyState('d' as DumpId, ['/job']), ranks: [rank], openMs: 412 };
  expect(infoLines(state)).toEqual([
    'Opened job: 1 rank, 0 lanes, 8,815 events, 2 skipped in 0.41 s',
    '',
    'Rank 0  /job/rank0',
    '  8,815 events: 4,431 C, 4,384 X',
    '  0 lanes',
    '  flow async_npu: 210 joined, 1 not',
    '  skipped 2: Events without a time. (at byte 1,024, 2,048)',
  ]);
});

test('a dump that failed: the sentence of its error', () => {
  const state: DumpState = {
    ...readyState('d' as DumpId, ['/job']),
    status: 'failed',
    notices: [
      { code: 'odd', severity: 'info', message: 'Odd.', params: {} },
      { code: 'not-json', severity: 'error', message: 'This is not JSON.', params: {} },
    ],
  };
  expect(infoLines(state)[0]).toBe('Could not open job: This is not JSON.');
});

describe('as it is built', () => {
  const { programPath } = builtWorker();

  test('what a dump and its files are called does not reach the terminal as it is', () => {
    const home = temporaryFolder();
    const path = join(home, 'a\u001b[2J\u009b31m\nerror: fake.json');
    const name = '\u001b]0;PWNED\u0007\r\n';
    const process = { ph: 'M', pid: 1, tid: 1, name: 'process_name', args: { name } };
    const slice = { ph: 'X', ts: 1, dur: 1, pid: 1, tid: 1, name: 'a' };
    const start = { ph: 's', ts: 1, pid: 1, tid: 1, id: 1, cat: name, name: 'a' };
    writeFileSync(path, JSON.stringify([process, slice, start]));
    const env = { ...globalThis.process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
    for (const args of [[path], [path, '--json'], [join(home, 'gone\u001b]0;\u0007')]]) {
      const { stdout, stderr } = spawnSync('node', [programPath, 'info', ...args], { encoding: 'utf8', env });
      const printed = `${stdout}${stderr}`;
      expect(printed).toContain('\\u001b');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters that must not be there
      expect(printed.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      expect(printed).not.toMatch(/^error: fake/m);
      if (args.includes('--json')) expect(JSON.parse(stdout).ranks[0].groups[0].name).toBe(name);
    }
  });

  test('a small dump, of several parts as well, is read before a thread would have begun, and needs none', () => {
    const home = temporaryFolder();
    const path = join(home, 'trace.json');
    const events = Array.from({ length: 60_000 }, (_, i) => {
      return { ph: 'X', ts: 10 * i, dur: 5, pid: 1, tid: 1, name: 'a slice of some length', args: { i, of: 'many' } };
    });
    writeFileSync(path, JSON.stringify(events));
    const counting = join(home, 'counting.cjs');
    writeFileSync(
      counting,
      `const threads = require('node:worker_threads');
      let count = 0;
      threads.Worker = class extends threads.Worker { constructor(...own) { super(...own); count++; } };
      require('node:module').syncBuiltinESMExports();
      process.on('exit', () => console.error('threads: ' + count));`,
    );
    const env = { ...globalThis.process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
    const run = (...args: string[]) =>
      spawnSync('node', ['--require', counting, programPath, 'info', path, ...args], { encoding: 'utf8', env });
    const { stdout, stderr } = run();
    expect(stdout).toContain('60,000 events: 60,000 X');
    expect(stderr).toContain('threads: 0\n');
    // The clock of the job is told here, which is asked in another one.
    expect(run('--json').stderr).toContain('threads: 1\n');
  });
});
