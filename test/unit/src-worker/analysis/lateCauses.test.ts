import { expect, test } from 'vitest';
import { type Before, excessOf, type Named } from '../../../../src-worker/analysis/record/lateCauses';

const none = new Map<string, Named>();
const names = { computing: none, communication: none, host: none };

function rank(number: number, computing: number, host: number, kernels: Record<string, number> = {}): Before {
  const named = new Map(Object.entries(kernels).map(([name, ns]): [string, Named] => [name, { ns, evidence: [] }]));
  return { rank: number, ns: { computing, communication: 0, host }, names: { ...names, computing: named } };
}

test('the part that is longest over the peers’ median, and the kernel that has it', () => {
  const peers = [rank(0, 100, 50, { mm: 80, add: 20 }), rank(1, 102, 52, { mm: 81, add: 21 })];
  const mine = rank(2, 161, 60, { mm: 140, add: 21 });
  expect(excessOf(mine, peers, 60)).toMatchObject({ kind: 'computing', excessNs: 60, name: 'mm', nameNs: 59.5 });
  expect(excessOf(mine, peers, 60)?.peers).toEqual([0, 1]);
});

test('spread over many kernels, none is named; what explains less than half of the lateness is not said', () => {
  const peers = [rank(0, 100, 0, { a: 25, b: 25, c: 25, d: 25 })];
  const mine = rank(2, 160, 0, { a: 40, b: 40, c: 40, d: 40 });
  expect(excessOf(mine, peers, 60)).toMatchObject({ kind: 'computing', excessNs: 60, name: undefined });
  expect(excessOf(mine, peers, 121)).toBeUndefined();
});
