import type { DumpState, RankJob } from './dump';

/** Those that are open side by side, in the order of their ranks; empty where there is one. */
export function jobsOf(ranks: DumpState['ranks']): readonly RankJob[] {
  const jobs = new Map<string, RankJob>();
  for (const { job } of ranks) {
    if (job === undefined) return [];
    if (!jobs.has(job.key)) jobs.set(job.key, job);
  }
  return jobs.size < 2 ? [] : [...jobs.values()];
}

/** What a job is called among others: by its name, with when it was profiled where several have that name. */
export function jobTitle({ key, name, startedMs }: RankJob, all: Iterable<RankJob>): string {
  if (startedMs === undefined) return name;
  for (const other of all) if (other.key !== key && other.name === name) return `${name}, ${instantText(startedMs)}`;
  return name;
}

/** "2025-07-11 05:06:29.589", by the clock of this machine's zone. */
export function instantText(epochMs: number): string {
  const date = new Date(epochMs);
  const local = new Date(epochMs - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, -1).replace('T', ' ');
}
