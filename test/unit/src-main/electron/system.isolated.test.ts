/** What is handed to the system: recent dumps, progress, keys, colours. */
import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ app: {}, BrowserWindow: {}, Menu: {}, nativeTheme: {}, screen: {} }));

const { jumpList, shownRecents } = await import('../../../../src-main/electron/recents');
const { progressOf } = await import('../../../../src-main/electron/taskBar');
const { windowColours } = await import('../../../../src-main/electron/windows');
const { windowLookOf } = await import('../../../../src-main/electron/windowLook');
const tokens = await import('../../../../src-renderer/base/theme/tokens');

const recent = (title: string, path: string, exists = true) => ({
  title,
  paths: [path],
  without: [],
  openedMs: 0,
  exists,
});

test('recent dumps that are there, told apart by their paths where their names are the same', () => {
  const recents = [recent('job', '/a/job'), recent('gone', '/gone', false), recent('job', '/b/job'), recent('x', '/x')];
  expect(shownRecents(recents).map(({ label }) => label)).toEqual(['job (/a/job)', 'job (/b/job)', 'x']);
  expect(shownRecents(Array.from({ length: 20 }, (_, at) => recent(`${at}`, `/${at}`)))).toHaveLength(10);
});

test('the jump list starts the program with the path, whatever is in it', () => {
  const shown = [{ label: 'my job', paths: ['C:\\data\\my job\\', 'D:\\b'] }];
  expect(jumpList(shown, 'Open Recent', 'C:\\Tracelane.exe')).toEqual([
    {
      type: 'custom',
      name: 'Open Recent',
      items: [
        {
          ...{ type: 'task', title: 'my job', description: 'C:\\data\\my job\\, D:\\b' },
          ...{ program: 'C:\\Tracelane.exe', args: '-- "C:\\data\\my job\\\\" "D:\\b"' },
        },
      ],
    },
  ]);
  expect(jumpList([], 'Open Recent', 'C:\\Tracelane.exe')).toEqual([]);
});

test('the task bar shows how much is read, that something is, or nothing', () => {
  const progress = { bytesDone: 30, bytesTotal: 120, eventsDone: 0 };
  expect(progressOf({ status: 'indexing', progress })).toBe(0.25);
  expect(progressOf({ status: 'discovering', progress: { ...progress, bytesTotal: 0 } })).toBeGreaterThan(1);
  for (const status of ['ready', 'failed', 'cancelled'] as const) expect(progressOf({ status, progress })).toBe(-1);
});

test('a look is taken from a page only as it is meant', () => {
  const look = { language: 'zh-CN', theme: 'dark', keys: { 'file.openFile': 'CmdOrCtrl+Shift+O' } };
  expect(windowLookOf(look)).toEqual(look);
  for (const odd of [
    undefined,
    'zh',
    { ...look, language: 'zh\u0000' },
    { ...look, theme: 'blue' },
    { ...look, keys: { 'file.openFile': 'Bogus++' } },
    { ...look, keys: { 'app.quit': 'CmdOrCtrl+O' } },
  ]) {
    expect(windowLookOf(odd), JSON.stringify(odd)).toBeUndefined();
  }
});

test('the window has its page’s colour before that has painted', () => {
  expect(windowColours).toEqual({
    light: tokens.windowColours.light.window,
    dark: tokens.windowColours.dark.window,
  });
});
