import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostsOf, nameOf, type ProfileWay, placeOfDump } from '../../../../src-main/watch/profileWay';
import { lightRequest } from '../../../../src-watch/requests/profileRequest';
import { temporaryFolder } from '../../../fixtures/indexed';

const request = { ...lightRequest, output: '/data/p' };

test('where a dump comes to lie: a folder of its own, of GPUs files with a name of their own', () => {
  const daemons = { hosts: 'a', processLimit: 3 };
  const npus: ProfileWay = { kind: 'npu-daemons', ...daemons, request };
  const gpus: ProfileWay = { kind: 'gpu-daemons', ...daemons, request: { ...request, output: '/data/trace.json' } };
  expect(placeOfDump(npus, 'd1')).toBe('/data/p/d1');
  expect(placeOfDump({ kind: 'dynamic', folder: '/c', request }, 'd1')).toBe('/data/p/d1');
  expect(placeOfDump(gpus, 'd1')).toBe('/data/d1_trace.json');
  expect(placeOfDump({ kind: 'command', command: 'x', output: '/o/' }, 'd1')).toBe('/o/d1');
  expect(placeOfDump({ kind: 'command', command: 'x' }, 'd1')).toBeUndefined();
});

test('hosts of a list, or of a file of them; each is called by its address', () => {
  const file = join(temporaryFolder(), 'hosts');
  writeFileSync(file, '# of the job\nnode[1-2]\n[::1]:1779\n');
  expect(hostsOf(`@${file}`).map(nameOf)).toEqual(['node1:1778', 'node2:1778', '[::1]:1779']);
  expect(hostsOf('a,b:2').map(nameOf)).toEqual(['a:1778', 'b:2']);
  expect(() => hostsOf('@/none')).toThrow('ENOENT');
});
