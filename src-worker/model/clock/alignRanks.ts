import { medianOf, medianOfNumbers } from '../../base/aggregates';
import { errorsFrom, type GroupSpread } from './alignmentErrors';
import type { AlignmentLimits } from './alignmentLimits';
import {
  type CallColumns,
  callColumns,
  comparedCollectives,
  eachCall,
  type SharedCollective,
  TAU_NS,
} from './callColumns';
import { drawApart, foundDrifts, spansEnough } from './drifts';
import { type Fit, shiftOf, solveOffsets } from './offsetSolver';

export interface AlignedRank {
  /** Ranks with the same number are joined by collectives; offsets of different components can't be compared. */
  readonly component: number;
  /** How far its clock is ahead of that of the component's first rank, at `aroundNs` by its own clock: subtract it. */
  readonly offsetNs: number;
  readonly aroundNs: number;
  /** What that grows by, ns per ns; 0 where no drift is found. */
  readonly rate: number;
  /** The rate is that, give or take this much; NaN where the recording is too short, or too sparse, to tell. */
  readonly rateError: number;
  /** The offset is that all along the recording, give or take this much; `Infinity` where nothing bounds it. */
  readonly errorNs: number;
  /** Calls of its own that the offset rests on, and those left out since their ends don't fit. */
  readonly usedCount: number;
  readonly rejectedCount: number;
}

export interface Alignment {
  readonly ranks: readonly AlignedRank[];
  /** Collectives of which at least two calls were used, and those of which that was not left. */
  readonly usedCollectives: number;
  readonly rejectedCollectives: number;
}

const MAX_ROUNDS = 24;
/** Rounds end when no offset moves by more. */
const SETTLED_NS = 1;
/** Of the least drift: of two ranks whose clocks go apart each is half of that from their common end. */
const LEAST_DRAWN = 0.25;
/** Normal distribution: standard deviation over median absolute deviation. */
const DEVIATIONS_OF_MAD = 1.4826;

/**
 * Offsets between the clocks of ranks, from collectives: all of its calls end together, up to some microseconds.
 *
 * Least squares over all pairs of calls of each collective (summing the squares of their distances from the collective's
 * own common end is the same), by iteratively reweighted least squares with Tukey's biweight: groups weigh by how well
 * their ends coincide, ends that are far off drop out. It starts from medians, so that wrong matches of less than half of
 * a group's calls don't mislead it. The work grows with the number of calls, not with that of pairs.
 *
 * Then the same with a drift for each rank (`drifts.ts`): the ends that a drift has spread apart come together round by
 * round. Ranks whose drift the calls don't bear out go back to an offset alone.
 */
export function alignRanks(
  rankCount: number,
  collectives: readonly SharedCollective[],
  limits: AlignmentLimits,
): Alignment {
  return alignColumns(rankCount, callColumns(rankCount, collectives), limits);
}

/** The same of columns, which may have come from another thread. */
export function alignColumns(rankCount: number, calls: CallColumns, limits: AlignmentLimits): Alignment {
  const { offsetNs, component } = firstOffsets(rankCount, calls);
  // So far the offsets are those of ends by their own clocks, whatever the time is that a drift counts from.
  const column = () => new Float64Array(calls.rank.length);
  const state = {
    fit: { offsetNs, driftNs: new Float64Array(rankCount) },
    weights: column(),
    room: { distances: column(), apart: column(), values: column() },
  };
  const none = new Uint8Array(rankCount);
  let deviations = settle(calls, component, state, none, limits, true);
  const mayDrift = spansEnough(calls, component, limits);
  let rateError: Float64Array = new Float64Array(rankCount).fill(Number.NaN);
  const apart = mayDrift.includes(1) ? distancesFromCommonEnd(calls, state, false) : undefined;
  if (apart && drawApart(calls, mayDrift, apart, limits) < LEAST_DRAWN * limits.driftLeastNs) {
    // What the ends draw apart by over all of the recording is far less than a drift: looking for one would find none.
    rateError = foundDrifts(calls, state, mayDrift, limits, apart).rateError;
  } else if (apart) {
    settle(calls, component, state, mayDrift, limits, false);
    const drifts = foundDrifts(calls, state, mayDrift, limits, distancesFromCommonEnd(calls, state, false));
    rateError = drifts.rateError;
    state.fit.driftNs.forEach((_, rank) => {
      if (drifts.isDrifting[rank] === 0) state.fit.driftNs[rank] = 0;
    });
    deviations = settle(calls, component, state, drifts.isDrifting, limits, false);
  }
  fixComponents(offsetNs, component);
  const errorNs = errorsFrom(component, groupSpreads(rankCount, calls, state, deviations, limits));
  return countUsed(calls, state, rankCount, component, rateError, errorNs);
}

interface FitState {
  readonly fit: Fit;
  readonly weights: Float64Array;
  /** One number a call in each, for whoever needs them next: made anew in every round they would keep the collector busy. */
  readonly room: {
    readonly distances: Float64Array;
    readonly apart: Float64Array;
    readonly values: Float64Array;
  };
}

/** Weighs and solves in turns until nothing moves any more; answers the groups' deviations. */
function settle(
  calls: CallColumns,
  component: Int32Array,
  state: FitState,
  isDrifting: Uint8Array,
  limits: AlignmentLimits,
  byMedian: boolean,
): Float64Array {
  let deviations = reweigh(calls, state, limits, byMedian);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const movedNs = solveOffsets(calls, state.weights, state.fit, component, isDrifting, state.room.values);
    deviations = reweigh(calls, state, limits, false);
    if (movedNs < SETTLED_NS) break;
  }
  return deviations;
}

/** Which ranks collectives join, as `AlignedRank.component` says it, without aligning them. */
export function componentsOf(rankCount: number, collectives: readonly SharedCollective[]): Int32Array {
  const component = Int32Array.from({ length: rankCount }, (_, rank) => rank);
  const firstOf = (rank: number) => {
    let first = rank;
    while (component[first] !== first) first = component[first];
    // Whoever asks again has a shorter way.
    for (let at = rank; component[at] !== first; ) {
      const next = component[at];
      component[at] = first;
      at = next;
    }
    return first;
  };
  for (const { calls } of comparedCollectives(collectives)) {
    let joined = firstOf(calls[0].rank);
    for (const { rank } of calls) {
      const own = firstOf(rank);
      const [first, other] = own < joined ? [own, joined] : [joined, own];
      component[other] = first;
      joined = first;
    }
  }
  return component.map((_, rank) => firstOf(rank));
}

/**
 * Where to begin: from a rank whose offset is known to those it shares a group with, by the median distance of their
 * ends. Groups with the most calls first.
 */
function firstOffsets(rankCount: number, calls: CallColumns): { offsetNs: Float64Array; component: Int32Array } {
  const collectivesOf = Array.from({ length: calls.groupCount }, (): number[] => []);
  const groupsOf = Array.from({ length: rankCount }, () => new Set<number>());
  calls.group.forEach((group, collective) => {
    collectivesOf[group].push(collective);
    for (let i = calls.first[collective]; i < calls.first[collective + 1]; i++) groupsOf[calls.rank[i]].add(group);
  });
  const offsetNs = new Float64Array(rankCount);
  const component = new Int32Array(rankCount).fill(-1);
  // Of a group whose ranks all are placed nothing is left to be told: its calls are not gone through for each of them.
  const unplaced = new Int32Array(calls.groupCount);
  for (const own of groupsOf) for (const group of own) unplaced[group]++;
  const place = (rank: number, start: number) => {
    component[rank] = start;
    for (const group of groupsOf[rank]) unplaced[group]--;
  };
  for (let start = 0; start < rankCount; start++) {
    if (component[start] >= 0) continue;
    place(start, start);
    const placed = [start];
    for (let next = 0; next < placed.length; next++) {
      const from = placed[next];
      const groups = [...groupsOf[from]].sort((a, b) => collectivesOf[b].length - collectivesOf[a].length);
      for (const group of groups) {
        if (unplaced[group] === 0) continue;
        for (const [rank, distanceNs] of distancesFrom(from, collectivesOf[group], calls, component)) {
          offsetNs[rank] = offsetNs[from] + distanceNs;
          place(rank, start);
          placed.push(rank);
        }
      }
    }
  }
  return { offsetNs, component };
}

/** Median distance of the ends from those of `from`, of every rank that is not placed yet. */
function distancesFrom(
  from: number,
  collectives: readonly number[],
  calls: CallColumns,
  component: Int32Array,
): ReadonlyMap<number, number> {
  const distances = new Map<number, number[]>();
  for (const collective of collectives) {
    const [first, end] = [calls.first[collective], calls.first[collective + 1]];
    const own = calls.rank.subarray(first, end).indexOf(from);
    if (own < 0) continue;
    for (let i = first; i < end; i++) {
      if (component[calls.rank[i]] >= 0) continue;
      const known = distances.get(calls.rank[i]) ?? [];
      if (known.length === 0) distances.set(calls.rank[i], known);
      known.push(calls.endNs[i] - calls.endNs[first + own]);
    }
  }
  return new Map([...distances].map(([rank, all]) => [rank, medianOf(all)]));
}

/**
 * How far each call ends from its collective's common end, and from that its weight. Answers the groups' standard
 * deviations. `byMedian`: the common end is the median of the ends, as long as no weights are known.
 */
function reweigh(
  calls: CallColumns,
  state: FitState,
  { outlierDeviations, endSkewNs }: AlignmentLimits,
  byMedian: boolean,
): Float64Array {
  const { weights } = state;
  const { distances, apart } = state.room;
  putDistances(calls, state, byMedian, distances);
  const deviations = new Float64Array(calls.groupCount);
  // Those of a group behind one another.
  const first = new Int32Array(calls.groupCount + 1);
  eachCall(calls, (_, group) => first[group + 1]++);
  for (let group = 0; group < calls.groupCount; group++) first[group + 1] += first[group];
  const next = first.slice();
  eachCall(calls, (call, group) => {
    apart[next[group]++] = Math.abs(distances[call]);
  });
  for (let group = 0; group < calls.groupCount; group++) {
    const medianNs = medianOfNumbers(apart.subarray(first[group], first[group + 1]));
    // A group's ends can coincide to the ns by chance; weights stay finite.
    deviations[group] = Math.max(DEVIATIONS_OF_MAD * medianNs, endSkewNs / 4);
  }
  eachCall(calls, (call, group) => {
    const far = distances[call] / (outlierDeviations * deviations[group]);
    weights[call] = Math.abs(far) < 1 ? ((1 - far * far) / deviations[group]) ** 2 : 0;
  });
  return deviations;
}

function distancesFromCommonEnd(calls: CallColumns, state: Omit<FitState, 'room'>, byMedian: boolean): Float64Array {
  const distances = new Float64Array(calls.endNs.length);
  putDistances(calls, state, byMedian, distances);
  return distances;
}

/** Without a part of a column for each collective: a job has them by the hundred thousand, and they are gone over in each round. */
function putDistances(
  calls: CallColumns,
  { fit, weights }: Omit<FitState, 'room'>,
  byMedian: boolean,
  distances: Float64Array,
): void {
  const { first, endNs } = calls;
  for (let call = 0; call < distances.length; call++) distances[call] = endNs[call] - shiftOf(fit, calls, call);
  for (let collective = 0; collective < calls.group.length; collective++) {
    const [begin, end] = [first[collective], first[collective + 1]];
    const meanNs = byMedian ? undefined : weightedMean(distances, weights, begin, end);
    // The plain median where no weight is left, too.
    const commonNs = meanNs ?? medianOf(distances.subarray(begin, end));
    for (let call = begin; call < end; call++) distances[call] -= commonNs;
  }
}

/** Of a part of them; undefined where no weight is left. */
function weightedMean(values: Float64Array, weights: Float64Array, begin: number, end: number): number | undefined {
  const base = values[begin];
  let [sum, weight] = [0, 0];
  for (let at = begin; at < end; at++) {
    sum += weights[at] * (values[at] - base);
    weight += weights[at];
  }
  return weight > 0 ? base + sum / weight : undefined;
}

/** The first rank of each component has the offset 0. */
function fixComponents(offsetNs: Float64Array, component: Int32Array): void {
  const ofFirst = offsetNs.slice();
  component.forEach((first, rank) => {
    offsetNs[rank] -= ofFirst[first];
  });
}

/** How far a rank's ends in each of its groups lie from the common ends, as far as the used calls show. */
function groupSpreads(
  rankCount: number,
  calls: CallColumns,
  state: FitState,
  deviations: Float64Array,
  limits: AlignmentLimits,
): readonly GroupSpread[] {
  const { weights } = state;
  const distances = distancesFromCommonEnd(calls, state, false);
  const used = new Map<number, { distances: number[]; shortestNs: number }>();
  eachCall(calls, (call, group) => {
    if (weights[call] === 0) return;
    const key = group * rankCount + calls.rank[call];
    const own = used.get(key) ?? { distances: [], shortestNs: Number.POSITIVE_INFINITY };
    used.set(key, own);
    own.distances.push(Math.abs(distances[call]));
    own.shortestNs = Math.min(own.shortestNs, calls.endNs[call] - calls.startNs[call]);
  });
  return [...used].map(([key, own]) => {
    const group = Math.floor(key / rankCount);
    return {
      group,
      rank: key % rankCount,
      errorNs: spreadOf(own.distances, own.shortestNs, deviations[group], limits),
    };
  });
}

/** Student's t of one, two, … degrees of freedom: 99.8 % of all means lie within so many deviations. */
const STUDENT_T = [318, 22.3, 10.2, 7.2, 5.9, 5.2, 4.8, 4.5, 4.3];

function deviationsOf(callCount: number): number {
  return STUDENT_T[callCount - 2] ?? (callCount < 2 ? Number.POSITIVE_INFINITY : 3.09 + 11 / callCount);
}

/** Of few calls the spread says little; what is sure then is that the common end lies within the shortest of them. */
function spreadOf(
  distances: number[],
  shortestNs: number,
  deviationNs: number,
  { endSkewNs }: AlignmentLimits,
): number {
  const ownNs = DEVIATIONS_OF_MAD * medianOf(distances);
  const spreadNs = deviationsOf(distances.length) * Math.max(ownNs, Number.EPSILON);
  return Math.max(Math.min(spreadNs, shortestNs), deviationNs, endSkewNs);
}

function countUsed(
  calls: CallColumns,
  { fit, weights }: FitState,
  rankCount: number,
  component: Int32Array,
  rateError: Float64Array,
  errorNs: Float64Array,
): Alignment {
  const used = new Int32Array(rankCount);
  const rejected = new Int32Array(rankCount);
  let usedCollectives = 0;
  for (let collective = 0; collective < calls.group.length; collective++) {
    let usedCalls = 0;
    for (let call = calls.first[collective]; call < calls.first[collective + 1]; call++) {
      if (weights[call] > 0) usedCalls++;
      (weights[call] > 0 ? used : rejected)[calls.rank[call]]++;
    }
    if (usedCalls > 1) usedCollectives++;
  }
  return {
    ranks: Array.from(component, (own, rank) => ({
      component: own,
      offsetNs: fit.offsetNs[rank],
      aroundNs: calls.aroundNs[rank] + calls.fromNs,
      rate: fit.driftNs[rank] / TAU_NS,
      rateError: own === rank ? 0 : rateError[rank],
      // What the rate may be wrong by adds up towards both ends.
      errorNs: errorNs[rank] + (Number.isNaN(rateError[rank]) ? 0 : rateError[rank] * calls.halfSpanNs[rank]),
      usedCount: used[rank],
      rejectedCount: rejected[rank],
    })),
    usedCollectives,
    rejectedCollectives: calls.group.length - usedCollectives,
  };
}
