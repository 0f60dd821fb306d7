import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseCommand } from '../../../../../src-main/cli/arguments';
import { watchOnce } from '../../../../../src-main/cli/watch/watchOnce';
import type { WatchReport } from '../../../../../src-watch/rule/report';
import { usualKSigma } from '../../../../../src-worker/model/stepSeries/kSigma';
import { Random } from '../../../../fixtures/random';
import { alarmsOfRule } from '../../../../fixtures/ruleOfAlarm';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function watch(text: string, ...args: readonly string[]) {
  const path = join(folder, 'steps.csv');
  writeFileSync(path, text);
  const command = parseCommand(['watch', '--steps', path, '--once', ...args]);
  if (command.kind !== 'watch') throw new Error('no watch');
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await watchOnce(
    command,
    (line) => printed.push(line),
    (line) => errors.push(line),
  );
  return {
    code,
    printed,
    errors,
    report: () => JSON.parse(printed.join('\n')) as WatchReport & { ignoredLines: number },
  };
}

const random = new Random(2);
const ms = Array.from({ length: 400 }, (_, at) => (at % 97 > 90 ? 140 : 100) + random.integer(0, 300) / 100);
const csv = `step,ms\n${ms.map((own, at) => `${at + 1},${own}`).join('\n')}\n`;

test('a file of step times: alarms and triggers as an independent calculation has them', async () => {
  const { code, errors, report } = await watch(csv, '--json', '--perf-cooldown', '15s');
  const own = alarmsOfRule(ms, { ...usualKSigma, cooldownNs: 15e9 });
  expect(own.alarms.map(({ isTrigger }) => isTrigger)).toEqual([true, false, true, false]);
  const { alarms, triggers, crossings, baseline, ignoredLines } = report();
  expect(alarms.map(({ step }) => step)).toEqual(own.alarms.map(({ step }) => step));
  expect(triggers.map(({ step }) => step)).toEqual(
    own.alarms.filter(({ isTrigger }) => isTrigger).map(({ step }) => step),
  );
  expect(crossings.map(({ step }) => step)).toEqual(own.crossings);
  expect(baseline?.meanMs).toBeCloseTo(own.mean ?? 0, 9);
  expect({ code, errors, ignoredLines }).toEqual({ code: 0, errors: [], ignoredLines: 0 });
});

test('as sentences, in both languages; the exit code where it is asked for', async () => {
  const { code, printed } = await watch(csv, '--fail-on-alarm');
  expect(code).toBe(3);
  expect(printed.filter((line) => line.startsWith('Alarm at step'))).toHaveLength(4);
  expect(printed.at(-1)).toBe('Steps: 400. Alarms: 4. Profiles asked for: 1.');
  const { printed: zh } = await watch(csv, '--lang', 'zh');
  expect(zh.at(-1)).toBe('共 400 个 Step，告警 4 次，请求采集 1 次。');
  expect([...printed, ...zh].filter((line) => /undefined|NaN|\{/.test(line))).toEqual([]);
});

test('too few steps, lines without a time, and what is no table', async () => {
  const { printed, errors } = await watch('step,ms\n1,10\n2,x\n3,-4\n4,11\n');
  expect(printed).toEqual([
    'No baseline yet: 38 more steps are needed (20 skipped, 20 for the baseline).',
    'Steps: 2. Alarms: 0. Profiles asked for: 0.',
  ]);
  expect(errors).toEqual([expect.stringMatching(/^Left out 2 lines without a step time/)]);
  await expect(watch('a,b\n1,2\n')).rejects.toThrow('There are no step times in');
});

test('a training log: of one file, and of a file a rank', async () => {
  const line = (step: number, own: number) =>
    ` iteration ${step}/ 400 | consumed samples: 1 | elapsed time per iteration (ms): ${own} |`;
  const paths = [0, 1].map((rank) => join(folder, `rank_${rank}.log`));
  for (const [rank, path] of paths.entries())
    writeFileSync(path, ms.map((own, at) => line(at + 1, rank === 1 ? own : 50)).join('\n'));
  const report = async (...args: readonly string[]) => {
    const command = parseCommand(['watch', '--once', '--json', ...args]);
    if (command.kind !== 'watch') throw new Error('no watch');
    const printed: string[] = [];
    await watchOnce(command, (text) => printed.push(text), expect.unreachable);
    return JSON.parse(printed.join('\n')) as WatchReport;
  };
  const own = alarmsOfRule(ms, usualKSigma).alarms.map(({ step }) => step);
  const one = await report('--log', paths[1], '--pattern', 'megatron');
  expect(one.alarms.map(({ step }) => step)).toEqual(own);
  const both = await report('--log', paths[0], '--log', paths[1]);
  expect(both.alarms.map(({ step, slowestRank }) => [step, slowestRank])).toEqual(own.map((step) => [step, 1]));
  await expect(report('--log', paths[0], '--pattern', 'deepspeed')).rejects.toThrow(
    'No pattern of a training framework',
  );
  await expect(report('--log', paths[0], '--pattern', 'x(?<ms>\\d)')).rejects.toThrow(
    'The pattern does not match any of',
  );
});

test('why there was no alarm, and what a step gets done', async () => {
  // A baseline of 100 ± 2 ms, and three steps of 110.
  const ms = [
    ...new Array<number>(20).fill(90),
    ...Array.from({ length: 20 }, (_, i) => (i % 2 ? 102 : 98)),
    110,
    110,
    110,
    100,
  ];
  const text = `step,ms\n${ms.map((own, at) => `${at + 1},${own}`).join('\n')}\n`;
  const flags = ['--samples-per-step', '2k', '--flops-per-step', '1.5e12', '--peak-flops', '30T'];
  const { printed: json } = await watch(text, '--json', '--why', '41-43', ...flags);
  const report = JSON.parse(json.join('\n'));
  expect(report.why).toMatchObject({
    ...{ kind: 'scores', highest: 5, longestRun: 3, hasFired: false },
    ways: [
      { inARow: 1, sigmas: 5 },
      { inARow: 2, sigmas: 5 },
      { inARow: 3, sigmas: 5, atStep: 43, falseAlarms: 0 },
    ],
  });
  expect(report.throughput).toEqual({ stepsPerS: 10, samplesPerS: 20_000, flopsPerS: 15e12, mfu: 0.5 });
  const { printed } = await watch(text, '--why', '41-43', ...flags);
  expect(printed.join('\n')).toContain(
    'PERF_KSIGMA=5 with PERF_MIN_SPIKE_CONSEC=3 would have raised an alarm at step 43',
  );
  expect(printed.join('\n')).toContain('10 steps/s, 20000 samples/s, 15 TFLOP/s, MFU 50 %.');
});

test('what can be written behind it', () => {
  expect(() => parseCommand(['watch', '--once'])).toThrow('--steps FILE');
  expect(() => parseCommand(['watch', '--once', '--steps', 'a', '--log', 'b'])).toThrow('one of');
  expect(() => parseCommand(['watch', '--once', '--log', 'a', '--pattern', 'megatrom'])).toThrow(
    '--pattern is megatron, ',
  );
  expect(() => parseCommand(['watch', '--once', '--log', 'a', '--pattern', '(?<ms>.'])).toThrow(
    'no regular expression',
  );
  expect(() => parseCommand(['watch', 'a.csv'])).toThrow('Say --steps a.csv');
  expect(() => parseCommand(['watch', '--steps', 'a', '--once', '--perf-ksigma', 'x'])).toThrow('--perf-ksigma is');
  expect(() => parseCommand(['watch', '--steps', 'a', '--once', '--lang', 'fr'])).toThrow('--lang is en or zh');
  const live = parseCommand(['watch', '--msmonitor', 'a', '--on-alarm', 'x', '--dry-run', '--stall', '5', '--fresh']);
  expect(live).toMatchObject({
    files: ['a'],
    form: { kind: 'monitor' },
    live: {
      profile: { kind: 'command', command: 'x' },
      isDryRun: true,
      isFresh: true,
      stall: { factor: 5, leastNs: 60e9 },
      limitsFile: undefined,
    },
  });
  const sooner = parseCommand(['watch', '--log', 'a', '--stall-least', '90s']);
  expect(sooner).toMatchObject({ live: { stall: { factor: 10, leastNs: 90e9 } } });
  expect(() => parseCommand(['watch', '--log', 'a', '--once', '--limits', 'x'])).toThrow(
    '--limits is for a job that runs',
  );
  expect(() => parseCommand(['watch', '--log', 'a', '--fail-on-alarm'])).toThrow('--fail-on-alarm is for --once');
  expect(() => parseCommand(['watch', '--log', 'a', '--dry-run'])).toThrow('--dry-run is for --on-alarm');
  for (const [flags, reason] of [
    [['--log', 'a', '--stall-least', '90'], '--stall-least is a time'],
    [['--log', 'a', '--stall-least', '0s'], '--stall-least is a time'],
    [['--log', 'a', '--lang', 'zh', '--perf-ksigma', 'x'], '--perf-ksigma 应为 0 到 1000000 的数'],
    [['--log', 'a', '--why', '5'], '--why is for --once'],
    [['--once', '--log', 'a', '--why', '9-5'], '--why is a step'],
    [['--log', 'a', '--peak-flops', '1T'], '--peak-flops says nothing'],
    [['--log', 'a', '--flops-per-step', 'x'], '--flops-per-step is a number above 0'],
    [['--log', 'a', '--query', 'x'], '--query is for --prometheus'],
    [['--prometheus', 'http://a:9090'], '--prometheus needs a query'],
    [['--prometheus', 'a:9090', '--query', 'x'], 'is the address of a server'],
    [['--prometheus', 'http://me:secret@a:9090', '--query', 'x'], 'A password does not belong'],
    [['--once', '--prometheus', 'http://a:9090', '--query', 'x'], '--once goes over files'],
  ] as const)
    expect(() => parseCommand(['watch', ...flags]), flags.join(' ')).toThrow(reason);
  expect(parseCommand(['watch', '--prometheus', 'http://a:9090', '--query', 'step_ms', '--stages', '4'])).toMatchObject(
    {
      form: { kind: 'prometheus', query: 'step_ms', unit: 'ms', rankLabel: 'rank', resolutionS: 5 },
      live: { stages: 4 },
    },
  );
});
