import type { LateRank } from '../../../src-contract';
import { maxOf, minOf } from '../../base/aggregates';
import { toJobNs } from '../../base/clockShift';
import { type Arrival, arrivals } from '../collectives/arrivals';
import { collectivesOf } from '../collectives/collectives';
import type { DumpContext } from '../dumpContext';
import { clocksOfGroups } from './rankClocks';

/** When several ranks say that a peer came to a collective. */
export interface Agreement {
  readonly observers: readonly ArrivalSeen[];
  /** Between the first and the last of what they say, by their aligned clocks; NaN: one observer, or clocks apart. */
  readonly spreadNs: number;
  /** The clocks may be off by that much. */
  readonly errorNs: number;
}

export interface ArrivalSeen {
  /** Number of the rank that saw it. */
  readonly observer: number;
  /** After the observer's own start: by its clock alone. */
  readonly afterNs: number;
  /** After the start of the first of them that started, by the aligned clocks; NaN where those can't be compared. */
  readonly afterFirstNs: number;
}

/**
 * What the observers of the rank's worst lateness say, and whether they agree. Instants of two ranks are compared only by
 * clocks that the group's own collectives, or the job's, have aligned: without, the same arrival is some 100 µs apart.
 * Undefined where no rank's timeline has the waits.
 */
export async function agreementOf(dump: DumpContext, late: LateRank): Promise<Agreement | undefined> {
  const { op, group, step } = late.worst;
  const seen = (await arrivals(dump, { step, group, name: op })).filter(({ peer }) => peer === late.rank);
  const first = firstOfEach(seen);
  if (first.length === 0) return undefined;
  const { ops } = await collectivesOf(dump);
  const ofGroup = ops.filter((own) => own.group === group);
  const clocks = (await clocksOfGroups(dump, ofGroup)).get(group);
  const calls = ofGroup.filter((own) => own.name === op && own.step === step);
  const starts = new Map(calls.map((own) => [own.rank, own]));
  const common = first.map(({ observer, afterNs }) => {
    const clock = clocks?.get(observer);
    const startNs = starts.get(observer)?.startNs ?? Number.NaN;
    return {
      observer,
      afterNs,
      component: clock?.component,
      startNs: clock ? toJobNs(clock.shift, startNs) : Number.NaN,
      errorNs: clock?.errorNs ?? Number.NaN,
    };
  });
  const isOne = common.every(({ component }) => component !== undefined && component === common[0].component);
  const firstNs = isOne ? minOf(common.map(({ startNs }) => startNs)) : Number.NaN;
  const observers = common.map(({ observer, afterNs, startNs }): ArrivalSeen => {
    return { observer, afterNs, afterFirstNs: isOne ? startNs - firstNs + afterNs : Number.NaN };
  });
  const times = observers.map(({ afterFirstNs }) => afterFirstNs);
  const spreadNs = observers.length > 1 && isOne ? maxOf(times) - minOf(times) : Number.NaN;
  return { observers, spreadNs, errorNs: isOne ? maxOf(common.map(({ errorNs }) => errorNs)) : Number.NaN };
}

/** The waits of one plane of each observer: the first that it had for the peer. */
function firstOfEach(seen: readonly Arrival[]): Arrival[] {
  const first = new Map<number, Arrival>();
  for (const own of seen) if (!first.has(own.observer)) first.set(own.observer, own);
  return [...first.values()].sort((a, b) => a.observer - b.observer);
}
