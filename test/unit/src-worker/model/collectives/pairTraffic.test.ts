import { expect, test } from 'vitest';
import type { LinkTraffic } from '../../../../../src-worker/model/collectives/collective';
import { comparableLinks, pairTraffic } from '../../../../../src-worker/model/collectives/pairTraffic';
import { Random } from '../../../../fixtures/random';

const TRANSPORTS = ['HCCS', 'RDMA', 'LOCAL', 'PCIE'];

/** In any order, ranks of a large job among them. */
function drawn(count: number): LinkTraffic[] {
  const random = new Random(11);
  const below = (most: number) => Math.floor(random.next() * most);
  return Array.from({ length: count }, (): LinkTraffic => {
    const [source, target] = [below(6) * 9_999, below(6) * 9_999];
    const rest = { step: String(below(2)), kind: 'collective', type: 'allreduce', op: '', isGlobal: true } as const;
    const transport = TRANSPORTS[below(TRANSPORTS.length)];
    return { ...rest, group: `g${below(3)}`, source, target, transport, sizeBytes: below(1000), transitNs: below(50) };
  });
}

test('traffic of pairs is the sum of all that goes the same way, by source and target', () => {
  const links = drawn(2000);
  const found = pairTraffic(links);
  const keyOf = ({ source, target, transport }: Pick<LinkTraffic, 'source' | 'target' | 'transport'>) =>
    `${source} ${target} ${transport}`;
  expect(new Set(found.map(keyOf)).size).toBe(found.length);
  expect(new Set(found.map(keyOf))).toEqual(new Set(links.map(keyOf)));
  for (const pair of found) {
    const own = links.filter((link) => keyOf(link) === keyOf(pair));
    expect(pair.sizeBytes).toBe(own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    expect(pair.transitNs).toBe(own.reduce((sum, { transitNs }) => sum + transitNs, 0));
    expect(pair.groups).toEqual([...new Set(own.map(({ group }) => group))]);
  }
  const places = found.map(({ source, target }) => source * 2 ** 20 + target);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('those that can be compared are between two ranks, over a link, and of enough bytes', () => {
  const links = drawn(500);
  const isComparable = ({ source, target, transport, sizeBytes, transitNs }: LinkTraffic) =>
    source !== target && transport !== 'LOCAL' && sizeBytes >= 2000 && transitNs > 0;
  const all = pairTraffic(links) as unknown as readonly LinkTraffic[];
  const found = comparableLinks(links, 2000);
  expect(found).toEqual(all.filter(isComparable));
  expect(found.length).toBeGreaterThan(10);
  expect(found.length).toBeLessThan(all.length);
});
