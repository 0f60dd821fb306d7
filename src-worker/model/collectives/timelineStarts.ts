import { medianOf } from '../../base/aggregates';
import type { Collective } from './collective';

/**
 * Collectives of analysis.db with the starts that the profiler's own database tells of them: analysis.db has them by
 * another clock, some 20 µs ahead of the timeline's on one rank and behind it on the next. A collective is found by its
 * name and duration, which are the same to the ns in both; one that is not there is moved as the others were.
 */
export function withTimelineStarts(told: readonly Collective[], timed: readonly Collective[]): Collective[] {
  const startsOf = new Map<string, number[]>();
  for (const { name, elapseNs, startNs } of byStart(timed).reverse()) {
    const key = keyOf(name, elapseNs);
    const starts = startsOf.get(key);
    if (starts) starts.push(startNs);
    else startsOf.set(key, [startNs]);
  }
  const starts = new Map<Collective, number>();
  for (const own of byStart(told)) {
    const startNs = startsOf.get(keyOf(own.name, own.elapseNs))?.pop();
    if (startNs !== undefined) starts.set(own, startNs);
  }
  const movedNs = medianOf([...starts].map(([own, startNs]) => startNs - own.startNs));
  if (Number.isNaN(movedNs)) return [...told];
  return told.map((own) => ({ ...own, startNs: starts.get(own) ?? own.startNs + movedNs }));
}

function keyOf(name: string, elapseNs: number): string {
  return `${Math.round(elapseNs)} ${name}`;
}

function byStart(collectives: readonly Collective[]): Collective[] {
  return [...collectives].sort((a, b) => a.startNs - b.startNs || 0);
}
