import { useMemo } from 'react';
import type { TableSource } from '../../../src-contract';
import type { TableLoader } from '../../ui/table/tableLoader';
import { useSession } from './useSession';

/**
 * One of the Engine's tables as a loader for `DataTable`. The same loader as long as `source` says the same, so it may be
 * written in place: `useTableSource(session, { table: 'operator.kernels', of: { ranks } })`.
 */
export function useTableSource(source: TableSource): TableLoader {
  const session = useSession();
  const key = JSON.stringify(source);
  return useMemo(() => {
    const { engine, dumpId: dump, questions } = session;
    const same = JSON.parse(key) as TableSource;
    return {
      load: (request, signal) => questions.follow((id) => engine.table({ ...request, dump, source: same }, id), signal),
      loadCsv: (request) => engine.tableCsv({ ...request, dump, source: same }),
      loadValues: (request, column) => engine.columnValues({ ...request, dump, source: same }, column),
    };
  }, [session, key]);
}
