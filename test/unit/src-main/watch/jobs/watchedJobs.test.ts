import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveJob, LiveJobId, LiveJobWish, LiveProfileRequest } from '../../../../../src-contract';
import { usualRequest } from '../../../../../src-main/watch/jobs/jobProfile';
import { WatchedJobs } from '../../../../../src-main/watch/jobs/watchedJobs';
import { Journal } from '../../../../../src-main/watch/journal';
import { usualKSigma } from '../../../../../src-worker/model/stepSeries/kSigma';
import { makeCertificate, writeCertificate } from '../../../../fixtures/certificates';
import { withLiveJob } from '../../../../fixtures/liveStandIn';
import { alarmsOfRule } from '../../../../fixtures/ruleOfAlarm';
import { webhookReceiver } from '../../../../fixtures/webhookReceiver';
import { drawn, line } from '../watchedJob';

const root = mkdtempSync(join(tmpdir(), 'tracelane-jobs-'));
afterAll(() => rmSync(root, { recursive: true }));
let made = 0;

function setUp(
  given: Partial<LiveJobWish> = {},
  command?: string,
  environment: Readonly<Record<string, string | undefined>> = {},
) {
  const folder = join(root, String(made++));
  mkdirSync(folder);
  const path = join(folder, 'train.log');
  const start = () => {
    const jobs = new WatchedJobs({ configDir: join(folder, 'config'), command, environment });
    onTestFinished(() => jobs.end());
    return jobs;
  };
  const wish: LiveJobWish = {
    ...{ source: { kind: 'log', paths: [path] }, limits: {}, profile: { kind: 'none' }, dumps: undefined, ...given },
  };
  return { folder, path, start, wish };
}

/** Waits until the one job is as wanted. */
async function until(jobs: WatchedJobs, isWanted: (job: LiveJob) => boolean): Promise<LiveJob> {
  let { revision, jobs: all } = await jobs.update(0);
  while (!isWanted(all[0])) ({ revision, jobs: all } = await jobs.update(revision));
  return all[0];
}

const everything = (job: LiveJobId) => ({ job, rows: 10_000, ranks: [] });

test('lines that are appended come as steps, with the alarms of the rule and the threshold in force', async () => {
  const { path, start, wish } = setUp();
  const jobs = start();
  writeFileSync(
    path,
    drawn
      .slice(0, 50)
      .map((ms, at) => line(at + 1, ms))
      .join(''),
  );
  const id = await jobs.add(wish);
  await until(jobs, ({ stepCount }) => stepCount === 50);
  appendFileSync(
    path,
    drawn
      .slice(50)
      .map((ms, at) => line(at + 51, ms))
      .join(''),
  );
  const written = performance.now();
  const job = await until(jobs, ({ stepCount }) => stepCount === drawn.length);
  expect(performance.now() - written).toBeLessThan(2_000);
  const { alarms, mean } = alarmsOfRule(drawn, usualKSigma);
  expect(job).toMatchObject({ title: 'train.log', status: 'watching', step: drawn.length, alarmCount: alarms.length });
  const series = jobs.series(everything(id));
  expect([...series.meanNs].map((ns) => ns / 1e6)).toEqual(drawn);
  expect([...series.lastStep]).toEqual(drawn.map((_, at) => at + 1));
  // Without dates they were when they were read, the last of the past now.
  const gaps = [...series.atMs].slice(1, 50).map((own, at) => own - series.atMs[at]);
  expect(gaps.map((gap) => Math.round(gap))).toEqual(drawn.slice(1, 50));
  const events = jobs.events(id, 0);
  expect(events.flatMap(({ kind, step }) => (kind === 'alarm' ? [step] : []))).toEqual(alarms.map(({ step }) => step));
  const [threshold] = series.thresholds;
  expect(threshold.sigmas).toBe(5);
  expect(threshold.meanNs / 1e6).toBeCloseTo(mean ?? Number.NaN, 9);
  // Steps 70 to 80 are as usual.
  expect(jobs.whyNoAlarm(id, 70, 80).text.en).toMatch(/^Steps 70 to 80: the highest score is .* there were 0\./);
  expect(jobs.whyNoAlarm(id, 900, 910).text.en).toContain('900');
  expect(events.map(({ number }) => number)).toEqual(events.map((_, at) => at + 1));
});

test('since when steps are slower, and how much; dates in the log are those that are shown', async () => {
  const { path, start, wish } = setUp();
  const jobs = start();
  const dated = (at: number, ms: number) =>
    `[2026-03-01 ${new Date(Date.UTC(2026, 2, 1, 13, 0, 0) + at * 60_000).toISOString().slice(11, 19)}]${line(at + 1, ms)}`;
  const steps = Array.from({ length: 70 }, (_, at) => (at < 62 ? 100 + (at % 3) : 121));
  writeFileSync(path, steps.map((ms, at) => dated(at, ms)).join(''));
  await jobs.add(wish);
  const job = await until(jobs, ({ stepCount }) => stepCount === 70);
  expect(job.status).toBe('at-risk');
  expect(job.slower?.sinceMs).toBe(Date.UTC(2026, 2, 1, 14, 2));
  expect(job.slower?.fromStep).toBe(63);
  expect(job.slower?.meanNs).toBe(121e6);
});

test('who asks while the journal is being written hears of a job at risk since when it is', async () => {
  const { path, start, wish } = setUp();
  const jobs = start();
  const steps = Array.from({ length: 70 }, (_, at) => (at < 62 ? 100 + (at % 3) : 121));
  writeFileSync(path, steps.map((ms, at) => line(at + 1, ms)).join(''));
  const seen: unknown[] = [];
  const writing = vi.spyOn(Journal.prototype, 'write').mockImplementation(async () => {
    const [job] = (await jobs.update(0)).jobs;
    if (job?.status === 'at-risk') seen.push(job.slower?.fromStep);
  });
  onTestFinished(() => writing.mockRestore());
  await jobs.add(wish);
  await until(jobs, ({ eventCount }) => eventCount > 0);
  expect(seen[0]).toBe(63);
});

test('limits that are changed hold from then on, are an event, and hold the next time', async () => {
  const { path, start, wish } = setUp();
  const first = start();
  writeFileSync(
    path,
    drawn
      .slice(0, 55)
      .map((ms, at) => line(at + 1, ms))
      .join(''),
  );
  const id = await first.add(wish);
  await until(first, ({ stepCount }) => stepCount === 55);
  await first.changeLimits(id, { sigmas: 1e6, cooldownNs: 60e9 });
  appendFileSync(
    path,
    drawn
      .slice(55)
      .map((ms, at) => line(at + 56, ms))
      .join(''),
  );
  const job = await until(first, ({ stepCount }) => stepCount === drawn.length);
  expect(job).toMatchObject({ alarmCount: 0, limits: { ...usualKSigma, sigmas: 1e6, cooldownNs: 60e9 } });
  expect(first.series(everything(id)).thresholds.map(({ sigmas }) => sigmas)).toEqual([5, 1e6]);
  const [changed] = first.events(id, 0).filter(({ kind }) => kind === 'limits');
  expect(changed.text.en).toBe(
    'Limits changed: PERF_KSIGMA=1000000, PERF_COOLDOWN=60 s. The count of spikes in a row begins anew.',
  );
  await first.end();
  const second = start();
  expect((await second.update(0)).jobs[0].limits.sigmas).toBe(1e6);
  // What has been read already is there again, and nothing twice.
  const again = await until(second, ({ stepCount }) => stepCount >= drawn.length);
  expect([...second.series(everything(again.id)).meanNs].map((ns) => ns / 1e6)).toEqual(drawn);
});

test('removed, it is watched no more, nor the next time', async () => {
  const { path, start, wish } = setUp();
  const first = start();
  writeFileSync(path, line(1, 100));
  const id = await first.add(wish);
  await first.remove(id);
  expect((await first.update(0)).jobs).toEqual([]);
  expect(() => first.events(id, 0)).toThrow('not watched any more');
  await first.end();
  expect((await start().update(0)).jobs).toEqual([]);
});

test('of two watchers of the same file one asks for a profile', async () => {
  const { path, start, wish } = setUp({ profile: { kind: 'command' } }, `echo x >> ${join(root, 'asked')}`);
  writeFileSync(join(root, 'asked'), '');
  writeFileSync(
    path,
    drawn
      .slice(0, 50)
      .map((ms, at) => line(at + 1, ms))
      .join(''),
  );
  const [first, second] = [start(), start()];
  const asking = await first.add(wish);
  await until(first, ({ stepCount }) => stepCount === 50);
  const id = await second.add({ ...wish, source: { ...wish.source, pattern: 'megatron' } });
  await until(second, ({ stepCount, isElsewhere }) => stepCount === 50 && isElsewhere);
  appendFileSync(
    path,
    drawn
      .slice(50)
      .map((ms, at) => line(at + 51, ms))
      .join(''),
  );
  // It is told when the command has ended.
  await until(first, () => first.events(asking, 0).some(({ kind }) => kind === 'trigger'));
  await until(second, ({ stepCount }) => stepCount === drawn.length);
  expect(readFileSync(join(root, 'asked'), 'utf8')).toBe('x\n');
  const said = second.events(id, 0).filter(({ kind }) => kind === 'trigger');
  expect(said.map(({ text }) => text.en)).toEqual(['Alarm 1: another watcher of the same files asks for the profile.']);
});

test('by hand: what would be sent, and why nothing can be', async () => {
  const request: LiveProfileRequest = {
    ...({
      steps: 2,
      level: '1',
      hasMemory: false,
      hasStack: true,
      hasMstx: false,
      metrics: undefined,
      ranks: [],
    } as const),
  };
  const { folder, path, start, wish } = setUp();
  writeFileSync(path, line(1, 100));
  const jobs = start();
  const none = await jobs.add(wish);
  await expect(jobs.diagnose({ job: none, request, isDryRun: false })).rejects.toThrow(
    'No way of taking profiles is set',
  );
  await jobs.remove(none);
  const way = { kind: 'dynamic', folder, output: '/data/p' } as const;
  const id = await jobs.add({ ...wish, profile: way });
  const { en } = await jobs.diagnose({ job: id, request, isDryRun: true });
  expect(en).toContain('"active":2');
  await jobs.diagnose({ job: id, request, isDryRun: false });
  expect(JSON.parse(readFileSync(join(folder, 'profiler_config.json'), 'utf8'))).toMatchObject({
    active: 2,
    with_stack: true,
  });
  const [asked] = jobs.events(id, 0).filter(({ kind }) => kind === 'trigger');
  expect(asked.text.en).toMatch(/^A profile has been asked for by hand\./);
});

test('before a profile it is told what it costs, where it goes to and whether there is room', async () => {
  const { folder, path, start, wish } = setUp();
  writeFileSync(path, line(1, 100));
  const jobs = start();
  const id = await jobs.add({ ...wish, profile: { kind: 'dynamic', folder, output: folder }, dumps: folder });
  const request: LiveProfileRequest = { ...usualRequest, steps: 2, ranks: [0, 1] };
  const { lines, isShort } = await jobs.beforeProfile(id, request);
  expect(isShort).toBe(false);
  const english = lines.map(({ en }) => en);
  expect(english).toContain('While it is taken, steps take some 5 % longer.');
  expect(english.join(' ')).toMatch(/It may come to 528 MB \(ranks: 2, steps: 2\)\. .* has [\d.]+ [kMGTP]?B left\./);
  expect(english.at(-1)).toMatch(/a new folder of its own, .*manual_profiling_dump_\d+: nothing else lies there/);
  expect(lines.every(({ en, zh }) => zh !== '' && zh !== en)).toBe(true);
  // More than any disk has.
  const ranks = Array.from({ length: 10_000 }, (_, at) => at);
  const huge = await jobs.beforeProfile(id, { ...usualRequest, steps: 10, hasStack: true, ranks });
  const { bavail, bsize } = statfsSync(folder);
  expect(huge.isShort).toBe(bavail * bsize < 10_000 * 10 * 750e6);
});

test('limits in the environment of the program hold until the window says otherwise; one that makes no sense is told', async () => {
  const { path, start, wish } = setUp({}, undefined, { PERF_KSIGMA: '9', PERF_MIN_SPIKE_CONSEC: '2' });
  writeFileSync(path, line(1, 100));
  const jobs = start();
  await jobs.add({ ...wish, limits: { sigmas: 3 } });
  const { limits } = await until(jobs, ({ stepCount }) => stepCount === 1);
  expect(limits).toEqual({ ...usualKSigma, sigmas: 3, inARow: 2 });
  const wrong = setUp({}, undefined, { PERF_KSIGMA: 'much' });
  await expect(wrong.start().add(wrong.wish)).rejects.toThrow('PERF_KSIGMA is a number');
});

test('daemons with certificates: ours stand in the environment of the program, and are looked at beforehand', async () => {
  const ca = makeCertificate({ name: 'ca of the job', isCa: true });
  const certificates = join(root, 'certificates');
  mkdirSync(certificates);
  const { certificate, key } = writeCertificate(
    certificates,
    'server',
    makeCertificate({ name: 'server', by: ca, dnsNames: ['localhost'] }),
  );
  writeCertificate(certificates, 'client', makeCertificate({ name: 'client', by: ca }));
  const tls = { ca: writeCertificate(certificates, 'ca', ca).certificate, certificate, key, password: undefined };
  await withLiveJob({ tls }, async ({ places }) => {
    const place = join(root, 'profiles');
    const profile = {
      kind: 'npu-daemons',
      hosts: `127.0.0.1:${places.daemonPort}`,
      processLimit: 8,
      output: place,
    } as const;
    const linesWith = async (environment: Readonly<Record<string, string>>): Promise<string> => {
      const { path, start, wish } = setUp({ profile }, undefined, environment);
      writeFileSync(path, line(1, 100));
      const jobs = start();
      const { lines } = await jobs.beforeProfile(await jobs.add(wish), usualRequest);
      return lines.map(({ en }) => en).join(' ');
    };
    expect(await linesWith({ TRACELANE_CERTS_DIR: certificates })).toContain('1 of 1 hosts are ready.');
    for (const environment of [{}, { TRACELANE_CERTS_DIR: 'NO_CERTS' }])
      expect(await linesWith(environment)).toContain('0 of 1 hosts are ready.');
    await expect(linesWith({ TRACELANE_CERTS_DIR: join(root, 'none') })).rejects.toMatchObject({
      message: expect.stringContaining('can’t be read: it does not exist'),
      notice: { params: { zh: expect.stringMatching(/^无法读取 .*：文件不存在。$/) } },
    });
  });
});

test('certificates that are exchanged for worse ones while a job is watched: said in both languages, by hand and beforehand', async () => {
  const ca = makeCertificate({ name: 'ca', isCa: true });
  const certificates = join(root, 'exchanged');
  mkdirSync(certificates);
  writeCertificate(certificates, 'ca', ca);
  writeCertificate(certificates, 'client', makeCertificate({ name: 'client', by: ca }));
  const profile = { kind: 'npu-daemons', hosts: '127.0.0.1:1', processLimit: 8, output: root } as const;
  const { path, start, wish } = setUp({ profile }, undefined, { TRACELANE_CERTS_DIR: certificates });
  writeFileSync(path, line(1, 100));
  const jobs = start();
  const job = await jobs.add(wish);
  writeCertificate(certificates, 'client', makeCertificate({ name: 'client', by: ca, days: [-9, -2] }));
  const expired = {
    message: expect.stringMatching(/The certificate .* expired on /),
    notice: { code: 'LiveJobError', params: { zh: expect.stringMatching(/证书 .* 已于 .* 过期。$/) } },
  };
  await expect(jobs.beforeProfile(job, usualRequest)).rejects.toMatchObject(expired);
  await expect(jobs.diagnose({ job, request: usualRequest, isDryRun: false })).rejects.toMatchObject(expired);
  const [told] = jobs.events(job, 0).filter(({ kind }) => kind === 'trigger');
  expect(told.text.zh).toMatch(/^手动请求采集失败。证书 /);
});

test('alarms are sent to the job’s webhook, or that of the environment; it and what a stall is are changed while it runs, and kept', async () => {
  const [usual, own] = [await webhookReceiver(), await webhookReceiver()];
  onTestFinished(() => {
    usual.close();
    own.close();
  });
  const { path, start, wish } = setUp({}, undefined, {
    ...{ TRACELANE_WEBHOOK: usual.url, TRACELANE_WEBHOOK_SECRET: 'sesame' },
  });
  const jobs = start();
  const write = (from: number, to: number) =>
    appendFileSync(
      path,
      drawn
        .slice(from, to)
        .map((ms, at) => line(from + at + 1, ms))
        .join(''),
    );
  write(0, 80);
  const id = await jobs.add(wish);
  await until(jobs, ({ stepCount }) => stepCount === 80);
  await vi.waitFor(() => expect(usual.received.length).toBeGreaterThan(0));
  const [{ headers, body }] = usual.received;
  expect(JSON.parse(body)).toMatchObject({ kind: 'alarm', alarm: { number: 1 }, files: [path] });
  expect(headers['x-tracelane-signature']).toMatch(/^sha256=/);
  const before = usual.received.length;
  await jobs.changeJob(id, { webhook: own.url });
  await jobs.changeJob(id, { stall: { factor: 1, leastNs: 1e9 } });
  const kinds = () => own.received.map((one) => JSON.parse(one.body).kind);
  await vi.waitFor(() => expect(kinds()).toEqual(['stall']), 5_000);
  write(80, drawn.length);
  await vi.waitFor(() => expect(kinds()).toContain('alarm'), 5_000);
  expect(usual.received).toHaveLength(before);
  expect((await jobs.update(0)).jobs[0]).toMatchObject({ webhook: own.url, stall: { factor: 1, leastNs: 1e9 } });
  expect(jobs.events(id, 0).find(({ kind }) => kind === 'limits')?.text.en).toBe(
    'From now on, a stall is no step for 1 times the median, and for at least 1000 ms.',
  );
  await jobs.end();
  const again = start();
  const [job] = (await again.update(0)).jobs;
  expect(job).toMatchObject({ webhook: own.url, stall: { factor: 1, leastNs: 1e9 } });
  await again.changeJob(job.id, { webhook: '' });
  expect((await again.update(0)).jobs[0].webhook).toBeUndefined();
});

test('of a pipeline whose stages are told a rank is held against those of its own stage', async () => {
  // Ranks 0 to 3 take 100 ms, 4 to 7 take 130: only rank 2 is slower than its peers.
  const ms = (rank: number): number => (rank === 2 ? 120 : rank < 4 ? 100 : 130);
  const rows = Array.from({ length: 80 }, (_, at) =>
    Array.from({ length: 8 }, (__, rank) => `${at + 1},${rank},${ms(rank) + ((at + rank) % 3)}`).join('\n'),
  );
  const slowWith = async (stages: number | undefined): Promise<readonly number[]> => {
    const { folder, start, wish } = setUp();
    const path = join(folder, 'steps.csv');
    writeFileSync(path, `step,rank,ms\n${rows.join('\n')}\n`);
    const jobs = start();
    await jobs.add({ ...wish, source: { kind: 'steps', paths: [path] }, ...(stages !== undefined && { stages }) });
    return (await until(jobs, ({ stepCount }) => stepCount >= 79)).slowRanks;
  };
  expect(await slowWith(2)).toEqual([2]);
  expect(await slowWith(undefined)).toEqual([]);
});

test('what a job is read from, and why no step comes of it', async () => {
  const { path, start, wish } = setUp();
  writeFileSync(path, 'nothing of steps\n'.repeat(1_000));
  const jobs = start();
  const id = await jobs.add(wish);
  await until(jobs, ({ problems }) => problems.length > 0);
  const { sources, count } = jobs.sources(id);
  expect(count).toBe(1);
  expect(sources[0]).toMatchObject({ path, readCount: 1_000, lastLine: 'nothing of steps' });
  expect(sources[0].problem).toEqual({
    en: expect.stringMatching(/^No data: none of 1000 lines/),
    zh: expect.stringContaining(path),
  });
  // Of a few lines it is too early to say so by itself, and whoever asks hears it all the same.
  const few = setUp();
  writeFileSync(few.path, 'nothing of steps\n');
  const others = few.start();
  const other = await others.add(few.wish);
  await vi.waitFor(() => expect(others.sources(other).sources[0].readCount).toBe(1));
  expect((await others.update(0)).jobs[0].problems).toEqual([]);
  expect(others.sources(other).sources[0].problem?.en).toMatch(/^No data: none of 1 lines/);
  appendFileSync(path, line(1, 100));
  await until(jobs, ({ stepCount }) => stepCount === 1);
  expect(jobs.sources(id).sources[0].problem).toBeUndefined();
});

test('limits that would have made an alarm come as a list, with their false alarms', async () => {
  const { path, start, wish } = setUp();
  const steps = Array.from({ length: 70 }, (_, at) => (at >= 60 && at < 62 ? 150 : at === 50 ? 151 : 100 + (at % 3)));
  writeFileSync(path, steps.map((ms, at) => line(at + 1, ms)).join(''));
  const jobs = start();
  const id = await jobs.add(wish);
  await until(jobs, ({ stepCount }) => stepCount === 70);
  const { text, ways } = jobs.whyNoAlarm(id, 61, 62);
  expect(text.en).not.toContain('would have');
  expect(ways.map(({ inARow, atStep, falseAlarms }) => [inARow, atStep, falseAlarms])).toEqual([
    [1, 61, 1],
    [2, 62, 0],
  ]);
});

test('what makes no sense is not watched', async () => {
  const { start, wish } = setUp();
  const jobs = start();
  const { paths } = wish.source;
  await expect(jobs.add({ ...wish, source: { kind: 'log', paths, pattern: '(' } })).rejects.toMatchObject({
    name: 'LiveJobError',
    message: expect.stringContaining('no regular expression'),
    notice: { code: 'LiveJobError', params: { zh: expect.stringContaining('正则表达式') } },
  });
  const hosts = { kind: 'npu-daemons', hosts: 'a[2-1]', processLimit: 3, output: '/a' } as const;
  await expect(jobs.add({ ...wish, profile: hosts })).rejects.toThrow('not a list of hosts');
  await expect(jobs.add({ ...wish, profile: { kind: 'command' } })).rejects.toThrow('TRACELANE_PROFILE_COMMAND');
  expect((await jobs.update(0)).jobs).toEqual([]);
});

test('curves and events of a source that has been deleted meanwhile are there after a restart', async () => {
  const { folder, start, wish } = setUp();
  const monitor = join(folder, 'monitor');
  mkdirSync(monitor);
  const name = (rank: number, part: number) => join(monitor, `msmonitor_${rank}_2026112401000${part}000_${rank}.jsonl`);
  const marker = (step: number) => {
    const times = `"startNs":${step * 1e8},"endNs":${step * 1e8 + 9e7 + (step % 3) * 1e5}`;
    return `{"kind":"Marker","sourceKind":"Host","name":"step ${step}",${times},"domain":"default","processId":1,"threadId":1,"id":${step}}\n`;
  };
  const steps = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => marker(from + at)).join('');
  for (const rank of [0, 1]) writeFileSync(name(rank, 1), steps(1, 61));
  const source = { kind: 'monitor', paths: [monitor] } as const;
  let jobs = start();
  let id = await jobs.add({ ...wish, source });
  await until(jobs, ({ stepCount }) => stepCount >= 60);
  const before = jobs.series({ ...everything(id), ranks: [1] });
  const told = jobs.events(id, 0).length;
  await jobs.end();

  for (const rank of [0, 1]) rmSync(name(rank, 1));
  for (const rank of [0, 1]) writeFileSync(name(rank, 2), steps(61, 64));
  jobs = start();
  const job = await until(jobs, ({ stepCount }) => stepCount >= 63);
  id = job.id;
  const after = jobs.series({ ...everything(id), ranks: [1] });
  expect([...after.firstStep]).toEqual(Array.from({ length: 63 }, (_, at) => at + 1));
  expect([...after.meanNs.subarray(0, 60)]).toEqual([...before.meanNs]);
  expect([...after.atMs.subarray(0, 60)]).toEqual([...before.atMs]);
  expect(after.thresholds).toEqual(before.thresholds);
  expect([...after.ranks[0].meanNs.subarray(0, 60)]).toEqual([...before.ranks[0].meanNs]);
  expect(jobs.events(id, 0).length).toBeGreaterThanOrEqual(told);
  expect(jobs.events(id, 0).filter(({ kind }) => kind === 'baseline')).toHaveLength(1);
});
