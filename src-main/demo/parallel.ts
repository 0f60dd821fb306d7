import { hash2, hashShare } from './random';

/** How the model is spread over the job. */
export interface ParallelSizes {
  readonly tensor: number;
  readonly pipeline: number;
  readonly data: number;
  readonly context: number;
  /** Ranks that share one layer's experts; they are taken from the context and data dimensions. */
  readonly expert: number;
}

/** Link between two devices of one host. Between hosts it is RDMA. */
export type HostTransport = 'HCCS' | 'PCIE';

/** All that places a rank: in the model, on a host, in its groups. */
export interface JobLayout {
  readonly sizes: ParallelSizes;
  readonly ranksPerHost: number;
  readonly hostTransport: HostTransport;
  /** Clocks of ranks stand up to so far before or behind the true time, beside the usual microseconds. */
  readonly clockOffsetMs: number;
  /** Each rank's clock gains or loses up to so many µs a second. */
  readonly clockDriftPpm: number;
  /** A step begins at every multiple of this; 0: when the one before is over. */
  readonly stepEveryNs: number;
  readonly seed: number;
}

/**
 * Groups that communicate. Gradients are reduced over `dp`: all ranks with the same weights, so with context
 * parallelism also those of one sequence. `edp` is the same for the weights of experts.
 */
export const groupKinds = ['tp', 'dp', 'pp', 'cp', 'ep', 'edp'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** One communication group as one of its members sees it. */
export interface CommunicationGroup {
  readonly kind: GroupKind;
  /** 20 digits: the name that follows `@` in communication.json and the key in `parallel_group_info`. */
  readonly id: string;
  readonly globalRanks: readonly number[];
  /** This rank's position in `globalRanks`. */
  readonly groupRank: number;
}

/** A group as profiler_metadata.json names it. */
export interface NamedGroup {
  readonly name: string;
  readonly id: string;
  readonly globalRanks: readonly number[];
  readonly groupRank: number;
}

export const defaultRanksPerHost = 8;

export function worldSizeOf(sizes: ParallelSizes): number {
  return sizes.tensor * sizes.context * sizes.data * sizes.pipeline;
}

/**
 * Sizes for a job of `ranks` ranks. A single rank is taken to be one of eight, the others not profiled, so that its
 * trace has collectives too.
 */
export function chooseParallelSizes(ranks: number): ParallelSizes {
  const rest = { context: 1, expert: 1 };
  if (ranks === 1) return { tensor: 4, pipeline: 1, data: 2, ...rest };
  if (ranks === 2) return { tensor: 2, pipeline: 1, data: 1, ...rest };
  const tensor = [4, 2].find((size) => size * size <= ranks && ranks % size === 0) ?? 1;
  const others = ranks / tensor;
  const pipeline = others >= 4 && others % 2 === 0 ? 2 : 1;
  return { tensor, pipeline, data: others / pipeline, ...rest };
}

/** Where a rank stands in each dimension. */
export interface RankCoordinates {
  readonly tensor: number;
  readonly context: number;
  readonly data: number;
  readonly pipeline: number;
}

/** Megatron numbers ranks with tensor as the fastest dimension, then context, data and pipeline. */
export function coordinatesOf(rank: number, sizes: ParallelSizes): RankCoordinates {
  const { tensor, context, data } = sizes;
  return {
    tensor: rank % tensor,
    context: Math.floor(rank / tensor) % context,
    data: Math.floor(rank / (tensor * context)) % data,
    pipeline: Math.floor(rank / (tensor * context * data)),
  };
}

export function pipelineStageOf(rank: number, sizes: ParallelSizes): number {
  return coordinatesOf(rank, sizes).pipeline;
}

/** Position of a rank among those that share its layers' experts. */
export function expertIndexOf(rank: number, sizes: ParallelSizes): number {
  return replicaOf(rank, sizes) % sizes.expert;
}

/** Position of a rank among those of its stage and tensor part: context fastest, then data. Experts follow it. */
function replicaOf(rank: number, sizes: ParallelSizes): number {
  const { context, data } = coordinatesOf(rank, sizes);
  return data * sizes.context + context;
}

/** The groups of more than one rank that `rank` communicates in, tensor first. */
export function groupsOf(rank: number, layout: JobLayout): CommunicationGroup[] {
  const { sizes, seed } = layout;
  const members = membersByKind(rank, sizes);
  return groupKinds
    .filter((kind) => members[kind].length > 1)
    .map((kind) => ({ kind, ...groupOf(rank, members[kind], groupId(seed, kind, members[kind][0]!)) }));
}

/** All groups of more than one rank that the framework has made for `rank`, those included that nothing is sent in. */
export function namedGroupsOf(rank: number, layout: JobLayout): NamedGroup[] {
  const { sizes, seed } = layout;
  const at = coordinatesOf(rank, sizes);
  const everyone = count(worldSizeOf(sizes));
  const model = count(sizes.tensor * sizes.pipeline).map((i) =>
    rankAt(sizes, { ...at, tensor: i % sizes.tensor, pipeline: Math.floor(i / sizes.tensor) }),
  );
  const ends = [0, sizes.pipeline - 1].map((pipeline) => rankAt(sizes, { ...at, pipeline }));
  const dataOnly = count(sizes.data).map((data) => rankAt(sizes, { ...at, data }));
  const extra: { name: string; salt: string; ranks: readonly number[] }[] = [
    { name: 'default_group', salt: 'w', ranks: everyone },
    ...(sizes.context > 1 ? [{ name: 'dp', salt: 'D', ranks: dataOnly }] : []),
    { name: 'mp', salt: 'm', ranks: model },
    // Word embeddings live on the first and the last stage.
    ...(sizes.pipeline > 1 && ends.includes(rank) ? [{ name: 'embd', salt: 'b', ranks: ends }] : []),
  ];
  return [
    ...groupsOf(rank, layout).map(({ kind, ...group }) => ({ name: groupName(kind, sizes), ...group })),
    ...extra
      .filter(({ ranks }) => ranks.length > 1)
      .map(({ name, salt, ranks }) => ({ name, ...groupOf(rank, ranks, saltedId(seed, salt, ranks[0]!)) })),
  ];
}

/** Name of a group in profiler_metadata.json. */
export function groupName(kind: GroupKind, sizes: ParallelSizes): string {
  return kind === 'dp' && sizes.context > 1 ? 'dp_cp' : kind;
}

function membersByKind(rank: number, sizes: ParallelSizes): Record<GroupKind, readonly number[]> {
  const at = coordinatesOf(rank, sizes);
  const replicas = sizes.context * sizes.data;
  const withReplica = (replica: number): number =>
    rankAt(sizes, { ...at, context: replica % sizes.context, data: Math.floor(replica / sizes.context) });
  const replica = replicaOf(rank, sizes);
  const expertIndex = replica % sizes.expert;
  const firstOfExperts = replica - expertIndex;
  return {
    tp: count(sizes.tensor).map((tensor) => rankAt(sizes, { ...at, tensor })),
    dp: count(replicas).map(withReplica),
    pp: count(sizes.pipeline).map((pipeline) => rankAt(sizes, { ...at, pipeline })),
    cp: count(sizes.context).map((context) => rankAt(sizes, { ...at, context })),
    ep: count(sizes.expert).map((i) => withReplica(firstOfExperts + i)),
    // Without expert parallelism the experts are reduced with everything else.
    edp:
      sizes.expert === 1
        ? [rank]
        : count(replicas / sizes.expert).map((i) => withReplica(i * sizes.expert + expertIndex)),
  };
}

function rankAt(sizes: ParallelSizes, at: RankCoordinates): number {
  return ((at.pipeline * sizes.data + at.data) * sizes.context + at.context) * sizes.tensor + at.tensor;
}

function groupOf(rank: number, globalRanks: readonly number[], id: string) {
  return { id, globalRanks, groupRank: globalRanks.indexOf(rank) };
}

function count(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

const salts: Readonly<Record<GroupKind, string>> = { tp: 't', dp: 'd', pp: 'p', cp: 'c', ep: 'e', edp: 'x' };

function groupId(seed: number, kind: GroupKind, firstRank: number): string {
  return saltedId(seed, salts[kind], firstRank);
}

function saltedId(seed: number, letter: string, firstRank: number): string {
  const salt = letter.charCodeAt(0);
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
  /** What it gains, µs a second. */
  readonly clockDriftPpm: number;
  readonly stepEveryNs: number;
}

export function hostOf(rank: number, layout: JobLayout): number {
  return Math.floor(rank / layout.ranksPerHost);
}

export function placeOf(rank: number, layout: JobLayout): RankPlace {
  const { seed } = layout;
  const host = hostOf(rank, layout);
  const deviceId = rank % layout.ranksPerHost;
  const base = rank % 2 === 0 ? 3_100_000 : 4_200_000;
  // Within a host the clock is one; between hosts NTP leaves some microseconds.
  const hostOffsetNs = host === 0 ? 0 : (hash2(seed, 900 + host) % 24_000) - 12_000;
  const shiftNs = (hashShare(hash2(seed, 7000), rank) * 2 - 1) * layout.clockOffsetMs * 1e6;
  const rankOffsetNs = (hash2(seed, 5000 + rank) % 801) - 400;
  return {
    rank,
    hostName: `node-${String(host + 1).padStart(3, '0')}`,
    deviceId,
    hostPid: base + (hash2(seed, 100 + host) % 40_000) + deviceId * 137,
    // A multiple of 10: hosts count in steps of 10 ns.
    clockOffsetNs: 10 * Math.round((hostOffsetNs + rankOffsetNs + shiftNs) / 10),
    clockDriftPpm: layout.clockDriftPpm === 0 ? 0 : (hashShare(hash2(seed, 7001), rank) * 2 - 1) * layout.clockDriftPpm,
    stepEveryNs: layout.stepEveryNs,
  };
}
