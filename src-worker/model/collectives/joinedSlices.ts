import { groupBy } from '../../base/groupBy';
import type { Collective } from './collective';
import type { TracedSlice } from './timelineCollectives';

/** Files keep the start as a float64 of µs, and their writers round it: by 0.25 µs at most. */
const ROUNDING_NS = 500;

/**
 * The slices of a rank's timeline that its files' collectives are: of one name (which has the group's number and a
 * counter) the n-th is the n-th. The times of the two have to agree; where a recording holds more than the files, or
 * less, the pairs are those that do. Files that tell no start are taken at their word.
 */
export function joinedSlices(
  told: readonly Collective[],
  traced: readonly TracedSlice[],
): ReadonlyMap<Collective, number> {
  const slices = new Map<Collective, number>();
  const tracedByName = groupBy(traced, ({ name }) => name);
  for (const [name, own] of groupBy(told, (collective) => collective.name)) {
    const candidates = tracedByName.get(name);
    if (candidates) joinSameName(byStart(own), byStart(candidates), slices);
  }
  return slices;
}

/** Two groups may have the same number in a name's three digits: then times tell which slice is whose. */
function joinSameName(
  told: readonly Collective[],
  traced: readonly TracedSlice[],
  slices: Map<Collective, number>,
): void {
  const untimed = told.filter(({ startNs }) => Number.isNaN(startNs));
  if (untimed.length === told.length && told.length === traced.length) {
    for (const [at, collective] of told.entries()) slices.set(collective, traced[at].slice);
    return;
  }
  let at = 0;
  for (const collective of told) {
    if (Number.isNaN(collective.startNs)) continue;
    while (at < traced.length && traced[at].startNs < collective.startNs - ROUNDING_NS) at++;
    if (at === traced.length) return;
    if (!agree(collective, traced[at])) continue;
    slices.set(collective, traced[at].slice);
    at++;
  }
}

function agree(told: Collective, traced: TracedSlice): boolean {
  const isSameStart = Math.abs(told.startNs - traced.startNs) <= ROUNDING_NS;
  return isSameStart && Math.abs(told.elapseNs - traced.elapseNs) <= ROUNDING_NS;
}

function byStart<T extends Pick<Collective, 'startNs'>>(collectives: readonly T[]): T[] {
  return [...collectives].sort((a, b) => a.startNs - b.startNs || 0);
}
