import { expect, test } from 'vitest';
import { ownArguments, parseElectronArguments } from '../../../../src-main/electron/commandLine';

test('paths are meant from the folder of the start, switches of Chromium are not paths', () => {
  expect(parseElectronArguments(['dump', '--force-dark-mode', '/abs', '--demo'], '/home/ada')).toEqual({
    paths: ['/home/ada/dump', '/abs'],
    isDemo: true,
  });
});

test('after -- everything is a path', () => {
  expect(parseElectronArguments(['--', '--demo'], '/home/ada')).toEqual({ paths: ['/home/ada/--demo'], isDemo: false });
});

test('our arguments come after the application’s folder, and that after switches', () => {
  expect(ownArguments(['electron', '--no-sandbox', '/app', '--demo', 'dump'], false)).toEqual(['--demo', 'dump']);
  expect(ownArguments(['electron', '/app'], false)).toEqual([]);
  expect(ownArguments(['/opt/tracelane', 'dump'], true)).toEqual(['dump']);
});
