/** How often each name occurs in a stretch, and how long it takes: what the timeline's selection shows. */
import type { DumpId, Engine, RankState, StatisticsResult } from '../../../src-contract';
import { csvCell } from '../../../src-contract/cells/csvCell';
import type { ExportArguments } from './exportArguments';

const MOST_NAMES = 100_000;

interface StatisticsExport {
  readonly engine: Engine;
  readonly dump: DumpId;
  readonly ranks: readonly RankState[];
  readonly wish: Pick<ExportArguments, 'startNs' | 'endNs' | 'lanes' | 'format'>;
  readonly write: (text: string) => void;
}

export async function exportStatistics({
  engine,
  dump,
  ranks,
  wish,
  write,
}: StatisticsExport): Promise<Pick<StatisticsResult, 'nameCount' | 'sliceCount'>> {
  const text = wish.lanes?.toLowerCase();
  const has = (name: string) => text === undefined || name.toLowerCase().includes(text);
  const lanes = ranks.flatMap(({ groups }) =>
    groups.flatMap((group) => group.lanes.filter((lane) => has(group.name) || has(lane.name)).map(({ id }) => id)),
  );
  const { rows, nameCount, sliceCount } = await engine.statistics({
    dump,
    startNs: wish.startNs ?? Math.min(...ranks.map(({ startNs }) => startNs)),
    endNs: wish.endNs ?? Math.max(...ranks.map(({ endNs }) => endNs)),
    lanes,
    maxRows: MOST_NAMES,
  });
  if (wish.format === 'json') {
    const plain = rows.map(({ name, count, totalNs, minNs, maxNs }) => ({ name, count, totalNs, minNs, maxNs }));
    write(`${JSON.stringify({ nameCount, sliceCount, rows: plain })}\n`);
  } else {
    write('\ufeffName,Count,Total(us),Mean(us),Min(us),Max(us)\r\n');
    for (const { name, count, totalNs, minNs, maxNs } of rows) {
      const times = [totalNs, totalNs / count, minNs, maxNs].map((ns) => String(ns / 1000));
      write(`${[csvCell(name), count, ...times].join()}\r\n`);
    }
  }
  return { nameCount, sliceCount };
}
