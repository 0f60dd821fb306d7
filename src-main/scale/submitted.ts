import { z } from 'zod';

/** What a run has given to Slurm. */
export interface Submitted {
  readonly arrays: readonly { readonly id: string; readonly from: number }[];
  readonly reduce: string;
}

/** In the run's folder. */
export const JOBS_NAME = 'jobs.json';

const submittedSchema = z.object({
  arrays: z.array(z.object({ id: z.string().regex(/^\d+$/), from: z.number() })),
  reduce: z.string().regex(/^\d+$/),
});

/** Undefined where the text is no such note. */
export function parseSubmitted(text: string): Submitted | undefined {
  try {
    return submittedSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Of all of Slurm's jobs that it is. */
export function idsOf({ arrays, reduce }: Submitted): readonly string[] {
  return [...arrays.map(({ id }) => id), reduce];
}

/** How Slurm calls the task with this number in the run's list. */
export function taskId({ arrays }: Submitted, task: number): string | undefined {
  const array = arrays.findLast(({ from }) => from <= task);
  return array && `${array.id}_${task - array.from}`;
}
