import {
  type DumpState,
  type Engine,
  type FindingsReport,
  jobsOf,
  type TablePage,
  type TableSource,
} from '../../../src-contract';
import type { CommunicationPages } from '../../../src-report/communicationJson';

/** Rows of each table that are written, and groups whose links are: `tracelane export` tells them whole. */
const MOST_ROWS = 1000;
const MOST_GROUPS = 64;

/** Undefined where the dump has no collectives. Of several jobs all that is told without a choice: the rows name theirs. */
export async function askCommunication(
  engine: Engine,
  { id: dump, ranks }: Pick<DumpState, 'id' | 'ranks'>,
  { findings }: FindingsReport,
): Promise<CommunicationPages | undefined> {
  if (!(await engine.views(dump)).communication) return undefined;
  const page = (source: TableSource, by: string): Promise<TablePage> =>
    engine.table({
      dump,
      source,
      sort: [{ column: by, isDescending: source.table !== 'communication.ranks' }],
      filters: [],
      firstRow: 0,
      rowCount: MOST_ROWS,
    });
  const jobs = jobsOf(ranks);
  const groups = new Set<string>();
  for (const of of jobs.length === 0 ? [{}] : jobs.map(({ key }) => ({ job: key })))
    for (const { key } of (await engine.ask(dump, 'communication.overview', of)).groups) groups.add(key);
  const links: TablePage[] = [];
  for (const group of [...groups].slice(0, MOST_GROUPS))
    links.push(await page({ table: 'communication.links', of: { group } }, 'transitNs'));
  const isLate = findings.some(({ rule }) => rule === 'C8');
  return {
    ranks: await page({ table: 'communication.ranks', of: {} }, 'rank'),
    ops: await page({ table: 'communication.ops', of: {} }, 'elapseNs'),
    links,
    arrivals: isLate ? await page({ table: 'communication.arrivals', of: {} }, 'afterNs') : undefined,
  };
}
