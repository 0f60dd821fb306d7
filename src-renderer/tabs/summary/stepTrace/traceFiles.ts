import type { RankState } from '../../../../src-contract';

/** The rank has a step trace of its own, or is MindSpore's, which cuts its steps so: the section is worth showing. */
export function hasStepTrace({ files, groups, folder }: Pick<RankState, 'files' | 'groups' | 'folder'>): boolean {
  if (/_ascend_ms$/.test(folder)) return true;
  if (files.some(({ table }) => table === 'step-trace-raw' || table === 'iterations')) return true;
  return groups.some(({ kind, lanes }) => kind === 'hardware' && lanes.some(({ name }) => /^step trace\b/i.test(name)));
}

/** With a timeline, phases can be cut by kernels as well. */
export function mayHaveStepTrace(rank: Pick<RankState, 'files' | 'groups' | 'folder' | 'generation'>): boolean {
  return rank.generation > 0 || hasStepTrace(rank);
}
