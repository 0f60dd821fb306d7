import { expect, test } from 'vitest';
import { ownArguments, parseElectronArguments, secondStartOf } from '../../../../src-main/electron/commandLine';

const nothing = { paths: [], links: [], isDemo: false, isTimed: false };

test('paths are meant from the folder of the start, switches of Chromium are not paths', () => {
  expect(parseElectronArguments(['dump', '--force-dark-mode', '/abs', '--demo'], '/home/ada')).toEqual({
    ...nothing,
    paths: ['/home/ada/dump', '/abs'],
    isDemo: true,
  });
});

test('nothing after -- is a switch', () => {
  const after = ['--', '--demo', 'file:///data/my%20job', 'tracelane://open?path=/x', 'tracelane:x'];
  expect(parseElectronArguments(['--time', ...after], '/home/ada')).toEqual({
    ...nothing,
    paths: ['/home/ada/--demo', '/data/my job', '/home/ada/tracelane:x'],
    links: ['tracelane://open?path=/x'],
    isTimed: true,
  });
});

test('a link is no path', () => {
  expect(parseElectronArguments(['Tracelane://open?path=/data'], '/home/ada')).toEqual({
    ...nothing,
    links: ['Tracelane://open?path=/data'],
  });
});

test('our arguments come after the application’s folder, and that after switches', () => {
  expect(ownArguments(['electron', '--no-sandbox', '/app', '--demo', 'dump'], false)).toEqual(['--demo', 'dump']);
  expect(ownArguments(['electron', '/app'], false)).toEqual([]);
  expect(ownArguments(['/opt/tracelane', 'dump'], true)).toEqual(['dump']);
});

test('what another process says of its start is looked at', () => {
  const start = { arguments: ['dump'], folder: '/home/ada' };
  expect(secondStartOf(start)).toEqual(start);
  for (const odd of [
    ...[undefined, null, 'dump', 7, [], {}, { arguments: ['dump'] }, { folder: '/' }],
    ...[
      { arguments: 'dump', folder: '/' },
      { arguments: [7], folder: '/' },
      { arguments: [], folder: 7 },
    ],
  ]) {
    expect(secondStartOf(odd), JSON.stringify(odd)).toBeUndefined();
  }
});
