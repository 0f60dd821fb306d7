import type { CollectiveTemplate } from '../model/collectiveTemplates';
import type { JobLayout } from '../parallel';
import { finishNs, type LinkType, linkBetween, packetNs, peerCount, planesPerPeer, settleNs } from './collectiveTiming';
import type { Detour, LinkFaults } from './linkFaults';
import type { WireRequest } from './wireRequest';

/** What goes over one link in one transfer: packets of the same size, one after the other. */
export interface Transfer {
  readonly link: LinkType;
  readonly packets: number;
  readonly packetBytes: number;
  readonly packetNs: number;
}

export interface WirePhase {
  readonly kind: 'reduce' | 'copy';
  /** The slowest of the group's links decides it for all members. */
  readonly durationNs: number;
  /** Between two members, as places among the members; the data of a place with itself is copied on the device. */
  readonly transfer: (fromPlace: number, toPlace: number) => Transfer;
}

/** How the data of one communication op travels: the same for all its members. */
export interface Wire {
  readonly phases: readonly WirePhase[];
  /** From `ready` to the end, without a rank's own skew. */
  readonly bodyNs: number;
  /** How much of it is for each fault; empty where all is in order. */
  readonly faultNs: ReadonlyMap<number, number>;
}

/** Packets end on these. */
const alignmentBytes = 512;
/** What an unaligned packet has beyond. */
const crookedBytes = 136;

/** The transfers of an op over the job's links, as the faults leave them. */
export function wireOf(request: WireRequest, layout: JobLayout, faults: LinkFaults): Wire {
  const usual = timedPhases(request, layout, undefined);
  if (faults.isEmpty) return { ...usual, faultNs: new Map() };
  const touched = faults.touching(request, layout);
  const actual = touched.size === 0 ? usual : timedPhases(request, layout, faults);
  const faultNs = new Map([...touched].map((index) => [index, without(request, layout, faults, index, actual.bodyNs)]));
  return { ...actual, faultNs };
}

/** What the op would save without one of the faults. */
function without(request: WireRequest, layout: JobLayout, faults: LinkFaults, index: number, bodyNs: number): number {
  return bodyNs - timedPhases(request, layout, faults.without(index)).bodyNs;
}

function timedPhases(request: WireRequest, layout: JobLayout, faults: LinkFaults | undefined) {
  const { template, globalRanks } = request;
  const members = globalRanks.length;
  const peers = peerCount(members);
  const detours = template.peerStep === 0 ? (faults?.detours(globalRanks) ?? []) : [];
  const phases = phaseKinds(template).map((kind): WirePhase => {
    const transfer = (from: number, to: number): Transfer => {
      const [a, b] = [globalRanks[from]!, globalRanks[to]!];
      const link = linkBetween(a, b, layout);
      const bytes = linkBytes(request, from, to);
      const own = faults?.packetsOf(template.group, bytes) ?? 1;
      const packets = own * timesOver(detours, from, to);
      const even = Math.max(alignmentBytes, Math.ceil(bytes / own / alignmentBytes) * alignmentBytes);
      const packetBytes = even + (faults?.isUnaligned(template.group) === true ? crookedBytes : 0);
      const factor = faults?.bandwidthFactor(a, b, link, request.index) ?? 1;
      return { link, packets, packetBytes, packetNs: packetNs(packetBytes, link, request.slowness, factor) };
    };
    let durationNs = 0;
    for (let from = 0; from < members; from++) {
      for (let step = 1; step <= peers; step++) {
        const { packets, packetNs: ns } = transfer(from, (from + step) % members);
        durationNs = Math.max(durationNs, packets * ns);
      }
    }
    return { kind, durationNs, transfer };
  });
  const transferNs = phases.reduce((sum, { durationNs }) => sum + durationNs + settleNs(members), 0);
  return { phases, bodyNs: finishNs + transferNs };
}

/** How often what one member has for another goes over their link: not at all, once, or with that of others who go around theirs. */
function timesOver(detours: readonly Detour[], from: number, to: number): number {
  if (detours.some((own) => own.from === from && own.to === to)) return 0;
  const around = detours.filter((own) => (own.from === from && own.by === to) || (own.by === from && own.to === to));
  return 1 + around.length;
}

/** Bytes that a member sends over all its links in one transfer. */
export function sentInPhase(phase: WirePhase, place: number, members: number): number {
  let bytes = 0;
  for (let step = 1; step <= peerCount(members); step++) {
    const { packets, packetBytes } = phase.transfer(place, (place + step) % members);
    bytes += packets * packetBytes * planesPerPeer(members);
  }
  return bytes;
}

function phaseKinds(template: CollectiveTemplate): readonly ('reduce' | 'copy')[] {
  switch (template.type) {
    case 'allReduce':
      return ['reduce', 'copy'];
    case 'reduceScatter':
      return ['reduce'];
    case 'allGather':
    case 'alltoallv':
    case 'send':
    case 'receive':
    case 'batchSendRecv':
      return ['copy'];
  }
}

/** Bytes over one of the links from one member to another. */
function linkBytes({ template, globalRanks, shares }: WireRequest, from: number, to: number): number {
  const members = globalRanks.length;
  const links = planesPerPeer(members);
  if (template.peerStep !== 0) return Math.ceil(template.sizeBytes / links);
  const part = partOf(template, members, shares, from, to);
  return Math.max(1, Math.ceil((template.sizeBytes * part) / links));
}

/** Share of a member's data that goes from one place to another. */
function partOf(
  template: CollectiveTemplate,
  members: number,
  shares: readonly number[] | undefined,
  from: number,
  to: number,
): number {
  if (shares === undefined || template.exchange === undefined) return 1 / members;
  // Tokens go to the experts by the experts' shares, and come back from them by the same.
  return template.exchange === 'dispatch' ? shares[to]! : shares[from]!;
}
