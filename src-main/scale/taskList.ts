import { z } from 'zod';

/** What one task of an array does: a line of a run's list. */
export interface TaskLine {
  readonly job: string;
  /** Of summaries, absolute. */
  readonly folder: string;
  /** `name`: of the summary, in the folder of summaries. */
  readonly ranks: readonly { readonly place: string; readonly name: string }[];
}

/** The number in the job, where it is known, stands in the name. */
const SUMMARY_NAME = /^rank-(\d+)?[\w-]+\.parquet$/;

const lineSchema = z.object({
  job: z.string(),
  folder: z.string(),
  ranks: z.array(z.object({ place: z.string(), name: z.string().regex(SUMMARY_NAME) })),
});

/** Undefined where the line is no task. */
export function parseTaskLine(line: string): TaskLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The rank whose summary is called so; undefined where its number is not known. */
export function rankOfSummary(name: string): number | undefined {
  const digits = SUMMARY_NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
