/** What of the graph of dependencies a finding's cause is (E4): the change that removes it. */
import type { Finding, HostPart, WhatIfChange } from '../../src-contract';
import type { GraphTotals } from '../model/dependencies/totals';

const HOST_PARTS: ReadonlySet<string> = new Set<HostPart>([
  'compile',
  'dataloader',
  'garbage-collection',
  'synchronise',
  'allocator',
  'copy',
]);

/**
 * Undefined: the cause is not in the graph (memory, hangs), or no rank of it is. Calls of the host are taken out; kernels and collectives
 * take as much less as the finding's gain says, evenly: which of them are the slow ones the gain does not tell.
 */
export function changesWithout(own: Finding, totals: GraphTotals): readonly WhatIfChange[] | undefined {
  const { rule, place } = own;
  const ranks = place.ranks.length > 0 ? place.ranks : totals.ranks.map(({ rank }) => rank);
  if (rule === 'B3' || rule === 'B9') {
    const part = own.title.id.replace(/\.title$/, '');
    return HOST_PARTS.has(part) ? [{ kind: 'host', part: part as HostPart, ranks, factor: 0 }] : undefined;
  }
  if (rule === 'A2') return [{ kind: 'host', part: 'other', ranks, factor: 0 }];
  if (rule === 'C8') return own.rank === undefined ? undefined : [{ kind: 'lateness', rank: own.rank }];
  if (rule === 'H1' || rule === 'H2' || rule === 'C7') return undefined;
  const gainNs = own.gain.nsPerStep;
  if (own.class === 'communication') return communicationWithout(own, ranks, gainNs, totals);
  // Of a slow host all its ranks are slow, and of kernels with too few blocks (B6) all ranks gain.
  const isSlowRank = own.title.id === 'D2.title' || rule === 'E2';
  if (!isSlowRank && own.class !== 'compute') return undefined;
  // Of ranks of which one is the slow one, that is it: its peers have nothing to gain.
  const computing = isSlowRank ? [own.rank ?? ranks[0]] : ranks;
  const changes = totals.ranks
    .filter(({ rank, computeNs }) => computing.includes(rank) && computeNs > 0)
    .map(({ rank, computeNs, stepCount }): WhatIfChange => {
      return { kind: 'computing', ranks: [rank], factor: Math.max(0, 1 - (gainNs * stepCount) / computeNs) };
    });
  return changes.length === 0 ? undefined : changes;
}

function communicationWithout(
  { place: { link } }: Finding,
  ranks: readonly number[],
  gainNs: number,
  totals: GraphTotals,
): readonly WhatIfChange[] | undefined {
  const factorOf = (nsOf: (own: GraphTotals['ranks'][number]) => number) => {
    const shares = totals.ranks
      .filter((own) => ranks.includes(own.rank) && nsOf(own) > 0)
      .map((own) => (gainNs * own.stepCount) / nsOf(own));
    return shares.length === 0 ? undefined : Math.max(0, 1 - Math.max(...shares));
  };
  if (link) {
    const { source, target } = link;
    const joining = totals.groups.filter((group) => group.ranks.includes(source) && group.ranks.includes(target));
    const keys = new Set(joining.map(({ group }) => group));
    const factor = factorOf(({ transferNs }) =>
      sum([...transferNs].filter(([group]) => keys.has(group)).map(([, ns]) => ns)),
    );
    return factor === undefined ? undefined : [{ kind: 'link', source, target, factor }];
  }
  const factor = factorOf(({ transferNs }) => sum([...transferNs.values()]));
  return factor === undefined ? undefined : [{ kind: 'communication', ranks, factor }];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
