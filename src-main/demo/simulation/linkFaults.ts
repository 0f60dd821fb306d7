import type { Fault, FlappingLink, SlowLink, SmallPackets } from '../faults/fault';
import { isMesh } from '../faults/linkGroups';
import type { GroupKind, JobLayout } from '../parallel';
import { type LinkType, linkBetween, peerCount } from './collectiveTiming';
import { faultsInStep, type NumberedFault } from './stepFaults';
import type { WireRequest } from './wireRequest';

type TransferFault =
  | NumberedFault<'slow-link'>
  | NumberedFault<'absent-link'>
  | NumberedFault<'flapping-link'>
  | NumberedFault<'small-packets'>
  | NumberedFault<'unaligned'>;

/** Places of members: what `from` sends to `to` goes by `by`. */
export interface Detour {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** The faults of one step that change how data travels. */
export class LinkFaults {
  private constructor(private readonly faults: readonly TransferFault[]) {}

  static inStep(faults: readonly Fault[], step: number): LinkFaults {
    return new LinkFaults([
      ...faultsInStep(faults, 'slow-link', step),
      ...faultsInStep(faults, 'absent-link', step),
      ...faultsInStep(faults, 'flapping-link', step),
      ...faultsInStep(faults, 'small-packets', step),
      ...faultsInStep(faults, 'unaligned', step),
    ]);
  }

  get isEmpty(): boolean {
    return this.faults.length === 0;
  }

  /** The same but one, by its position in the list of faults. */
  without(index: number): LinkFaults {
    return new LinkFaults(this.faults.filter((each) => each.index !== index));
  }

  /** Positions of the faults that an op meets. */
  touching({ template, globalRanks, index: op }: WireRequest, layout: JobLayout): Set<number> {
    const touched = new Set<number>();
    for (const { index, fault } of this.faults) if (isMet(fault)) touched.add(index);
    return touched;

    function isMet(fault: TransferFault['fault']): boolean {
      switch (fault.kind) {
        case 'slow-link':
          return usesLink(fault, globalRanks, layout);
        case 'absent-link':
          return isMesh(globalRanks.length) && usesLink(fault, globalRanks, layout);
        case 'flapping-link':
          return isCollapsed(fault, op) && usesLink(fault, globalRanks, layout);
        case 'small-packets':
        case 'unaligned':
          return fault.group === template.group;
      }
    }
  }

  /** What goes around links that carry nothing: by the first other member. */
  detours(globalRanks: readonly number[]): Detour[] {
    return this.faults.flatMap(({ fault }): Detour[] => {
      if (fault.kind !== 'absent-link' || !isMesh(globalRanks.length)) return [];
      const [a, b] = fault.between.map((rank) => globalRanks.indexOf(rank)) as [number, number];
      const by = globalRanks.findIndex((_, place) => place !== a && place !== b);
      if (a < 0 || b < 0) return [];
      return [
        { from: a, to: b, by },
        { from: b, to: a, by },
      ];
    });
  }

  /** What is left of a link's bandwidth, in the `op`-th collective of its group. */
  bandwidthFactor(rankA: number, rankB: number, link: LinkType, op: number): number {
    return this.faults.reduce((factor, { fault }) => {
      const isSlow = fault.kind === 'slow-link' || (fault.kind === 'flapping-link' && isCollapsed(fault, op));
      return isSlow && isLink(fault, rankA, rankB, link) ? factor * fault.factor : factor;
    }, 1);
  }

  /** How many packets the data of one link is cut into. */
  packetsOf(group: GroupKind, bytes: number): number {
    const sizes = this.faults
      .map(({ fault }) => fault)
      .filter((fault): fault is SmallPackets => fault.kind === 'small-packets' && fault.group === group)
      .map(({ packetKib }) => packetKib * 1024);
    return Math.max(1, Math.ceil(bytes / Math.min(...sizes, bytes)));
  }

  isUnaligned(group: GroupKind): boolean {
    return this.faults.some(({ fault }) => fault.kind === 'unaligned' && fault.group === group);
  }
}

function isCollapsed({ every }: FlappingLink, op: number): boolean {
  return op % Math.round(every) === Math.round(every) - 1;
}

/** The links that a fault is about: those to which all that it names apply. */
type OfLinks = Pick<SlowLink, 'between' | 'rank' | 'transport'>;

function usesLink(fault: OfLinks, globalRanks: readonly number[], layout: JobLayout): boolean {
  const members = globalRanks.length;
  const peers = peerCount(members);
  for (let from = 0; from < members; from++) {
    for (let step = 1; step <= peers; step++) {
      const [a, b] = [globalRanks[from]!, globalRanks[(from + step) % members]!];
      if (isLink(fault, a, b, linkBetween(a, b, layout))) return true;
    }
  }
  return false;
}

function isLink({ between, rank, transport }: OfLinks, a: number, b: number, link: LinkType): boolean {
  if (link === 'ON_CHIP') return false;
  if (between !== undefined && !(between.includes(a) && between.includes(b))) return false;
  if (rank !== undefined && rank !== a && rank !== b) return false;
  return transport === undefined || transport === link;
}
