import { expect, test } from 'vitest';
import { caseOnDisk, isResourceFork } from '../../../../src-worker/discovery/folderEntries';
import { isReadable } from '../../../../src-worker/files/readable';

test('where case does not count, names are as on disk', () => {
  const typed = 'c:\\Data\\ascend_profiler_output\\trace_view.json';
  const real = 'C:\\data\\ASCEND_PROFILER_OUTPUT\\trace_view.json';
  expect(caseOnDisk(typed, real)).toBe(real);
  // A link keeps the name that the user gave it; what is not there has none but that.
  expect(caseOnDisk('/data/rank_3', '/mnt/x/0003')).toBe('/data/rank_3');
  expect(caseOnDisk('/data/none', undefined)).toBe('/data/none');
});

test('resource forks by their names', () => {
  expect(['._a.json', '._', '.a', '_.json', 'a._b'].filter(isResourceFork)).toEqual(['._a.json', '._']);
});

test('roots of Windows', () => {
  const roots = ['C:\\data', 'D:\\', '\\\\server\\share'];
  const paths = ['C:\\data\\x', 'D:\\x', '\\\\server\\share\\x', 'C:\\database\\x', '\\\\server\\share2\\x', 'E:\\x'];
  expect(paths.map((path) => isReadable(path, roots, '\\'))).toEqual([true, true, true, false, false, false]);
});
