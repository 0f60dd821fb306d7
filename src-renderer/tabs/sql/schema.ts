import { useCallback, useEffect, useState } from 'react';
import type { SqlColumn, SqlTable } from '../../../src-contract';
import { useSession } from '../../session/answers/useSession';

export interface Schema {
  readonly tables: readonly SqlTable[];
  readonly columns: ReadonlyMap<string, readonly SqlColumn[]>;
  /** Has the columns of a table asked for, once. */
  want(table: string): void;
}

/** Tables that queries may name, and the columns of those that somebody wants: reading them may take long. */
export function useSchema(tables: readonly SqlTable[]): Schema {
  const session = useSession();
  const [columns, setColumns] = useState<ReadonlyMap<string, readonly SqlColumn[]>>(new Map());
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const next = wanted.find((name) => !columns.has(name));
  useEffect(() => {
    if (next === undefined) return;
    let isGone = false;
    const keep = (own: readonly SqlColumn[]) => {
      if (!isGone) setColumns((before) => new Map(before).set(next, own));
    };
    // A table that can't be told of is one without columns here; a query says why.
    session.engine.sqlColumns(session.dumpId, next).then(
      (answer) => keep(answer.kind === 'done' ? answer.value : []),
      () => keep([]),
    );
    return () => {
      isGone = true;
    };
  }, [session, next]);
  const want = useCallback(
    (table: string) => setWanted((before) => (before.includes(table) ? before : [...before, table])),
    [],
  );
  return { tables, columns, want };
}
