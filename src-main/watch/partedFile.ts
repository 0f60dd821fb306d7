import { dirname } from 'node:path';
import { monitorFile } from '../../src-watch/lines/monitorFile';

/** A file that is one of several, each of which goes on where the one before ends. */
export interface PartOfFile {
  /** The same for all of them. */
  readonly whole: string;
  /** Of two parts the later one has the greater. */
  readonly at: string;
}

/** Instants are "20250912133501123"; others are put in the order of numbers. */
const DIGITS = 24;

/** msMonitor begins another file after some thousand lines, and may delete the oldest; any other file is a whole by itself. */
export function partOfFile(path: string): PartOfFile {
  const name = monitorFile(path);
  if (name?.form !== 'jsonl') return { whole: path, at: '' };
  const { process, begun, rank = '' } = name;
  return { whole: `${dirname(path)}/msmonitor_${process}_*_${rank}`, at: begun.padStart(DIGITS, '0') };
}
