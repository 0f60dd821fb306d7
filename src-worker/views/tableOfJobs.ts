import type { OfJob } from '../../src-contract';
import type { DumpContext } from '../model/dumpContext';
import { type ColumnTable, concatTables, textColumn } from '../tables/columnTable';

type MakeTable<T> = (dump: DumpContext, of: T) => Promise<ColumnTable>;

/** A table of the job that it is told; where it is told none, of all that are open, one after the other, each row with its job's name. */
export function tableOfJobs<T extends OfJob>(make: MakeTable<T>): MakeTable<T> {
  return async (dump, of) => {
    const { jobs } = dump;
    if (jobs.length === 0 || of.job !== undefined) return make(dump.ofJob(of.job), of);
    const tables: ColumnTable[] = [];
    for (const { key, name } of jobs) {
      const own = await make(dump.ofJob(key), of);
      const names = textColumn(
        'jobName',
        Array.from({ length: own.rowCount }, () => name),
        { label: 'Dump' },
      );
      tables.push({ rowCount: own.rowCount, columns: [names, ...own.columns] });
    }
    return concatTables(tables);
  };
}
