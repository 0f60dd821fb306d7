import type { RankIndex, TableName, Tables } from '../../../src-contract';

/** What each table is told where nothing else is asked for; undefined: it has to be told. */
export const usual: { readonly [K in TableName]: (ranks: readonly RankIndex[]) => Tables[K] | undefined } = {
  'findings.functions': () => ({ class: 'compute' }),
  'findings.functionRanks': () => undefined,
  'operator.kernels': (ranks) => ({ ranks }),
  'operator.groups': (ranks) => ({ ranks, by: 'type', isPerRank: false }),
  'operator.comparison': (ranks) => ({ ranks, by: 'type' }),
  'operator.frameworkOps': (ranks) => ({ ranks }),
  'operator.statistics': (ranks) => ({ ranks, kind: 'op-statistic' }),
  'operator.otherTable': () => undefined,
  'memory.allocations': (ranks) => ({ ranks }),
  'memory.live': () => undefined,
  'memory.executionTensors': () => undefined,
  'memory.modules': (ranks) => ({ ranks }),
  'memory.static': (ranks) => ({ ranks }),
  'summary.split': () => ({ step: 'all' }),
  'summary.files': () => ({}),
  'communication.ops': () => ({}),
  'communication.ranks': () => ({}),
  'communication.groups': () => ({}),
  'communication.types': () => ({}),
  'communication.links': () => ({}),
  'communication.arrivals': () => ({}),
  'ranks.rows': () => ({}),
  'timeline.events': (ranks) => ({ ranks }),
  'timeline.arrows': (ranks) => ({ ranks }),
  'compare.rows': ([a, b = a]) =>
    a === undefined || b === undefined
      ? undefined
      : { a: { rank: a, step: 'all' }, b: { rank: b, step: 'all' }, of: { kind: 'kernels', by: 'type' } },
};

export const tableNames = Object.keys(usual) as readonly TableName[];
