import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Measurement, startStopwatch } from '../measurement';
import { openedState, startEngine } from './engineProcess';

/**
 * A rank of tables alone, from opening its folder to the first rows of its longest one, kernel_details.csv, at `path`: all of
 * that is read for them. `events` are its rows.
 */
export async function measureCsv(path: string): Promise<Measurement> {
  const host = startEngine();
  const watch = startStopwatch();
  const { id: dump, ranks } = await openedState(host.engine, dirname(dirname(path)));
  const openedMs = watch.read().wallMs;
  const source = { table: 'operator.kernels', of: { ranks: ranks.map(({ index }) => index) } } as const;
  const page = await host.engine.table({ dump, source, sort: [], filters: [], firstRow: 0, rowCount: 100 });
  const measured = watch.read();
  await host.dispose();
  return { ...measured, sizeBytes: statSync(path).size, events: page.totalRows, details: { openedMs } };
}
