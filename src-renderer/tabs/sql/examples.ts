/** Queries that answer something, for the tables of a dump and for those of summaries. */
import type { SqlTable } from '../../../src-contract';

export interface Example {
  /** Of its sentence: `sql.example.<id>`. */
  readonly id: string;
  readonly sql: string;
}

const examples: Readonly<Record<'dump' | 'summaries', readonly Example[]>> = {
  dump: [
    {
      id: 'kernelTypes',
      sql: 'select type, count(*) as calls, sum(duration_ns) / 1e6 as ms\nfrom kernels group by type order by ms desc limit 20',
    },
    {
      id: 'waits',
      sql: 'select "group", type, rank, sum(wait_ns) / 1e6 as waited_ms\nfrom collectives group by all order by waited_ms desc limit 100',
    },
    {
      id: 'computing',
      sql: 'select step, split_rank, split_computing / 1e6 as ms,\n  split_computing / median(split_computing) over (partition by step) as of_median\nfrom steps order by of_median desc',
    },
    {
      id: 'longest',
      sql: 'select name, duration_ns / 1e6 as ms, rank, lane, rank_index, slice\nfrom slices order by duration_ns desc limit 100',
    },
    {
      id: 'slowCalls',
      sql: 'select name, input_shapes, duration_ns,\n  duration_ns / median(duration_ns) over (partition by name, input_shapes) as of_usual\nfrom kernels order by of_usual desc limit 100',
    },
    {
      id: 'links',
      sql: 'select transport, sum(size_bytes) / sum(transit_ns) as gb_s, count(*) as links\nfrom links group by transport order by gb_s',
    },
    {
      id: 'findings',
      sql: 'select id, rank, lost_ns_per_step / 1e6 as lost_ms, cause, confidence\nfrom findings order by lost_ms desc nulls last',
    },
  ],
  summaries: [
    {
      id: 'ranksComputing',
      sql: 'select rank, host, computing_ns / 1e6 as ms,\n  computing_ns / median(computing_ns) over () as of_median\nfrom job_ranks order by of_median desc limit 100',
    },
    {
      id: 'hosts',
      sql: 'select host, count(*) as ranks, median(computing_ns) / 1e6 as computing_ms,\n  median(waiting_ns) / 1e6 as waiting_ms, min(frequency_mhz) as least_mhz\nfrom job_ranks group by host order by computing_ms desc',
    },
    {
      id: 'findings',
      sql: 'select name, type, peer as rank, ns / 1e6 as lost_ms, value as share\nfrom findings order by ns desc nulls last',
    },
    {
      id: 'leftOut',
      sql: 'select file, reason, detail, rank from left_out',
    },
    {
      id: 'kinds',
      sql: 'select kind, count(*) as rows, count(distinct rank) as ranks from facts group by kind order by rows desc',
    },
  ],
};

/** Those over tables that are there. */
export function examplesOf(tables: readonly SqlTable[]): readonly Example[] {
  const names = new Set(tables.map(({ name }) => name));
  return examples[tables[0]?.kind ?? 'dump'].filter(({ sql }) => names.has(/\bfrom (\w+)/.exec(sql)?.[1] ?? ''));
}
