import type { Fault, SlowLink, SmallPackets } from '../faults/fault';
import type { GroupKind, JobLayout } from '../parallel';
import { type LinkType, linkBetween, peerCount } from './collectiveTiming';
import { faultsInStep, type NumberedFault } from './stepFaults';
import type { WireRequest } from './wire';

type TransferFault = NumberedFault<'slow-link'> | NumberedFault<'small-packets'> | NumberedFault<'unaligned'>;

/** The faults of one step that change how data travels. */
export class LinkFaults {
  private constructor(private readonly faults: readonly TransferFault[]) {}

  static inStep(faults: readonly Fault[], step: number): LinkFaults {
    return new LinkFaults([
      ...faultsInStep(faults, 'slow-link', step),
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
  touching({ template, globalRanks }: WireRequest, layout: JobLayout): Set<number> {
    const touched = new Set<number>();
    for (const { index, fault } of this.faults) {
      const isMet = fault.kind === 'slow-link' ? usesLink(fault, globalRanks, layout) : fault.group === template.group;
      if (isMet) touched.add(index);
    }
    return touched;
  }

  /** What is left of a link's bandwidth. */
  bandwidthFactor(rankA: number, rankB: number, link: LinkType): number {
    return this.faults.reduce(
      (factor, { fault }) =>
        fault.kind === 'slow-link' && isLink(fault, rankA, rankB, link) ? factor * fault.factor : factor,
      1,
    );
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

function usesLink(fault: SlowLink, globalRanks: readonly number[], layout: JobLayout): boolean {
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

function isLink({ between, rank, transport }: SlowLink, a: number, b: number, link: LinkType): boolean {
  if (link === 'ON_CHIP') return false;
  if (between !== undefined && !(between.includes(a) && between.includes(b))) return false;
  if (rank !== undefined && rank !== a && rank !== b) return false;
  return transport === undefined || transport === link;
}
