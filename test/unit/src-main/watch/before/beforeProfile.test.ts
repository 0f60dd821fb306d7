import { expect, test } from 'vitest';
import { parseCommand } from '../../../../../src-main/cli/arguments';
import { profileWay } from '../../../../../src-main/cli/watch/profileArguments';
import { beforeProfile, hostStates, stateTexts } from '../../../../../src-main/watch/before/beforeProfile';
import { roomFor, sizeText } from '../../../../../src-main/watch/before/room';
import { profileTrigger } from '../../../../../src-main/watch/profileTrigger';
import type { AlarmEvent } from '../../../../../src-watch/rule/jobWatch';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { withLiveJob } from '../../../../fixtures/liveStandIn';
import { answerBytes, standInDaemon } from '../../../../fixtures/standInDaemon';

const local = (port: number) => ({ host: '127.0.0.1', port });
const wayOf = (values: Readonly<Record<string, unknown>>) => {
  const way = profileWay(values);
  if (!way) throw new Error('no way');
  return way;
};

test('how daemons of both dialects are: ready, busy, without a process, not reached', async () => {
  const said = async (port: number) => stateTexts(await hostStates([local(port)], undefined), 'en');
  await withLiveJob({}, async ({ job, places: { daemonPort: port } }) => {
    expect(await said(port)).toEqual(['1 of 1 hosts are ready.']);
    job.order('daemon busy');
    expect(await said(port)).toEqual([
      '0 of 1 hosts are ready.',
      `Busy with another profile, or the light monitor: 127.0.0.1:${port}.`,
    ]);
    job.order('daemon no-match');
    expect((await said(port))[1]).toBe(`No process of a job has registered: 127.0.0.1:${port}.`);
    job.order('daemon half');
    expect((await said(port))[1]).toBe(`Not reached: 127.0.0.1:${port} (the answer ended in its midst).`);
  });
  await withLiveJob({ dialect: 'dynolog' }, async ({ places: { daemonPort: port } }) => {
    expect(await said(port)).toEqual(['1 of 1 hosts are ready.']);
  });
});

test('a daemon of msMonitor that is too old is named; dynolog counts otherwise', async () => {
  const daemon = (status: string, version: string) =>
    standInDaemon((request, socket) =>
      socket.end(answerBytes(request.includes('getVersion') ? `{"version": "${version}"}` : status)),
    );
  const idle = '{"current_step": 3, "nputrace": "Idle", "npumonitor": "Idle", "start_step": -1, "stop_step": -1}';
  const [old, own, other] = await Promise.all([
    daemon(idle, '8.2.0'),
    daemon(idle, '8.3.0'),
    daemon('{"status": 1}', '0.5.0'),
  ]);
  const states = await hostStates([old.host, own.host, other.host], undefined);
  expect(states[0].status).toEqual({ state: 'idle', step: 3 });
  expect(stateTexts(states, 'en')).toEqual([
    '3 of 3 hosts are ready.',
    `Too old for msMonitor 8.3.0: 127.0.0.1:${old.host.port} (8.2.0).`,
  ]);
  for (const one of [old, own, other]) one.close();
});

test('what it collects, costs and comes to, in both languages', async () => {
  const folder = temporaryFolder();
  const config = { 'dynamic-profile': folder, output: folder, 'profile-ranks': '0' };
  const light = await beforeProfile(wayOf(config), undefined, 'en');
  expect(light[0]).toMatch(/^Kernels and collectives on the device/);
  expect(light).toContain('While it is taken, steps take some 5 % longer.');
  expect(light[2]).toMatch(
    new RegExp(`^It may come to 132 MB \\(ranks: 1, steps: 1\\)\\. ${folder} has [\\d.]+ [GT]B left\\.$`),
  );
  const most = { 'profile-level': '2', 'profile-memory': true, 'profile-stack': true, 'aic-metrics': 'L2Cache' };
  const heavy = await beforeProfile(wayOf({ ...config, ...most, output: '/none' }), undefined, 'zh');
  expect(heavy).toContain('采集期间每个 Step 最多慢 38 %。');
  expect(heavy.find((line) => line.includes('L2 Cache'))).toBeDefined();
  expect(heavy.find((line) => line.includes('看不到 /none'))).toContain('750 MB');
  expect([...light, ...heavy].filter((line) => /undefined|NaN|\{/.test(line))).toEqual([]);
  expect([0, 999, 1_320_000_000].map(sizeText)).toEqual(['0 bytes', '999 bytes', '1.32 GB']);
});

test('room is needed for the ranks that are chosen, else for all of the job, or for as many as its hosts may have', async () => {
  const ranks = async (values: Readonly<Record<string, unknown>>, ofJob?: number) =>
    (await roomFor(wayOf({ output: '/p', ...values }), undefined, ofJob)).ranks;
  const hosts = 'node[01-04]';
  expect(await ranks({ 'npu-hosts': hosts })).toBe(32);
  expect(await ranks({ 'npu-hosts': hosts }, 16)).toBe(16);
  // Some hosts of a larger job.
  expect(await ranks({ 'npu-hosts': hosts }, 1_000)).toBe(32);
  expect(await ranks({ 'npu-hosts': hosts, 'profile-ranks': '4,5,6' }, 32)).toBe(3);
  expect(await ranks({ 'gpu-hosts': hosts, 'process-limit': '8' })).toBe(32);
  expect(await ranks({ 'dynamic-profile': '/c' })).toBe(8);
  expect(await ranks({ 'dynamic-profile': '/c' }, 128)).toBe(128);
  expect(await ranks({ 'on-alarm': 'x' })).toBe(0);
});

test('where there is no room nobody is asked', async () => {
  const daemon = await standInDaemon((_, socket) => socket.end(answerBytes('{"processesMatched": [1]}')));
  const hosts = `127.0.0.1:${daemon.host.port},node[0001-9000]`;
  const values = { 'npu-hosts': hosts, output: temporaryFolder(), 'profile-steps': '10' };
  const way = wayOf({ ...values, 'profile-stack': true });
  const alarm: AlarmEvent = {
    ...{ kind: 'alarm', number: 1, step: 1, fromStep: 1, durationNs: 1, score: 1, inARow: 1, timeNs: 1 },
    ...{ slowestRank: undefined, outcome: 'triggered' },
  };
  const asked = profileTrigger(way).prepare(alarm, '', 'd');
  await expect(asked).rejects.toThrow(
    /^The profile may come to 540 TB, and .* left: a full disk ends the training job/,
  );
  expect(daemon.requests).toEqual([]);
  daemon.close();
});

test('a profile by hand: what may be written', () => {
  const command = parseCommand(['watch', '--diagnose-now', '--npu-hosts', 'a', '--output', '/p', '--dry-run']);
  expect(command).toMatchObject({ kind: 'diagnose', isDryRun: true, waits: true, way: { kind: 'npu-daemons' } });
  const refuses = (message: string, ...args: readonly string[]) =>
    expect(() => parseCommand(['watch', '--diagnose-now', ...args])).toThrow(message);
  refuses('--diagnose-now needs');
  refuses('--log is for following a job', '--log', 'x', '--npu-hosts', 'a', '--output', '/p');
  refuses(
    '--profile-steps is a whole number from 1 to 3',
    '--npu-hosts',
    'a',
    '--output',
    '/p',
    '--profile-steps',
    '4',
  );
  expect(() => parseCommand(['watch', '--log', 'x', '--no-wait'])).toThrow('--no-wait is for --diagnose-now');
});
