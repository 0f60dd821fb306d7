import { useAsked } from '../../session/useAnswer';
import { useSessionState } from '../../session/useSession';
import { useTableSource } from '../../session/useTableSource';
import type { OperatorContext } from './operatorContext';

export interface MarkedKernel {
  /** Position in `operator.kernels` of the chosen ranks. */
  readonly rowId: number;
  readonly kind: string;
  /** The columns asked for, as texts; and `rank`. */
  readonly values: Readonly<Record<string, string>>;
}

/** The two writers round the same start differently. */
const TOLERANCE_NS = 2;

/** The kernel that is selected in the timeline, if it is one of the chosen ranks. */
export function useMarkedKernel(context: OperatorContext, keys: readonly string[]): MarkedKernel | undefined {
  const { ranks } = context;
  const slice = useSessionState(({ selectedDetails }) => selectedDetails);
  const withLaunch = keys.includes('scope') || keys.includes('launchedBy');
  const source = useTableSource({
    table: 'operator.kernels',
    of: { ranks, ...(withLaunch && { withLaunch }) },
  });
  const key = slice && JSON.stringify([slice.ref, slice.startNs, ranks, keys]);
  const { value } = useAsked(key, async () => {
    if (!slice || !ranks.includes(slice.ref.rank)) return undefined;
    const page = await source.load({
      sort: [],
      filters: [
        { kind: 'range', column: 'rankIndex', min: slice.ref.rank, max: slice.ref.rank },
        {
          kind: 'range',
          column: 'startNs',
          min: slice.startNs - TOLERANCE_NS,
          max: slice.startNs + TOLERANCE_NS,
        },
      ],
      firstRow: 0,
      rowCount: 16,
      columns: [...new Set(['name', 'kind', 'rank', ...keys])],
    });
    const text = (column: string, row: number) => {
      const cells = page.cells[column];
      if (!cells) return '';
      if (cells.kind === 'text') return cells.texts[cells.values[row]!] ?? '';
      const number = cells.values[row]!;
      return Number.isNaN(number) ? '' : String(number);
    };
    const rows = Array.from(page.rowIds.keys());
    // Something else that happens to start then is not the same thing.
    const row = rows.find((at) => text('name', at) === slice.name);
    if (row === undefined) return undefined;
    return {
      rowId: page.rowIds[row]!,
      kind: text('kind', row),
      values: Object.fromEntries([...keys, 'rank'].map((column) => [column, text(column, row)])),
    } satisfies MarkedKernel;
  });
  return slice ? value : undefined;
}
