import type { DumpState, Engine, TableSource } from '../../../src-contract';
import { sizeBelow } from '../inputFolder';
import { type Measurement, startStopwatch } from '../measurement';
import { openedState, startEngine } from './engineProcess';

/**
 * Communication of a job whose tables are all that there is, from opening it until what its first page shows has been
 * answered, asked for as the window does. `events` are its collectives.
 */
export async function measureCommunication(path: string): Promise<Measurement> {
  const host = startEngine();
  const { engine } = host;
  const watch = startStopwatch();
  const state = await openedState(engine, path);
  const openedMs = watch.read().wallMs;
  await engine.ask(state.id, 'communication.overview', {});
  const overviewMs = watch.read().wallMs;
  const times = timesOfRanks(engine, state);
  const cards = Promise.all([
    engine.ask(state.id, 'communication.slowLinks', {}),
    engine.ask(state.id, 'communication.matrix', {}),
    engine.ask(state.id, 'communication.packets', {}),
    engine.ask(state.id, 'communication.unaligned', {}),
    engine.ask(state.id, 'communication.names', {}),
  ]);
  // Worked out of all that the job tells, not of its communication alone: it comes last, on a card of its own.
  const late = engine.ask(state.id, 'communication.late', {}).then(() => watch.read().wallMs);
  await times;
  const ranksMs = watch.read().wallMs;
  await cards;
  const measured = watch.read();
  const lateMs = await late;
  const { totalRows } = await page(engine, state, { table: 'communication.ops', of: {} });
  await host.dispose();
  const details = { openedMs, overviewMs, ranksMs, lateMs };
  return { ...measured, sizeBytes: sizeBelow(path), events: totalRows, details };
}

/** For the bars and for the table. */
async function timesOfRanks(engine: Engine, state: DumpState): Promise<void> {
  const source = { table: 'communication.ranks', of: {} } as const;
  await Promise.all([page(engine, state, source), page(engine, state, source, 'elapseNs')]);
}

function page(engine: Engine, { id: dump, ranks }: DumpState, source: TableSource, column?: string) {
  const sort = column === undefined ? [] : [{ column, isDescending: true }];
  return engine.table({ dump, source, sort, filters: [], firstRow: 0, rowCount: ranks.length });
}
