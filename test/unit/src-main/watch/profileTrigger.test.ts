import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { profileWay } from '../../../../src-main/cli/watch/profileArguments';
import { askDaemons } from '../../../../src-main/watch/askDaemons';
import { failureText } from '../../../../src-main/watch/hostFailure';
import { type ProfileTrigger, profileTrigger } from '../../../../src-main/watch/profileTrigger';
import type { AlarmEvent } from '../../../../src-watch/rule/jobWatch';
import { temporaryFolder } from '../../../fixtures/indexed';
import { answerBytes, standInDaemon } from '../../../fixtures/standInDaemon';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-trigger-'));
afterAll(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;

const alarm: AlarmEvent = {
  ...{ kind: 'alarm', number: 1, step: 64, fromStep: 61, durationNs: 450e6, score: 9.5, inARow: 4, timeNs: 1 },
  ...{ slowestRank: 5, outcome: 'triggered' },
};

const triggerOf = (values: Readonly<Record<string, unknown>>, language: 'en' | 'zh' = 'en') => {
  const way = profileWay(values);
  if (!way) throw new Error('no way');
  return profileTrigger(way, language);
};

const asked = (trigger: ProfileTrigger, reason: string) =>
  trigger.prepare(alarm, reason, 'd').then((send) => send(never));

const taking = answerBytes(
  '{"processesMatched": [11, 12], "activityProfilersTriggered": [11, 12], "activityProfilersBusy": 0}',
);

test('what daemons do costs no more than the time of a host', async () => {
  const daemons = await Promise.all([
    standInDaemon((_, socket) => socket.end(taking)),
    standInDaemon((_, socket) => socket.end(answerBytes('{"processesMatched": [], "activityProfilersBusy": 0}'))),
    standInDaemon((_, socket) =>
      socket.end(
        answerBytes('{"processesMatched": [1], "activityProfilersTriggered": [], "activityProfilersBusy": 1}'),
      ),
    ),
    standInDaemon((_, socket) => socket.end(taking.subarray(0, 20))),
    standInDaemon((_, socket) => socket.write(answerBytes('{}', -5))),
    standInDaemon((_, socket) => socket.write(answerBytes('{}', 1_000_000))),
    // Hangs, and one that sends a byte now and then.
    standInDaemon(() => {}),
    standInDaemon((_, socket) => {
      for (const [at, byte] of [...taking.subarray(0, 40)].entries())
        setTimeout(() => socket.destroyed || socket.write(Uint8Array.of(byte)), at * 50).unref();
    }),
    standInDaemon((_, socket) => {
      for (const byte of taking) socket.write(Uint8Array.of(byte));
    }),
  ]);
  const refusing = await standInDaemon(() => {});
  refusing.close();
  const hosts = [...daemons, refusing].map(({ host }) => host);
  const start = performance.now();
  const outcomes = await askDaemons(hosts, '{"fn": "x"}', 400);
  // One behind the other they would take four times as long.
  expect(performance.now() - start).toBeLessThan(1_500);
  expect(outcomes.map((own) => (own.kind === 'failed' ? failureText(own.failure, 'en') : own.kind))).toEqual([
    ...['taking', 'no-match', 'busy', 'the answer ended in its midst'],
    'the answer says that it has -5 bytes: this is no daemon of dynolog or msMonitor',
    ...['no answer within 0.4 s', 'no answer within 0.4 s', 'no answer within 0.4 s', 'taking', 'nobody listens there'],
  ]);
  for (const { requests } of daemons)
    expect(requests.map((own) => own.toString('latin1'))).toEqual(['\x0b\0\0\0{"fn": "x"}']);
  for (const daemon of daemons) daemon.close();
});

test('NPUs by their hosts, in a file: who takes a profile, and who does not and why', async () => {
  const good = await standInDaemon((_, socket) => socket.end(taking));
  const without = await standInDaemon((_, socket) => socket.end(answerBytes('{"processesMatched": []}')));
  const list = join(folder, 'hosts');
  writeFileSync(list, `# the job\n127.0.0.1:${good.host.port}\n127.0.0.1:${without.host.port}\n`);
  const values = {
    'npu-hosts': `@${list}`,
    output: '/data/p',
    'profile-steps': '2',
    'profile-stack': true,
    'process-limit': '8',
  };
  expect((await asked(triggerOf(values), 'because')).said.en).toBe(
    `1 of 2 hosts take a profile (2 processes). No process of a job has registered: 127.0.0.1:${without.host.port}.`,
  );
  const body = good.requests[0].subarray(4).toString();
  expect(body).toMatch(
    /^\{"fn": "setKinetOnDemandRequest", "config": "ACTIVITIES_LOG_FILE=\/data\/p\/d\\nPROFILE_START_ITERATION=0\\n/,
  );
  expect(body).toMatch(/"job_id": 0, "pids": \[0\], "process_limit": 8\}$/);
  expect(body).toContain('PROFILE_WITH_STACK=true\\n');
  expect(await triggerOf(values).wouldAsk(alarm, 'because', 'd')).toContain(body);
  good.close();
  await expect(
    asked(triggerOf({ ...values, 'npu-hosts': `127.0.0.1:${without.host.port}` }, 'zh'), ''),
  ).rejects.toMatchObject({
    said: { zh: expect.stringContaining('1 台主机中有 0 台开始采集（0 个进程）。没有已注册的训练进程：') },
  });
  without.close();
});

test('a daemon whose light monitor is on hands the request on, and nobody takes the profile: that is told', async () => {
  const status = (monitor: string) =>
    `{"current_step": 3, "nputrace": "Ready", "npumonitor": "${monitor}", "start_step": -1, "stop_step": -1}`;
  const daemon = (monitor: string) =>
    standInDaemon((request, socket) =>
      socket.end(request.includes('getStatus') ? answerBytes(status(monitor)) : taking),
    );
  const [on, off] = [await daemon('Running'), await daemon('Idle')];
  // One that says no more than that it takes it.
  const silent = await standInDaemon((request, socket) =>
    request.includes('getStatus') ? socket.end() : socket.end(taking),
  );
  const hosts = [on, off, silent].map(({ host }) => `127.0.0.1:${host.port}`);
  const ask = (own: readonly string[]) => asked(triggerOf({ 'npu-hosts': own.join(), output: '/data/p' }), '');
  expect((await ask(hosts)).said.en).toBe(
    `2 of 3 hosts take a profile (4 processes). Not taken while the light monitor is on, which has to be stopped first: ${hosts[0]}.`,
  );
  await expect(ask([hosts[0]])).rejects.toMatchObject({ said: { zh: expect.stringContaining('轻量监测正在运行') } });
  for (const own of [on, off, silent]) own.close();
});

test('GPUs begin at the same instant, ten seconds ahead, for as long as the steps take', async () => {
  const daemon = await standInDaemon((_, socket) => socket.end(taking));
  const before = Date.now();
  const values = { 'gpu-hosts': `127.0.0.1:${daemon.host.port}`, output: '/data/p.json', 'profile-steps': '3' };
  await asked(triggerOf({ ...values, 'job-id': '4242' }), '');
  // PyTorch announces itself with the number of its Slurm job.
  expect(daemon.requests[0].subarray(4).toString()).toContain('"job_id": 4242, ');
  const { config } = JSON.parse(daemon.requests[0].subarray(4).toString()) as { readonly config: string };
  const [, startMs] = /PROFILE_START_TIME=(\d+)/.exec(config) ?? [];
  expect(Number(startMs) - before).toBeGreaterThanOrEqual(10_000);
  expect(Number(startMs) - Date.now()).toBeLessThanOrEqual(10_000);
  expect(config).toContain('\nACTIVITIES_DURATION_MSECS=1350\n');
  daemon.close();
});

test('an alarm that names a slow rank asks for that one and two peers alone, and their dumps are waited for, no more', async () => {
  // One process announces itself for all ranks of a host.
  const daemon = await standInDaemon((_, socket) => socket.end(answerBytes('{"processesMatched": [11]}')));
  const hosts = `127.0.0.1:${daemon.host.port}`;
  const place = temporaryFolder();
  const slow: AlarmEvent = { ...alarm, profileRanks: [4, 5, 6] };
  const ask = (values: Readonly<Record<string, unknown>>) =>
    triggerOf({ output: join(place, 'p'), ...values })
      .prepare(slow, '', 'd')
      .then((send) => send(never));
  const requests = () =>
    daemon.requests
      .map((own) => own.subarray(4).toString())
      .filter((text) => !text.includes('getStatus'))
      .map((text) => JSON.parse(text) as { readonly config: string; readonly process_limit: number });
  const configs = () => requests().map(({ config }) => config);
  expect((await ask({ 'npu-hosts': hosts })).processes).toBe(3);
  expect(configs()[0]).toContain('PROFILE_IS_RANK=true\nPROFILE_RANK_LIST=4,5,6');
  // Whichever process announced itself first: none of the three is left out.
  expect(requests()[0].process_limit).toBe(1_000);
  // What was chosen on the command line stays.
  expect((await ask({ 'npu-hosts': hosts, 'profile-ranks': '0,1' })).processes).toBe(2);
  expect(configs()[1]).toContain('PROFILE_RANK_LIST=0,1');
  expect((await ask({ 'gpu-hosts': hosts })).processes).toBe(1);
  expect(requests()[2].process_limit).toBe(3);
  expect((await ask({ 'dynamic-profile': place })).processes).toBe(3);
  const text = readFileSync(join(place, 'profiler_config.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ is_rank: true, rank_list: [4, 5, 6] });
  daemon.close();
});

test('torch_npu’s dynamic_profile: the file is exchanged as a whole, and other keys stay', async () => {
  const path = join(folder, 'profiler_config.json');
  writeFileSync(path, '{"metadata": {"a": 1}}');
  const trigger = triggerOf({ 'dynamic-profile': folder, output: '/data/p', 'profile-level': 'none' });
  expect(await trigger.wouldAsk(alarm, '', 'd')).toContain('"profiler_level":"Level_none"');
  expect(readFileSync(path, 'utf8')).toBe('{"metadata": {"a": 1}}');
  expect((await asked(trigger, '')).said.en).toBe(`${path} is written; the job takes the profile when it looks there.`);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ metadata: { a: 1 }, is_valid: true, active: 1 });
  expect(readdirSync(folder).filter((name) => name.includes('profiler_config'))).toEqual(['profiler_config.json']);
});

test('a profile is asked for in one way, and has a place', () => {
  expect(profileWay({})).toBeUndefined();
  for (const [values, message] of [
    [{ 'npu-hosts': 'a', 'on-alarm': 'b' }, '--on-alarm or --npu-hosts'],
    [{ 'npu-hosts': 'a' }, '--output PATH'],
    [{ 'npu-hosts': 'a', output: '/a\nB=1' }, '--output PATH'],
    [{ 'npu-hosts': 'a', output: '/a', 'profile-level': '3' }, '--profile-level is none, 0, 1, 2'],
    [{ 'npu-hosts': 'a', output: '/a', 'profile-steps': '11' }, '--profile-steps is'],
    [{ output: '/a' }, '--output and --dumps are for'],
    [{ 'on-alarm': 'a', 'profile-memory': true }, '--profile-memory is for'],
    [{ 'npu-hosts': 'a', output: '/a', 'aic-metrics': 'L2Cache' }, '--aic-metrics needs --profile-level 1 or 2'],
    [{ 'npu-hosts': 'a', output: '/a', 'profile-ranks': '3-1' }, '--profile-ranks is a list'],
    [{ 'dry-run': true }, '--dry-run is for'],
    [{ 'dynamic-profile': '/c', output: '/a', 'job-id': '1' }, '--job-id is for'],
    [{ 'gpu-hosts': 'a', output: '/a', 'job-id': 'x' }, '--job-id is'],
  ] as const)
    expect(() => profileWay(values), JSON.stringify(values)).toThrow(message);
  expect(() => triggerOf({ 'npu-hosts': 'a[2-1]', output: '/a' })).toThrow('not a list of hosts');
});
