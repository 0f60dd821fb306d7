import { monitorFile } from './monitorFile';

/**
 * The rank that a file is of, by its name or that of its folder: "rank_3.log", "logs/rank12/train.csv", "worker_3.log" as MindSpore's `msrun` has it,
 * "attempt_0/3/stderr.log" as torchrun does on one host; undefined: it does not tell.
 */
export function rankOfName(path: string): number | undefined {
  const monitored = monitorFile(path);
  if (monitored) return monitored.rank;
  const [, local] = /attempt_\d+[\\/](\d{1,6})[\\/]std(?:out|err)\.log$/.exec(path) ?? [];
  if (local !== undefined) return Number(local);
  const [, rank] = [...path.matchAll(/(?:rank|(?<![a-z])worker)[-_ ]?(\d{1,6})(?!\d)/gi)].at(-1) ?? [];
  return rank === undefined ? undefined : Number(rank);
}
