import { expect, test } from 'vitest';
import { parseLink } from '../../../../src-main/electron/links';

test('a link names paths of this machine', () => {
  expect(parseLink('tracelane://open?path=/data/my%20job&path=/data/b%26c', 'linux')).toEqual({
    kind: 'open',
    paths: ['/data/my job', '/data/b&c'],
    view: '',
  });
  const windows = parseLink('TRACELANE://open/?path=C%3A%5Cdata', 'win32');
  expect(windows).toEqual({ kind: 'open', paths: ['C:\\data'], view: '' });
});

test('what stands behind # is how they are looked at, and names nothing to open', () => {
  const view = 'tab=memory&view=5..7&open=%2Fetc&path=%2Fetc';
  expect(parseLink(`tracelane://open?path=/data#${view}`, 'linux')).toEqual({ kind: 'open', paths: ['/data'], view });
});

test.each([
  ['tracelane://open', 'no-path'],
  ['tracelane://open?path=', 'no-path'],
  ['tracelane://open?path=data/job', 'relative'],
  ['tracelane://open?path=C%3Adata', 'relative'],
  ['tracelane://open?path=%5C%5Chost%5Cshare', 'network'],
  ['tracelane://open?path=//host/share', 'network'],
  ['tracelane://open?path=/data&path=%5C%5C%3F%5CUNC%5Chost', 'network'],
  ['tracelane://app/index.html?path=/data', 'unknown'],
  ['tracelane://open/else?path=/data', 'unknown'],
  ['tracelane:open?path=/data', 'unknown'],
  ['https://open?path=/data', 'unknown'],
  ['tracelane://[', 'unknown'],
])('%s is refused', (text, code) => {
  expect(parseLink(text, 'win32')).toEqual({ kind: 'refused', code });
});
