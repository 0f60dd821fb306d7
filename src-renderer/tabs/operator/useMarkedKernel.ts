import { useAsked } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import type { OperatorContext } from './operatorContext';

export interface MarkedKernel {
  /** Position in `operator.kernels` of the chosen ranks. */
  readonly rowId: number;
  readonly kind: string;
  /** The columns asked for, as texts; and `rank`. */
  readonly values: Readonly<Record<string, string>>;
}

/** The kernel that is selected in the timeline, if it is one of the chosen ranks. */
export function useMarkedKernel(context: OperatorContext, keys: readonly string[]): MarkedKernel | undefined {
  const session = useSession();
  const { ranks } = context;
  const slice = useSessionState(({ selectedDetails }) => selectedDetails);
  const withLaunch = keys.includes('scope') || keys.includes('launchedBy');
  const source = useTableSource({
    table: 'operator.kernels',
    of: { ranks, ...(withLaunch && { withLaunch }) },
  });
  const key = slice && JSON.stringify([slice.ref, slice.startNs, ranks, keys]);
  const { value } = useAsked(key, async (id) => {
    if (!slice || !ranks.includes(slice.ref.rank)) return undefined;
    const found = await session.engine.ask(session.dumpId, 'operator.kernelOfSlice', { ranks, slice: slice.ref }, id);
    if (!found) return undefined;
    // Neither sorted nor filtered, so that a row's id is its place.
    const columns = [...new Set(['kind', 'rank', ...keys])];
    const page = await source.load({ sort: [], filters: [], firstRow: found.rowId, rowCount: 1, columns });
    const text = (column: string) => {
      const cells = page.cells[column];
      if (!cells) return '';
      if (cells.kind === 'text') return cells.texts[cells.values[0]!] ?? '';
      const number = cells.values[0]!;
      return Number.isNaN(number) ? '' : String(number);
    };
    return {
      rowId: found.rowId,
      kind: text('kind'),
      values: Object.fromEntries([...keys, 'rank'].map((column) => [column, text(column)])),
    } satisfies MarkedKernel;
  });
  return slice ? value : undefined;
}
