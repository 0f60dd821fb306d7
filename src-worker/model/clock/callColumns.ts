/** One call of a collective as its ranks saw it, each by its own clock. */
export interface SharedCollective {
  /** Calls of one group have like errors, and one shape of ring or tree. */
  readonly group: string;
  readonly calls: readonly RankCall[];
}

export interface RankCall {
  /** Position among the ranks to align. */
  readonly rank: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** More calls of a group make the offsets no better; these are spread evenly over the recording. */
const MAX_CALLS_OF_GROUP = 1 << 18;

/** Calls of all collectives, one after another. Instants count from `fromNs`. */
export interface CallColumns {
  /** The first start: what times count from outside, the rank that is read first decides, and sums would be rounded by that. */
  readonly fromNs: number;
  readonly rank: Int32Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** First call of each collective, and the end of the last. */
  readonly first: Int32Array;
  /** Of each collective: the number of its group. */
  readonly group: Int32Array;
  readonly groupCount: number;
  /** When it ended: how far after its rank's `aroundNs`, in units of `TAU_NS`. */
  readonly tau: Float64Array;
  /** Of each rank: the middle of what it has recorded, by its clock. */
  readonly aroundNs: Float64Array;
  /** How far that is from both ends. */
  readonly halfSpanNs: Float64Array;
}

/** So that drifts (ns a unit) and offsets (ns) are numbers of like size. */
export const TAU_NS = 1e9;

export function callColumns(rankCount: number, collectives: readonly SharedCollective[]): CallColumns {
  const shared = comparedCollectives(collectives);
  const groups = new Map<string, number>();
  for (const { group } of shared) if (!groups.has(group)) groups.set(group, groups.size);
  const callCount = shared.reduce((sum, { calls }) => sum + calls.length, 0);
  const fromNs = firstStartNs(shared);
  const columns = {
    fromNs,
    rank: new Int32Array(callCount),
    startNs: new Float64Array(callCount),
    endNs: new Float64Array(callCount),
    first: new Int32Array(shared.length + 1),
    group: Int32Array.from(shared, ({ group }) => groups.get(group) ?? 0),
    groupCount: groups.size,
  };
  let at = 0;
  shared.forEach(({ calls }, collective) => {
    for (const { rank, startNs, endNs } of calls) {
      columns.rank[at] = rank;
      columns.startNs[at] = startNs - fromNs;
      columns.endNs[at] = endNs - fromNs;
      at++;
    }
    columns.first[collective + 1] = at;
  });
  const { aroundNs, halfSpanNs } = middles(rankCount, columns);
  const tau = columns.endNs.map((endNs, call) => (endNs - aroundNs[columns.rank[call]]) / TAU_NS);
  return { ...columns, tau, aroundNs, halfSpanNs };
}

/** Whole, so that nothing is rounded; 0 without calls. */
function firstStartNs(collectives: readonly SharedCollective[]): number {
  let firstNs = Number.POSITIVE_INFINITY;
  for (const { calls } of collectives) for (const { startNs } of calls) firstNs = Math.min(firstNs, startNs);
  return Number.isFinite(firstNs) ? Math.floor(firstNs) : 0;
}

function middles(rankCount: number, { rank, endNs }: Pick<CallColumns, 'rank' | 'endNs'>) {
  const first = new Float64Array(rankCount).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(rankCount).fill(Number.NEGATIVE_INFINITY);
  endNs.forEach((ns, call) => {
    first[rank[call]] = Math.min(first[rank[call]], ns);
    last[rank[call]] = Math.max(last[rank[call]], ns);
  });
  return {
    aroundNs: first.map((ns, own) => (ns <= last[own] ? Math.round((ns + last[own]) / 2) : 0)),
    halfSpanNs: first.map((ns, own) => (ns <= last[own] ? (last[own] - ns) / 2 : 0)),
  };
}

/** Those of several calls; of groups of very many some. */
export function comparedCollectives(all: readonly SharedCollective[]): readonly SharedCollective[] {
  const collectives = all.filter(({ calls }) => calls.length > 1);
  const callsOfGroup = new Map<string, number>();
  for (const { group, calls } of collectives) callsOfGroup.set(group, (callsOfGroup.get(group) ?? 0) + calls.length);
  const seen = new Map<string, number>();
  return collectives.filter(({ group, calls }) => {
    const share = Math.min(1, MAX_CALLS_OF_GROUP / (callsOfGroup.get(group) ?? 1));
    const before = seen.get(group) ?? 0;
    seen.set(group, before + calls.length);
    return Math.floor((before + calls.length) * share) > Math.floor(before * share);
  });
}

export function eachCall({ first, group }: CallColumns, visit: (call: number, group: number) => void): void {
  for (let collective = 0; collective < group.length; collective++)
    for (let call = first[collective]; call < first[collective + 1]; call++) visit(call, group[collective]);
}
