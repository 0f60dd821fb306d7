import { expect, test } from 'vitest';
import { fromNsOf, toNsOf } from '../../../../../src-worker/index/arrows/arrowEnds';
import { indexText } from '../../../../fixtures/indexed';

const slice = (tid: number, ts: number) => `{"ph":"X","pid":1,"tid":${tid},"ts":${ts},"dur":5,"name":"n"}`;
const end = (ph: string, tid: number, ts: number) =>
  `{"ph":"${ph}","bp":"e","cat":"c","id":7,"pid":1,"tid":${tid},"ts":${ts},"name":"c"}`;

async function arrowsOf(fromTs: number, toTs: number) {
  const { index } = await indexText(`[${slice(1, 10)},${slice(2, 20)},${end('s', 1, fromTs)},${end('f', 2, toTs)}]`);
  expect(index.flows.fromSlice).toHaveLength(1);
  const baseNs = index.baseUs * 1000;
  return { flows: index.flows, fromUs: (baseNs + fromNsOf(index, 0)) / 1000, toUs: (baseNs + toNsOf(index, 0)) / 1000 };
}

test('instants of arrows that are the starts of their slices are not kept', async () => {
  const { flows, ...instants } = await arrowsOf(10, 20);
  expect([flows.fromNs.length, flows.toNs.length]).toEqual([0, 0]);
  expect(instants).toEqual({ fromUs: 10, toUs: 20 });
});

test('others are, each side by itself', async () => {
  const { flows, ...instants } = await arrowsOf(12, 20);
  expect([flows.fromNs.length, flows.toNs.length]).toEqual([1, 0]);
  expect(instants).toEqual({ fromUs: 12, toUs: 20 });
  const late = await arrowsOf(10, 24);
  expect([late.flows.fromNs.length, late.flows.toNs.length]).toEqual([0, 1]);
  expect([late.fromUs, late.toUs]).toEqual([10, 24]);
});
