import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { SavedWatch } from '../../../../src-main/watch/watchOptions';
import { builtWorker } from '../../../fixtures/builtWorker';
import { killedAt, line } from './watchedJob';

const moments = Array.from({ length: 16 }, (_, at) => [1 + (at >> 1), at % 2 === 0] as const);

test.each(moments)('at writing %d, on disk: %s: one profile, no alarm lost, none twice', killedAt);

const folder = mkdtempSync(join(tmpdir(), 'tracelane-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the program, killed with −9 at ten moments: one profile, all alarms, each once', async () => {
  const { programPath } = builtWorker();
  const path = join(folder, 'train.log');
  const asked = join(folder, 'asked');
  writeFileSync(path, '');
  writeFileSync(asked, '');
  const args = ['watch', '--log', path, '--on-alarm', `echo "$TRACELANE_ALARM" >> '${asked}'`];
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  let step = 0;
  const write = (): void => {
    step++;
    // Four runs of spikes, behind the baseline.
    appendFileSync(path, line(step, step > 100 && step % 100 < 8 ? 300 : 100 + (step % 3)));
  };
  for (let life = 0; life < 11; life++) {
    const watcher = spawn(process.execPath, [programPath, ...args], { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => watcher.once('exit', resolve));
    for (let at = 0; at < 40; at++) {
      write();
      await wait(25 + 7 * life);
    }
    if (life === 10) await wait(4_000);
    watcher.kill(life === 10 ? 'SIGINT' : 'SIGKILL');
    await ended;
  }
  const state = join(folder, 'config', 'tracelane', 'watch');
  const saved = JSON.parse(readFileSync(join(state, readdirSync(state)[0]), 'utf8')) as SavedWatch;
  expect(saved.alarms.map(({ number, step: own }) => [number, own])).toEqual([
    [1, 104],
    [2, 203],
    [3, 303],
    [4, 403],
  ]);
  expect(saved.triggers).toHaveLength(1);
  const lines = readFileSync(asked, 'utf8').trim().split('\n');
  expect(saved.triggers[0].status === 'unknown' ? ['', '1'] : ['1']).toContain(lines.join(' '));
});
