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
