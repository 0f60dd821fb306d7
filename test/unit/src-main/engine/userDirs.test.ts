import { expect, test } from 'vitest';
import { userDirs } from '../../../../src-main/engine/user/userDirs';

test('Linux: XDG base directories, with their defaults', () => {
  expect(userDirs('linux', {}, '/home/ada')).toEqual({
    cacheDir: '/home/ada/.cache/tracelane',
    configDir: '/home/ada/.config/tracelane',
    tempDir: '/home/ada/.cache/tracelane/tmp',
  });
  const env = { XDG_CACHE_HOME: '/fast/cache', XDG_CONFIG_HOME: '/etc/ada' };
  expect(userDirs('linux', env, '/home/ada')).toEqual({
    cacheDir: '/fast/cache/tracelane',
    configDir: '/etc/ada/tracelane',
    tempDir: '/fast/cache/tracelane/tmp',
  });
});

test('Linux: relative and empty values of XDG variables are ignored', () => {
  const env = { XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: '' };
  expect(userDirs('linux', env, '/home/ada')).toEqual(userDirs('linux', {}, '/home/ada'));
});

test('macOS: Library', () => {
  expect(userDirs('darwin', {}, '/Users/ada')).toEqual({
    cacheDir: '/Users/ada/Library/Caches/Tracelane',
    configDir: '/Users/ada/Library/Application Support/Tracelane',
    tempDir: '/Users/ada/Library/Caches/Tracelane/tmp',
  });
});

test('Windows: AppData, local for what may be lost', () => {
  const env = { LOCALAPPDATA: 'D:\\ada\\Local', APPDATA: 'D:\\ada\\Roaming' };
  expect(userDirs('win32', env, 'C:\\Users\\ada')).toEqual({
    cacheDir: 'D:\\ada\\Local\\Tracelane\\Cache',
    configDir: 'D:\\ada\\Roaming\\Tracelane',
    tempDir: 'D:\\ada\\Local\\Tracelane\\Temp',
  });
  expect(userDirs('win32', {}, 'C:\\Users\\ada').cacheDir).toBe('C:\\Users\\ada\\AppData\\Local\\Tracelane\\Cache');
});
