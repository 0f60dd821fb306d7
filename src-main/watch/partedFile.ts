import { basename, dirname } from 'node:path';

/** A file that is one of several, each of which goes on where the one before ends. */
export interface PartOfFile {
  /** The same for all of them. */
  readonly whole: string;
  /** Of two parts the later one has the greater. */
  readonly at: string;
}

/** msMonitor begins another file after some thousand lines, by the names of process, instant and rank; it may delete the oldest. */
const MONITOR = /^msmonitor_(\d+)_(\d+)_(-?\d+)\.jsonl$/i;
/** Instants are "20250912133501123"; others are put in the order of numbers. */
const DIGITS = 24;

/** Any other file is a whole by itself. */
export function partOfFile(path: string): PartOfFile {
  const [, process, at, rank] = MONITOR.exec(basename(path)) ?? [];
  if (at === undefined) return { whole: path, at: '' };
  return { whole: `${dirname(path)}/msmonitor_${process}_*_${rank}`, at: at.padStart(DIGITS, '0') };
}
