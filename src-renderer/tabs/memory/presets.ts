/** What the presets of the allocations' table ask for. Pure. */
import type { ColumnFilter, MemoryTables, RankIndex } from '../../../src-contract';
import type { TimeRange } from '../../base/timeRange';
import type { AllocationChoice } from './memoryState';

interface Wanted {
  readonly rank: RankIndex;
  readonly choice: AllocationChoice;
  readonly instantNs: number | undefined;
  readonly selectedRange: TimeRange | undefined;
  readonly op: string | undefined;
}

/** Times are whole ns: alive at t is released at t + 1 or later. Never is +∞, later than any time. */
export function allocationQuery({ rank, choice, instantNs, selectedRange, op }: Wanted): {
  readonly of: MemoryTables['memory.allocations'];
  readonly filters: readonly ColumnFilter[];
} {
  const filters: ColumnFilter[] = op === undefined ? [] : [{ kind: 'oneOf', column: 'name', values: [op] }];
  const all = { ranks: [rank] };
  switch (choice.kind) {
    case 'all':
      return { of: all, filters };
    case 'alive':
      if (instantNs === undefined) return { of: all, filters };
      filters.push({ kind: 'range', column: 'aliveFromNs', max: instantNs });
      filters.push({ kind: 'range', column: 'aliveUntilNs', min: instantNs + 1 });
      return { of: all, filters };
    case 'never-freed':
      filters.push({ kind: 'range', column: 'aliveUntilNs', min: Number.MAX_VALUE });
      filters.push({ kind: 'range', column: 'aliveFromNs', min: -Number.MAX_VALUE });
      return { of: all, filters };
    case 'made':
      filters.push({ kind: 'range', column: 'aliveFromNs', min: choice.range.startNs, max: choice.range.endNs });
      return { of: all, filters };
    case 'changed': {
      if (!selectedRange) return { of: all, filters };
      const changedIn = { startNs: Math.floor(selectedRange.startNs), endNs: Math.ceil(selectedRange.endNs) };
      return { of: { ...all, changedIn }, filters };
    }
  }
}
