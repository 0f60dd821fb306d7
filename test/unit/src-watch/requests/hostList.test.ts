import { expect, test } from 'vitest';
import { hostList } from '../../../../src-watch/requests/hostList';

const named = (text: string) => hostList(text).map(({ host, port }) => (port === 1778 ? host : `${host} ${port}`));

test('commas, lines, ports, Slurm’s ranges; each host once', () => {
  expect(named('a, b:1779\nc  # remark, d\n\na')).toEqual(['a', 'b 1779', 'c']);
  expect(named('node[08-11]')).toEqual(['node08', 'node09', 'node10', 'node11']);
  expect(named('n[1-2,07]-ib,login:5')).toEqual(['n1-ib', 'n2-ib', 'n07-ib', 'login 5']);
  expect(named('r[1-2]n[01-02]')).toEqual(['r1n01', 'r1n02', 'r2n01', 'r2n02']);
  expect(named('[::1],[fe80::2]:7,10.0.0.1')).toEqual(['::1', 'fe80::2 7', '10.0.0.1']);
  expect(hostList('node[001-999]')).toHaveLength(999);
});

test('what is no list is told', () => {
  for (const text of [
    '',
    ' , ',
    'n[2-1]',
    'n[a-b]',
    'n[1-99999999]',
    'a:0',
    'a:99999',
    'a b/c',
    'n[1-2',
    'n[1-200][1-200]',
    'n[1-9999][1-9999][1-9999]',
  ])
    expect(() => hostList(text), text).toThrow(/host/);
});
