import { expect, test } from 'vitest';
import { parseCommand } from '../../../../src-main/cli/arguments';

test('a path alone is opened', () => {
  expect(parseCommand(['dump', 'other dump'])).toEqual({
    kind: 'open',
    paths: ['dump', 'other dump'],
    isDemo: false,
    host: 'auto',
    port: undefined,
    isTimed: false,
  });
  expect(parseCommand(['--time', 'dump'])).toMatchObject({ kind: 'open', paths: ['dump'], isTimed: true });
  expect(parseCommand([])).toMatchObject({ kind: 'open', paths: [] });
  expect(parseCommand(['--demo'])).toMatchObject({ kind: 'open', isDemo: true });
});

test('serve with several roots', () => {
  expect(parseCommand(['serve', '--root', '/a', 'dump', '--root=/b', '--port', '0', '--no-open', '--time'])).toEqual({
    kind: 'serve',
    paths: ['dump'],
    isDemo: false,
    roots: ['/a', '/b'],
    port: 0,
    opensBrowser: false,
    isTimed: true,
  });
});

test('demo with its defaults and without', () => {
  expect(parseCommand(['demo', 'out'])).toMatchObject({
    folder: 'out',
    ranks: 2,
    steps: 3,
    eventsPerRank: 20_000,
    seed: 1,
  });
  expect(parseCommand(['demo', 'out', '--ranks', '8', '--events=1000000', '--seed', '4294967295'])).toMatchObject({
    ranks: 8,
    eventsPerRank: 1_000_000,
    seed: 4_294_967_295,
  });
});

test('demo as databases', () => {
  expect(parseCommand(['demo', 'out', '--form', 'db'])).toMatchObject({ kind: 'demo', form: 'db' });
  expect(parseCommand(['demo', 'out'])).not.toHaveProperty('form');
});

test('demo with everything', () => {
  const args = ['--tp=2', '--pp=2', '--dp=4', '--ep=2', '--experts=8', '--imbalance=0.7', '--host-link=pcie'];
  const more = [
    '--layers=3',
    '--no-timeline',
    '--decode-steps=4',
    '--ranks-per-host=4',
    '--stacks=1',
    '--clock-offset-ms=250',
  ];
  const faults = ['--fault', 'slow-rank:rank=3', '--fault=leak:mib=10'];
  expect(parseCommand(['demo', 'out', ...args, ...more, ...faults])).toEqual({
    kind: 'demo',
    folder: 'out',
    ranks: 16,
    steps: 3,
    eventsPerRank: 20_000,
    seed: 1,
    parallel: { tensor: 2, pipeline: 2, data: 4, context: 1, expert: 2 },
    ranksPerHost: 4,
    hostTransport: 'PCIE',
    clockOffsetMs: 250,
    model: { layersPerStage: 3, microBatches: 8 },
    withTimeline: false,
    callStackShare: 1,
    moe: { experts: 8, topK: 2, imbalance: 0.7 },
    inference: { decodeSteps: 4 },
    faults: [
      { kind: 'slow-rank', rank: 3, factor: 1.4 },
      { kind: 'leak', mibPerStep: 10 },
    ],
  });
  expect(parseCommand(['demo', 'out', '--tp=4', '--ranks=1', '--kernel-rows=1000'])).toMatchObject({
    ranks: 1,
    kernelRows: 1000,
  });
});

test('a job that does not exist: a small dump with a rank that is slow, unless it is told otherwise', () => {
  const setup = (...args: readonly string[]) => {
    const command = parseCommand(['demo', 'out', '--live', ...args]);
    return command.kind === 'demo-live' ? command.setup : undefined;
  };
  expect(setup()).toMatchObject({
    ...{ framework: 'megatron', stepMs: 500, slowFactor: 1.21, slowAfter: undefined, dialect: 'msmonitor' },
    dump: { ranks: 8, eventsPerRank: 3000, faults: [{ kind: 'slow-rank', rank: 5 }] },
  });
  const own = setup('--tp', '2', '--step-ms', '20', '--slow-after', '50', '--daemon', 'dynolog', '--answer', 'hung');
  expect(own).toMatchObject({ stepMs: 20, slowAfter: 50, dialect: 'dynolog', behaviour: 'hung', dump: { faults: [] } });
  expect(parseCommand(['demo', 'out'])).not.toHaveProperty('setup');
});

test('help and version', () => {
  expect(parseCommand(['--help'])).toEqual({ kind: 'help', topic: undefined });
  expect(parseCommand(['serve', '--root', '/a', '--help'])).toEqual({ kind: 'help', topic: 'serve' });
  expect(parseCommand(['help', 'demo'])).toEqual({ kind: 'help', topic: 'demo' });
  expect(parseCommand(['--version'])).toEqual({ kind: 'version' });
});

test('summarize and reduce', () => {
  expect(parseCommand(['summarize', 'a', 'b', '--out', 'c.parquet', '--job', 'run 7', '--inside-dump'])).toEqual({
    kind: 'summarize',
    paths: ['a', 'b'],
    out: 'c.parquet',
    jobName: 'run 7',
    isInsideDump: true,
  });
  expect(parseCommand(['reduce', 'a', '--out', 'b'])).toEqual({
    kind: 'reduce',
    folder: 'a',
    out: 'b',
    isJson: false,
    language: 'en',
  });
});

test('a path that looks like an option, after --', () => {
  expect(parseCommand(['open', '--', '--demo'])).toMatchObject({ paths: ['--demo'], isDemo: false });
});

test.each([
  [['serve', '--bad'], "Unknown option '--bad'."],
  [['--bad'], "Unknown option '--bad'."],
  [['serve', '--port', '65536'], '--port is a whole number from 0 to 65535, not "65536".'],
  [['serve', '--port', '1e3'], '--port is a whole number from 0 to 65535, not "1e3".'],
  [['demo'], 'demo needs the folder to write to.'],
  [['demo', 'a', 'b'], 'demo writes to one folder; "b" is one too many.'],
  [['demo', 'a', '--ranks', '0'], '--ranks is a whole number from 1 to 4096, not "0".'],
  [['demo', 'a', '--fault', 'slow-rank'], '--fault: slow-rank needs rank=…'],
  [['demo', 'a', '--top-k', '2'], '--top-k and --imbalance need --experts.'],
  [['demo', 'a', '--stacks', '2'], '--stacks is a number from 0 to 1, not "2".'],
  [['demo', 'a', '--form', 'csv'], '--form is text, db, both or summaries, not "csv".'],
  [['demo', 'a', '--host-link', 'usb'], '--host-link is hccs or pcie, not "usb".'],
  [['demo', 'a', '--step-ms', '5'], '--step-ms is for demo --live.'],
  [['demo', 'a', '--live', '--steps', '5'], '--steps is for a dump; a job that runs has no end.'],
  [['demo', 'a', '--live', '--daemon', 'x'], '--daemon is msmonitor, dynolog, not "x".'],
  [['demo', 'a', '--live', '--tls-ca', 'x'], 'A daemon with TLS needs --tls-ca, --tls-cert and --tls-key.'],
  [['info'], 'info needs the path of a dump.'],
  [['summarize', '--out', 'a'], 'summarize needs the path of a rank.'],
  [['summarize', 'a'], 'summarize needs --out FILE, the summary to write.'],
  [['reduce', '--out', 'a'], 'reduce needs the folder of the summaries.'],
  [['reduce', 'a', 'b', '--out', 'c'], 'reduce takes one folder; "b" is one too many.'],
  [['reduce', 'a'], 'reduce needs --out FILE, the job to write.'],
  [['reduce', 'a', '--out', 'b', '--lang', 'fr'], '--lang is en or zh, not "fr".'],
  [['open', '--host', 'firefox'], '--host is electron, browser or auto, not "firefox".'],
  [
    ['help', 'me'],
    'There is no command "me"; the commands are open, serve, info, analyze, summarize, reduce, scale, export, query, watch, recipe, mcp, demo, cache.',
  ],
])('%j: %s', (args, message) => {
  expect(() => parseCommand(args)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
});
