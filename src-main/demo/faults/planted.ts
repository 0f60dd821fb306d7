import { groupsOf, type JobLayout, worldSizeOf } from '../parallel';
import type { Fault } from './fault';

/** Jobs of fewer ranks are too small for all of it. */
export const leastPlantedRanks = 64;

/**
 * What goes wrong in a large job at a time: three slow ranks, a slow link between two hosts, a host whose devices run below their frequency, and
 * a pipeline stage that has more to do. Far apart, each in groups of its own.
 */
export function plantedFaults(layout: JobLayout): readonly Fault[] {
  const { ranksPerHost, sizes } = layout;
  const world = worldSizeOf(sizes);
  const hosts = Math.floor(world / ranksPerHost);
  const firstOfHost = (share: number) => Math.floor(hosts * share) * ranksPerHost;
  const slow = [0.11, 0.37, 0.83].map((share, at): Fault => {
    return { kind: 'slow-rank', rank: firstOfHost(share) + at + 1, factor: 1.3 + 0.1 * at };
  });
  const below = Array.from({ length: ranksPerHost }, (_, device): Fault => {
    return { kind: 'down-clock', rank: firstOfHost(0.61) + device, mhz: 1300 };
  });
  const from = firstOfHost(0.22) + 2;
  const to = behindSlowLink(from, layout);
  return [
    ...slow,
    ...(to === undefined ? [] : [{ kind: 'slow-link', between: [from, to], factor: 0.1 } satisfies Fault]),
    ...below,
    ...(sizes.pipeline > 1 ? [{ kind: 'heavy-stage', stage: 1, factor: 1.25 } satisfies Fault] : []),
  ];
}

/**
 * Who the rank sends most to: its place in the next stage; without stages whoever is next to it in the largest of its groups, of whose bytes
 * each link has a part that shrinks with the group.
 */
function behindSlowLink(rank: number, layout: JobLayout): number | undefined {
  const groups = [...groupsOf(rank, layout)].sort((a, b) => b.globalRanks.length - a.globalRanks.length);
  const group = groups.find(({ kind }) => kind === 'pp') ?? groups[0];
  return group?.globalRanks[(group.groupRank + 1) % group.globalRanks.length];
}
