/** The rows of the folder list: jobs found by name, then what the folder holds. Pure. */
import type { FolderEntry, Survey, SurveyedJob } from '../../../../src-contract';
import { tellingParts } from './tellingParts';

export type FolderRow =
  /** `telling`: what tells it from other jobs of its name. */
  | { readonly kind: 'job'; readonly key: string; readonly job: SurveyedJob; readonly telling?: string }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: FolderEntry };

export interface RowChoice {
  /** Typed over the list: names that hold it, whatever their case. */
  readonly filter: string;
  /** Files that are none of a profiler's, too. */
  readonly showsAll: boolean;
}

export function folderRows(
  entries: readonly FolderEntry[],
  jobs: readonly SurveyedJob[],
  { filter, showsAll }: RowChoice,
): readonly FolderRow[] {
  const wanted = filter.toLowerCase();
  const isWanted = (name: string) => name.toLowerCase().includes(wanted);
  const tellings = tellingParts(jobs);
  return [
    ...jobs.flatMap((job, at): readonly FolderRow[] => {
      const telling = tellings[at];
      if (!isWanted(job.name) && !isWanted(telling ?? '')) return [];
      return [{ kind: 'job', key: `job ${job.key}`, job, ...(telling !== undefined && { telling }) }];
    }),
    ...entries
      .filter(({ name, isCandidate }) => (showsAll || isCandidate) && isWanted(name))
      .map((entry) => ({ kind: 'entry', key: entry.path, entry }) as const),
  ];
}

/** Files that are listed only where all are. */
export function hiddenCount(entries: readonly FolderEntry[]): number {
  return entries.filter(({ isCandidate }) => !isCandidate).length;
}

/** It can be chosen for opening. `survey`: what is known of a folder. */
export function isChoosable(row: FolderRow, survey: Survey | undefined): boolean {
  if (row.kind === 'job') return true;
  const { kind, isDump, isCandidate } = row.entry;
  if (kind === 'file') return isCandidate;
  return isDump || (survey !== undefined && survey.rankCount + survey.summaryCount > 0);
}

export function pathsOf(row: FolderRow): readonly string[] {
  return row.kind === 'job' ? row.job.paths : [row.entry.path];
}
