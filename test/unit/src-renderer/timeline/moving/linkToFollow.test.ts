import { expect, test } from 'vitest';
import type { SliceLink } from '../../../../../src-contract';
import { viewForLink } from '../../../../../src-renderer/session/viewRange';
import { linkToFollow } from '../../../../../src-renderer/timeline/moving/linkToFollow';

const link = (direction: SliceLink['direction'], category: string, fromNs: number, toNs: number) =>
  ({ direction, category, fromNs, toNs }) as SliceLink;

const links = [
  link('incoming', 'async_npu', 10, 90),
  link('incoming', 'HostToDevice', 60, 90),
  link('outgoing', 'fwdbwd', 90, 500),
  link('outgoing', 'async_npu', 90, 300),
  link('outgoing', 'async_npu', 90, 200),
];

test('one follows the nearest arrow, and goes on along the category that was followed before', () => {
  expect(linkToFollow(links, 'outgoing', undefined)).toBe(links[4]);
  expect(linkToFollow(links, 'outgoing', 'fwdbwd')).toBe(links[2]);
  expect(linkToFollow(links, 'outgoing', 'no longer there')).toBe(links[4]);
  expect(linkToFollow(links, 'incoming', undefined)).toBe(links[1]);
  expect(linkToFollow(links, 'incoming', 'async_npu')).toBe(links[0]);
  expect(linkToFollow(links.slice(0, 2), 'outgoing', 'async_npu')).toBeUndefined();
});

test('the zoom stays where both ends fit', () => {
  const view = { startNs: 1000, endNs: 2000 };
  expect(viewForLink({ startNs: 1100 }, { startNs: 1900 }, view)).toBe(view);
  // Both fit, but not where the view is: the middle between them is its middle.
  expect(viewForLink({ startNs: 1800 }, { startNs: 2400 }, view)).toEqual({ startNs: 1600, endNs: 2600 });
  expect(viewForLink({ startNs: 1100 }, { startNs: 300 }, view)).toEqual({ startNs: 200, endNs: 1200 });
  expect(viewForLink({ startNs: 1100 }, { startNs: 2001 }, view)).toBeUndefined();
});
