import type { RankState } from '../src-contract';

/** "CANN / Thread 4711"; '' where the rank has no such lane (any more). */
export function laneName(id: number, index: number, ranks: readonly RankState[]): string {
  for (const group of ranks[index]?.groups ?? []) {
    const lane = group.lanes.find((own) => own.id === id);
    if (lane) return `${group.name} / ${lane.name}`;
  }
  return '';
}
