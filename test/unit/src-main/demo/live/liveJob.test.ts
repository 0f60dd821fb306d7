import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daemonBehaviours, liveFrameworks } from '../../../../../src-main/demo/live/liveOptions';
import { LogWriter } from '../../../../../src-main/demo/live/logWriter';
import { LogLines } from '../../../../../src-watch/lines/logLines';
import { MonitorLines } from '../../../../../src-watch/lines/monitorLines';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { until, withLiveJob } from '../../../../fixtures/liveStandIn';
import { answerBytes } from '../../../../fixtures/standInDaemon';

/** All that comes until the daemon hangs up; undefined: it does neither within half a second. */
function ask(port: number, request: object): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = createConnection({ host: '127.0.0.1', port }, () =>
      socket.write(answerBytes(JSON.stringify(request))),
    );
    const late = setTimeout(() => {
      socket.destroy();
      resolve(parts.length > 0 ? Buffer.concat(parts) : undefined);
    }, 500);
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('end', () => {
      clearTimeout(late);
      resolve(Buffer.concat(parts));
    });
    socket.on('error', reject);
  });
}

async function answer(port: number, request: object): Promise<Record<string, unknown>> {
  const bytes = await ask(port, request);
  if (!bytes) throw new Error('no answer');
  expect(bytes.readInt32LE()).toBe(bytes.length - 4);
  return JSON.parse(bytes.toString('utf8', 4));
}

const wish = (output: string, more = '') => ({
  fn: 'setKinetOnDemandRequest',
  config: `ACTIVITIES_LOG_FILE=${output}\nPROFILE_START_STEP=-1\nACTIVITIES_ITERATIONS=1${more}`,
  ...{ job_id: 0, pids: [0], process_limit: 3 },
});

test.each(liveFrameworks)('the log of %s is one that is known', async (framework) => {
  const path = join(temporaryFolder(), 'train.log');
  const log = new LogWriter(path, framework);
  for (const [at, durationMs] of [500, 250, 800].entries())
    await log.write({ step: at + 1, durationMs, endMs: 1_764_000_000_000, busyMs: [1] });
  const reader = new LogLines();
  const steps = readFileSync(path, 'utf8')
    .split(/[\r\n]/)
    .flatMap((line) => reader.read(line) ?? []);
  expect(steps.map(({ step, durationNs }) => [step, Math.round(durationNs / 1e6)])).toEqual([
    [1, 500],
    [2, 250],
    [3, 800],
  ]);
});

test('it slows down when told, here or in a file; markers, metrics and log tell the same', async () => {
  await withLiveJob({ slowAfter: 10 }, async ({ job, places, news }) => {
    await until(() => news.length > 0 || undefined);
    job.order('fast');
    appendFileSync(places.orders, 'slow 3\nnonsense\n');
    await until(() => news.find((own) => own.kind === 'slow' && own.factor === 3));
    expect(news.find(({ kind }) => kind === 'unknown-order')).toEqual({ kind: 'unknown-order', line: 'nonsense' });
    const [first, second, third] = news.filter(({ kind }) => kind !== 'unknown-order');
    expect(first).toEqual({ kind: 'slow', step: 10, factor: 1.5 });
    expect(second).toMatchObject({ kind: 'fast' });
    expect(third).toMatchObject({ kind: 'slow', factor: 3 });
    const slowFrom = 'step' in third ? third.step + 1 : 0;
    const isDone = () => readFileSync(places.log, 'utf8').includes(`iteration ${String(slowFrom).padStart(8)}/`);
    await until(() => isDone() || undefined);
    job.order('stall');
    await until(() => news.find(({ kind }) => kind === 'stall'));
    const reader = new LogLines();
    const ofLog = readFileSync(places.log, 'utf8')
      .split('\n')
      .flatMap((line) => reader.read(line) ?? []);
    for (const { step, durationNs } of ofLog) {
      const factor = step === 11 ? 1.5 : step <= 10 ? 1 : step >= slowFrom ? 3 : undefined;
      if (factor !== undefined) expect(durationNs / 5e6 / factor, `step ${step}`).toBeCloseTo(1, 1);
    }
    const [file] = readdirSync(places.monitor);
    const monitor = new MonitorLines();
    const ofMarkers: { step: number; durationNs: number }[] = [];
    monitor.readAll(readFileSync(join(places.monitor, file), 'utf8').split('\n'), (own) => ofMarkers.push(own));
    expect(ofMarkers.map(({ step }) => step)).toEqual(ofLog.map(({ step }) => step));
    for (const [at, { durationNs }] of ofMarkers.entries())
      expect(Math.abs(durationNs - ofLog[at].durationNs)).toBeLessThanOrEqual(60_000);
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${places.metricsPort}${path}`)).text();
    expect(await get('/metrics')).toContain(`training_step{job="demo"} ${ofLog.at(-1)?.step}\n`);
    const now = Date.now() / 1000;
    const asked = `query=${encodeURIComponent('training_step_time_seconds{rank="1"}')}&start=${now - 3}&end=${now}&step=1`;
    const { data } = JSON.parse(await get(`/api/v1/query_range?${asked}`));
    expect(data.result).toHaveLength(1);
    const [, value] = data.result[0].values.at(-1);
    expect(Number(value) * 1e9).toBeCloseTo(ofLog.at(-1)?.durationNs ?? 0, -6);
    expect(JSON.parse(await get('/api/v1/query_range?query=x{&start=1&end=2&step=1')).status).toBe('error');
  });
});

test('a daemon of msMonitor takes a profile; its dump comes file by file; a second one is refused meanwhile', async () => {
  await withLiveJob({ slowAfter: 0 }, async ({ places, folder, news }) => {
    const port = places.daemonPort;
    const output = join(folder, 'profiles', 'manual_profiling_dump_1');
    expect(await answer(port, { fn: 'getStatus' })).toMatchObject({ nputrace: 'Idle', npumonitor: 'Idle' });
    expect(await answer(port, { fn: 'getVersion' })).toHaveProperty('version');
    const taken = await answer(port, wish(output));
    expect(taken).toMatchObject({ activityProfilersBusy: 0, processesMatched: [process.pid, process.pid + 1] });
    expect(await answer(port, wish(output))).toMatchObject({
      activityProfilersBusy: 2,
      activityProfilersTriggered: [],
    });
    await until(() => existsSync(output) || undefined);
    const count = () => readdirSync(output, { recursive: true }).length;
    const early = count();
    await until(() => news.find(({ kind }) => kind === 'dump'));
    expect(count()).toBeGreaterThan(early);
    const folders = readdirSync(output).filter((name) => name.endsWith('_ascend_pt'));
    expect(folders).toHaveLength(2);
    const sizes = folders.map((own) => statSync(join(output, own, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json')).size);
    expect(Math.min(...sizes)).toBeGreaterThan(10_000);
  });
});

test('profiler_config.json is obeyed when it changes and is valid, and of a dynolog’s request each process writes a file', async () => {
  await withLiveJob({ dialect: 'dynolog' }, async ({ places, folder, news }) => {
    const done = (output: string) => until(() => news.find((own) => own.kind === 'dump' && own.output === output));
    const config = join(places.config, 'profiler_config.json');
    expect(JSON.parse(readFileSync(config, 'utf8'))).toMatchObject({ is_valid: false });
    const [first, second] = [join(folder, 'a'), join(folder, 'b')];
    const ofRank = { active: 1, start_step: 0, is_rank: true, rank_list: [1] };
    writeFileSync(config, JSON.stringify({ prof_dir: first, ...ofRank, is_valid: false }));
    writeFileSync(config, JSON.stringify({ prof_dir: second, ...ofRank, is_valid: true }));
    await done(second);
    expect(existsSync(first)).toBe(false);
    expect(readdirSync(second)).toHaveLength(1);
    expect(await answer(places.daemonPort, { fn: 'getStatus' })).toEqual({ status: 1 });
    const file = join(folder, 'gpu', 'trace.json');
    await answer(places.daemonPort, wish(file, '\nPROFILE_START_TIME=0'));
    await done(file);
    const names = readdirSync(join(folder, 'gpu'));
    expect(names.filter((name) => /^trace_\d+\.json$/.test(name))).toHaveLength(2);
  });
});

test('a daemon that misbehaves, one way after the other', async () => {
  await withLiveJob({}, async ({ job, places, folder }) => {
    const request = wish(join(folder, 'p'));
    const said = new Map<string, Buffer | undefined>();
    for (const behaviour of daemonBehaviours.filter((own) => own !== 'takes' && own !== 'slow')) {
      job.order(`daemon ${behaviour}`);
      said.set(behaviour, await ask(places.daemonPort, request));
    }
    const text = (name: string) => said.get(name)?.toString('utf8', 4) ?? '';
    expect(JSON.parse(text('busy'))).toMatchObject({ activityProfilersBusy: 2, activityProfilersTriggered: [] });
    expect(JSON.parse(text('no-match'))).toMatchObject({ processesMatched: [] });
    expect(said.get('wrong-length')?.readInt32LE()).toBeGreaterThan(text('wrong-length').length);
    expect(said.get('half')?.readInt32LE()).toBeGreaterThan(text('half').length);
    expect(said.get('hung')).toBeUndefined();
  });
});
