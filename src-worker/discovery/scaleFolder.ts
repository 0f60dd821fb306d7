import { dirname, join } from 'node:path';

/** What `tracelane scale` keeps in the folder that the user names. */
export const SCALE_NAMES = {
  summaries: 'summaries',
  /** A folder a run, called by its number. */
  runs: 'runs',
  /** In a run's folder: what it was to do. */
  list: 'tasks.jsonl',
  /** What the reduce writes. */
  job: 'job.parquet',
} as const;

/** Where things are in that folder. */
export interface ScaleFolder {
  readonly root: string;
  readonly summaries: string;
  readonly runs: string;
  readonly job: string;
}

export function scaleFolder(root: string): ScaleFolder {
  return {
    root,
    summaries: join(root, SCALE_NAMES.summaries),
    runs: join(root, SCALE_NAMES.runs),
    job: join(root, SCALE_NAMES.job),
  };
}

/** The folder that has this list in one of its runs. */
export function scaleFolderOf(list: string): ScaleFolder {
  return scaleFolder(dirname(dirname(dirname(list))));
}

/** Of the names in `runs` those of runs, the last first. */
export function runsAmong(names: readonly string[]): readonly string[] {
  return names.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(b) - Number(a));
}
