import type { MemoryComponent, MemoryMetric } from '../../../src-contract';
import type { MemoryState } from './memoryState';

export function peakNs(component: MemoryComponent | undefined, metric: MemoryMetric): number | undefined {
  return component?.metrics.find((own) => own.metric === metric)?.peakNs;
}

/** The instant that was chosen, else the peak of what is allocated (or reserved, where that is all there is). */
export function instantOf(
  { instantNs }: Pick<MemoryState, 'instantNs'>,
  component: MemoryComponent | undefined,
): number | undefined {
  return instantNs ?? peakNs(component, 'allocated') ?? peakNs(component, 'reserved');
}

/** What of the state is another one when a peak is chosen as the instant; `ns` is that of the component's measure. */
export function atPeak(component: MemoryComponent, metric: MemoryMetric, ns: number) {
  return { instantNs: ns, peak: { component: component.id, metric, ns } };
}

/**
 * The same where the peak that was chosen is elsewhere by now: more of the dump has been read, or times are told by another clock
 * than when it was chosen. Undefined: nothing is to be changed.
 */
export function movedPeak(
  { instantNs, peak }: Pick<MemoryState, 'instantNs' | 'peak'>,
  components: readonly MemoryComponent[],
): ReturnType<typeof atPeak> | undefined {
  if (!peak || instantNs !== peak.ns) return undefined;
  const component = components.find(({ id }) => id === peak.component);
  const ns = peakNs(component, peak.metric);
  return component && ns !== undefined && ns !== peak.ns ? atPeak(component, peak.metric, ns) : undefined;
}
