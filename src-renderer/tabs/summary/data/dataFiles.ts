import type { RankState, TableKind } from '../../../../src-contract';

const kinds: ReadonlySet<TableKind | undefined> = new Set([
  'data-pipeline',
  'host-queue',
  'device-queue',
  'data-cpu',
] as const satisfies readonly TableKind[]);

/** The rank has files about the preparation of its data. */
export function hasDataFiles({ files }: Pick<RankState, 'files'>): boolean {
  return files.some(({ table }) => kinds.has(table));
}
