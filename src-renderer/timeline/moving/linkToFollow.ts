import type { SliceLink } from '../../../src-contract';

/**
 * The arrow to go along: of several that lead that way one of the category that was followed before, else the one whose other end
 * comes first, or is latest before. Pure.
 */
export function linkToFollow(
  links: readonly SliceLink[],
  direction: SliceLink['direction'],
  followed: string | undefined,
): SliceLink | undefined {
  const all = links.filter((link) => link.direction === direction);
  const same = all.filter(({ category }) => category === followed);
  const from = same.length > 0 ? same : all;
  const isNearer = (a: SliceLink, b: SliceLink) => (direction === 'outgoing' ? a.toNs < b.toNs : a.fromNs > b.fromNs);
  return from.reduce<SliceLink | undefined>((best, link) => (best && !isNearer(link, best) ? best : link), undefined);
}
