import { expect, test } from 'vitest';
import { pairedSends } from '../../../../../src-worker/model/collectives/pairSends';

const call = (rank: number, type: string, endUs: number, group = 'pp') => {
  return { group, type, rank, startNs: 0, endNs: endUs * 1000 };
};

test('a send and the receive that ends nearest to it, of another rank of the group', () => {
  const [send, near, far] = [call(0, 'send', 100), call(1, 'receive', 103), call(2, 'receive', 110)];
  expect(pairedSends([far, send, near])).toEqual([[send, near]]);
});

test('not two sends, nor of two groups, nor of one rank, nor far apart', () => {
  expect(pairedSends([call(0, 'send', 100), call(1, 'send', 100)])).toEqual([]);
  expect(pairedSends([call(0, 'send', 100), call(1, 'receive', 100, 'other')])).toEqual([]);
  expect(pairedSends([call(0, 'send', 100), call(0, 'receive', 100)])).toEqual([]);
  expect(pairedSends([call(0, 'send', 100), call(1, 'receive', 300)])).toEqual([]);
});

test('batches of both belong together', () => {
  const [a, b] = [call(0, 'batchSendRecv', 100), call(1, 'batchSendRecv', 101)];
  expect(pairedSends([a, b, call(2, 'send', 100)])).toEqual([[a, b]]);
});
