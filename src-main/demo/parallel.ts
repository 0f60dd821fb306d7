import { hash2 } from './random';

/** How the model is spread over the job. Rank = (pp · data + dp) · tensor + tp, as Megatron numbers them. */
export interface ParallelSizes {
  readonly tensor: number;
  readonly pipeline: number;
  readonly data: number;
}

export type GroupKind = 'tp' | 'dp' | 'pp';

/** One communication group as one of its members sees it. */
export interface CommunicationGroup {
  readonly kind: GroupKind;
  /** 20 digits: the name that follows `@` in communication.json and the key in `parallel_group_info`. */
  readonly id: string;
  readonly globalRanks: readonly number[];
  /** This rank's position in `globalRanks`. */
  readonly groupRank: number;
}

export const devicesPerHost = 8;

export function worldSizeOf(sizes: ParallelSizes): number {
  return sizes.tensor * sizes.pipeline * sizes.data;
}

/**
 * Sizes for a job of `ranks` ranks. A single rank is taken to be one of eight, the others not profiled, so that its
 * trace has collectives too.
 */
export function chooseParallelSizes(ranks: number): ParallelSizes {
  if (ranks === 1) return { tensor: 4, pipeline: 1, data: 2 };
  if (ranks === 2) return { tensor: 2, pipeline: 1, data: 1 };
  const tensor = [8, 4, 2].find((size) => size * size <= ranks && ranks % size === 0) ?? 1;
  const rest = ranks / tensor;
  const pipeline = rest >= 4 && rest % 2 === 0 ? 2 : 1;
  return { tensor, pipeline, data: rest / pipeline };
}

export function pipelineStageOf(rank: number, sizes: ParallelSizes): number {
  return Math.floor(rank / (sizes.tensor * sizes.data));
}

/** The groups of more than one rank that `rank` is in, tensor first. */
export function groupsOf(rank: number, sizes: ParallelSizes, seed: number): CommunicationGroup[] {
  const tp = rank % sizes.tensor;
  const dp = Math.floor(rank / sizes.tensor) % sizes.data;
  const pp = pipelineStageOf(rank, sizes);
  const rankAt = (t: number, d: number, p: number): number => (p * sizes.data + d) * sizes.tensor + t;
  const members: Record<GroupKind, number[]> = {
    tp: Array.from({ length: sizes.tensor }, (_, i) => rankAt(i, dp, pp)),
    dp: Array.from({ length: sizes.data }, (_, i) => rankAt(tp, i, pp)),
    pp: Array.from({ length: sizes.pipeline }, (_, i) => rankAt(tp, dp, i)),
  };
  const kinds: readonly GroupKind[] = ['tp', 'dp', 'pp'];
  return kinds
    .filter((kind) => members[kind].length > 1)
    .map((kind) => ({
      kind,
      id: groupId(seed, kind, members[kind][0]!),
      globalRanks: members[kind],
      groupRank: members[kind].indexOf(rank),
    }));
}

function groupId(seed: number, kind: GroupKind, firstRank: number): string {
  const salt = kind.charCodeAt(0);
  const high = 10_000_000_00 + (hash2(seed + salt, firstRank) % 900_000_000);
  const low = 10_000_000_00 + (hash2(firstRank + 7, seed ^ (salt << 8)) % 900_000_000);
  return `${high}${low}`;
}

/** Host name, process and device of a rank, and where its clock stands against the true time. */
export interface RankPlace {
  readonly rank: number;
  readonly hostName: string;
  readonly deviceId: number;
  /** Odd ranks lie above 2^22, so that their `pid`s in the trace pass 2^32. */
  readonly hostPid: number;
  /** Added to every timestamp of the rank. */
  readonly clockOffsetNs: number;
}

export function placeOf(rank: number, seed: number): RankPlace {
  const host = Math.floor(rank / devicesPerHost);
  const base = rank % 2 === 0 ? 3_100_000 : 4_200_000;
  // Within a host the clock is one; between hosts NTP leaves some microseconds.
  const hostOffsetNs = host === 0 ? 0 : (hash2(seed, 900 + host) % 24_000) - 12_000;
  return {
    rank,
    hostName: `node-${String(host + 1).padStart(3, '0')}`,
    deviceId: rank % devicesPerHost,
    hostPid: base + (hash2(seed, 100 + host) % 40_000) + (rank % devicesPerHost) * 137,
    // A multiple of 10: hosts count in steps of 10 ns.
    clockOffsetNs: 10 * Math.round((hostOffsetNs + (hash2(seed, 5000 + rank) % 801) - 400) / 10),
  };
}
