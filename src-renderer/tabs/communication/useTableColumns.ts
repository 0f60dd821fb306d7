import { useEffect, useState } from 'react';
import type { SortKey, TableSource } from '../../../src-contract';
import { type Answer, useRevision } from '../../session/useAnswer';
import { useTableSource } from '../../session/useTableSource';

/** Columns of a whole table. */
export interface TableColumns {
  readonly rowCount: number;
  /** NaN: no value. Empty where the table lacks the column. */
  numbers(key: string): Float64Array;
  texts(key: string): readonly string[];
}

/** More rows than are ever drawn. */
const MAX_ROWS = 100_000;

/** What a chart is drawn from: columns of one of the Engine's tables. `columns` and `sort` must stay the same. */
export function useTableColumns(
  table: TableSource,
  columns: readonly string[],
  sort: readonly SortKey[],
): Answer<TableColumns> {
  const source = useTableSource(table);
  const revision = useRevision();
  const [state, setState] = useState<Omit<Answer<TableColumns>, 'retry'>>({
    value: undefined,
    isAsking: true,
    error: undefined,
  });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the dump changes, and on another try
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, isAsking: true, error: undefined }));
    source.load({ sort, filters: [], firstRow: 0, rowCount: MAX_ROWS, columns }).then(
      ({ cells, matchingRows }) => {
        if (!isCurrent) return;
        const value: TableColumns = {
          rowCount: Math.min(matchingRows, MAX_ROWS),
          numbers: (key) => {
            const own = cells[key];
            return own?.kind === 'number' ? own.values : new Float64Array(0);
          },
          texts: (key) => {
            const own = cells[key];
            return own?.kind === 'text' ? Array.from(own.values, (code) => own.texts[code] ?? '') : [];
          },
        };
        setState({ value, isAsking: false, error: undefined });
      },
      (error: unknown) => isCurrent && setState({ value: undefined, isAsking: false, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, revision, tries]);
  return { ...state, retry: () => setTries((count) => count + 1) };
}
