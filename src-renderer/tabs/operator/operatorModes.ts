/** What the view can show of a dump. Pure. */
import { otherTableName, type SourceFile, STATISTICS_KINDS } from '../../../src-contract';
import type { OperatorContext } from './operatorContext';
import type { OperatorMode, OperatorState, TableChoice } from './operatorState';

type Shown = Pick<OperatorContext, 'modes' | 'mode' | 'statistics'>;

/** Tables have a mode of their own where the dump has their files; without kernels, such a table is what is shown first. */
export function shownModes(
  files: readonly Pick<SourceFile, 'table' | 'path'>[],
  hasKernels: boolean,
  chosen: Pick<OperatorState, 'mode' | 'statistics'>,
  isComparing = false,
): Shown {
  const there = new Set(files.map(({ table }) => table));
  // A profiler's database has the rows that these count.
  const counted = there.has('profiler-db') ? ['op-statistic', 'api-statistic'] : [];
  const own = STATISTICS_KINDS.filter((kind) => there.has(kind) || counted.includes(kind));
  const others = files.flatMap(({ table, path }) => (table === 'other-table' ? otherTableName(path) : []));
  const named = [...new Set(others)].sort().map((name): TableChoice => `other:${name}`);
  const kinds: readonly TableChoice[] = [...own, ...named];
  const tables: readonly OperatorMode[] = [
    ...(there.has('operator-details') ? (['frameworkOps'] as const) : []),
    ...(kinds.length > 0 ? (['statistics'] as const) : []),
  ];
  const difference = isComparing ? (['difference'] as const) : [];
  const modes: readonly OperatorMode[] = ['groups', 'steps', 'kernels', 'roofline', ...tables, ...difference];
  const first = hasKernels ? undefined : tables.at(-1);
  const wanted = chosen.mode ?? first ?? 'groups';
  const kind = kinds.find((one) => one === chosen.statistics) ?? kinds[0];
  return { modes, mode: modes.includes(wanted) ? wanted : 'groups', statistics: { kinds, kind } };
}

/** Of a choice of other files, what these are called; undefined of one of the profiler's own tables. */
export function otherNameOf(choice: TableChoice): string | undefined {
  return choice.startsWith('other:') ? choice.slice('other:'.length) : undefined;
}

/** Modes that show kernels: there is nothing in them where there are none. */
export function isOfKernels(mode: OperatorMode): boolean {
  return mode === 'groups' || mode === 'steps' || mode === 'kernels' || mode === 'roofline';
}
