import { createContext, useCallback, useContext, useState } from 'react';
import type { ColumnFilter, SortKey } from '../../../src-contract';

/** What the user has chosen about the rows of a table. */
export interface RowChoice {
  /** Undefined: as the view sorts it. */
  readonly sort: readonly SortKey[] | undefined;
  readonly filters: readonly ColumnFilter[];
}

/** The choices in all tables that belong together, by `DataTableProps.stateKey`: whoever provides it says how long. */
export type TableMemory = Map<string, RowChoice>;

/** Without one, a table forgets when it goes. */
export const TableMemoryContext = createContext<TableMemory | undefined>(undefined);

const noChoice: RowChoice = { sort: undefined, filters: [] };

/**
 * What was chosen when the table was last seen. Where the same component goes on to show another table, which the user has
 * not seen yet, the choice goes with it.
 */
export function useRowChoice(
  key: string,
): readonly [choice: RowChoice, change: (change: (before: RowChoice) => RowChoice) => void] {
  const memory = useContext(TableMemoryContext);
  const [kept, setKept] = useState(() => ({ key, choice: memory?.get(key) ?? noChoice }));
  const choice = kept.key === key ? kept.choice : (memory?.get(key) ?? kept.choice);
  if (kept.key !== key) setKept({ key, choice });
  const change = useCallback(
    (make: (before: RowChoice) => RowChoice) => {
      const next = make(choice);
      memory?.set(key, next);
      setKept({ key, choice: next });
    },
    [memory, key, choice],
  );
  return [choice, change];
}
