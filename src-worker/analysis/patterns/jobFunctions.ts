/** D3, the reduce: every function over the ranks that have it, and which of them behave differently. */
import type { FunctionClass, FunctionDirection, Thresholds } from '../../../src-contract';
import { medianOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { TupleMap } from '../../base/tupleMap';
import { type JobRecord, peersKey } from '../record/jobRecord';
import type { FunctionRecord } from '../record/patternsRecord';
import { directedFunctions } from './directions';
import { l1Distances } from './l1Distance';

/** Of one function; arrays have one entry for each rank that has it. */
export interface JobFunction {
  readonly key: string;
  readonly class: FunctionClass;
  readonly name: string;
  readonly detail: string;
  readonly transport: string;
  readonly direction: FunctionDirection | undefined;
  /** Positions in `JobRecord.ranks`. */
  readonly positions: readonly number[];
  readonly own: readonly FunctionRecord[];
  /** Bottleneck ratio: exposed time over the rank’s window. */
  readonly beta: Float64Array;
  /** Mean L1 distance of (β, µ, σ) to the rank’s peers; NaN: too few of them. */
  readonly difference: Float64Array;
  /** Mean duration over the median of its peers’; NaN: too few of them. */
  readonly relative: Float64Array;
  readonly isAbnormal: readonly boolean[];
}

/** As `jobFunctions`, of those alone that are abnormal on some rank. */
export function abnormalFunctions(
  job: JobRecord,
  limits: Thresholds,
  isAsked: (own: FunctionRecord) => boolean,
): JobFunction[] {
  // One that takes so little time on all ranks is abnormal on none: its ranks are not held against one another.
  return judged(job, limits, isAsked, (beta) => beta.some((ratio) => ratio > limits['pattern.share']));
}

/** By class, then by β; of all functions, or of those that are asked about: each is held against those of all ranks. */
export function jobFunctions(
  job: JobRecord,
  limits: Thresholds,
  isAsked: (own: FunctionRecord) => boolean = () => true,
): JobFunction[] {
  return judged(job, limits, isAsked, () => true);
}

function judged(
  job: JobRecord,
  limits: Thresholds,
  isAsked: (own: FunctionRecord) => boolean,
  isWorthIt: (beta: Float64Array) => boolean,
): JobFunction[] {
  const byKey = new TupleMap<FunctionKeys, Members>();
  const all: Members[] = [];
  const directed = directedFunctions(job, isAsked);
  for (const position of job.ranks.keys())
    for (const own of directed(position)) {
      const keys = keysOf(own);
      let known = byKey.get(keys);
      if (!known) {
        known = { positions: [], own: [] };
        byKey.set(keys, known);
        all.push(known);
      }
      known.positions.push(position);
      known.own.push(own);
    }
  const peers = job.isOneJob ? job.ranks.map((_, position) => peersKey(job, position) ?? '') : undefined;
  return all
    .map((members) => ({ ...members, beta: betaOf(job, members) }))
    .filter(({ beta }) => isWorthIt(beta))
    .map((members) => ({
      own: jobFunction(limits, peers, members),
      sum: members.beta.reduce((all, ratio) => all + ratio, 0),
    }))
    .sort((a, b) => CLASSES.indexOf(a.own.class) - CLASSES.indexOf(b.own.class) || b.sum - a.sum)
    .map(({ own }) => own);
}

/** Of each rank. */
function betaOf(job: JobRecord, { positions, own }: Members): Float64Array {
  return Float64Array.from(own, ({ exposedNs }, at) => {
    const windowNs = job.ranks[positions[at]].patterns?.windowNs ?? Number.NaN;
    return exposedNs / windowNs;
  });
}

export const CLASSES: readonly FunctionClass[] = ['compute', 'memory', 'communication', 'runtime', 'python'];

/** Of one function. */
interface Members {
  readonly positions: number[];
  readonly own: FunctionRecord[];
}

type FunctionKeys = readonly [string, string, string | undefined, string, string];

function keysOf({ class: ofClass, name, detail, transport, direction }: FunctionRecord): FunctionKeys {
  return [ofClass, transport, direction, name, detail];
}

function jobFunction(
  limits: Thresholds,
  peers: readonly string[] | undefined,
  { positions, own, beta }: Members & { readonly beta: Float64Array },
): JobFunction {
  const [{ class: ofClass, name, detail, transport, direction }] = own;
  const isOver = Array.from(beta, (ratio) => ratio > limits['pattern.share']);
  const { difference, relative, isDifferent } = againstPeers(limits, peers, positions, own, beta);
  // Ranks may differ in their kernels and collectives; nothing of the other classes should take so long.
  const byPeers = ofClass === 'compute' || ofClass === 'communication';
  return {
    key: `${ofClass}\n${transport}\n${direction ?? ''}\n${name}\n${detail}`,
    class: ofClass,
    name,
    detail,
    transport,
    direction,
    positions,
    own,
    beta,
    difference,
    relative,
    isAbnormal: byPeers ? isDifferent.map((is) => is && isOver.some(Boolean)) : isOver,
  };
}

/** Only ranks of the same pipeline stage do the same work; where no stages are known, all ranks of a job are held to do it. */
function againstPeers(
  limits: Thresholds,
  peers: readonly string[] | undefined,
  positions: readonly number[],
  own: readonly FunctionRecord[],
  beta: Float64Array,
) {
  const difference = new Float64Array(own.length).fill(Number.NaN);
  const relative = new Float64Array(own.length).fill(Number.NaN);
  const isDifferent = new Array<boolean>(own.length).fill(false);
  const sets = peers ? groupBy(own.keys(), (at) => peers[positions[at]]) : new Map<string, number[]>();
  for (const members of sets.values()) {
    if (members.length < limits['peers.few']) continue;
    const known = members.every((at) => own[at].throughputGBps > 0);
    const [mean, deviation] = known
      ? (['throughputGBps', 'throughputDeviation'] as const)
      : (['meanNs', 'deviationNs'] as const);
    const column = (of: (at: number) => number) => Float64Array.from(members, of);
    const distances = l1Distances([
      column((at) => beta[at]),
      column((at) => own[at][mean]),
      column((at) => own[at][deviation]),
    ]);
    const median = medianOf(distances);
    const mad = medianOf(distances.map((distance) => Math.abs(distance - median)));
    const usualNs = medianOf(members.map((at) => own[at].meanNs));
    for (const [place, at] of members.entries()) {
      difference[at] = distances[place];
      relative[at] = own[at].meanNs / usualNs;
      const further = distances[place] - median;
      // Ranks that are all alike have no deviation: the least difference that counts among peers stands in for it.
      isDifferent[at] = further > limits['pattern.deviations'] * mad && further >= limits['peers.excess'];
    }
  }
  return { difference, relative, isDifferent };
}
