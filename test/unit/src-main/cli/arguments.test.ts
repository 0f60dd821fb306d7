import { expect, test } from 'vitest';
import { parseCommand } from '../../../../src-main/cli/arguments';

test('a path alone is opened', () => {
  expect(parseCommand(['dump', 'other dump'])).toEqual({
    kind: 'open',
    paths: ['dump', 'other dump'],
    isDemo: false,
    host: 'auto',
    port: undefined,
  });
  expect(parseCommand([])).toMatchObject({ kind: 'open', paths: [] });
  expect(parseCommand(['--demo'])).toMatchObject({ kind: 'open', isDemo: true });
});

test('serve with several roots', () => {
  expect(parseCommand(['serve', '--root', '/a', 'dump', '--root=/b', '--port', '0', '--no-open'])).toEqual({
    kind: 'serve',
    paths: ['dump'],
    isDemo: false,
    roots: ['/a', '/b'],
    port: 0,
    opensBrowser: false,
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

test('help and version', () => {
  expect(parseCommand(['--help'])).toEqual({ kind: 'help', topic: undefined });
  expect(parseCommand(['serve', '--root', '/a', '--help'])).toEqual({ kind: 'help', topic: 'serve' });
  expect(parseCommand(['help', 'demo'])).toEqual({ kind: 'help', topic: 'demo' });
  expect(parseCommand(['--version'])).toEqual({ kind: 'version' });
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
  [['info'], 'info needs the path of a dump.'],
  [['open', '--host', 'firefox'], '--host is electron, browser or auto, not "firefox".'],
  [['help', 'me'], 'There is no command "me"; the commands are open, serve, info, demo, cache.'],
])('%j: %s', (args, message) => {
  expect(() => parseCommand(args)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
});
