import { closeSync, readSync } from 'node:fs';
import type { TableKind } from '../../src-contract';
import { openFile } from '../files/readable';
import { readAnalysisStart } from '../sqlite/analysisDb';
import { readClusterStart } from '../sqlite/clusterDb';
import { type Database, withDatabase } from '../sqlite/database';
import { readProfilerSession } from '../sqlite/profilerDb';
import { headerUnit } from '../tables/columnTable';
import { instantNs, isNumberText, MAX_TIME_NS } from '../tables/numbers';
import type { TableFiles } from './tableRanks';

const HEAD_BYTES = 16 << 10;
const DAY_NS = 86_400_000_000_000;
const kindsWithTimes: readonly TableKind[] = [
  'kernels',
  'communication',
  'memory-record',
  'operator-memory',
  'cluster-communication',
];
/** Sampled, in older files by a clock of their own: only where nothing else has an instant. */
const sampledKinds: readonly TableKind[] = ['ai-cpu', 'nic', 'roce'];

/**
 * The earliest of the instants that the dump's tables begin with, in ns by the dump's own clock; undefined where none has
 * any. Not the earliest of all: rows are not always sorted. It is what the tables' times count from.
 */
export function firstInstantNs(files: TableFiles): bigint | undefined {
  return firstOfKinds(files, kindsWithTimes) ?? firstDatabaseNs(files) ?? firstOfKinds(files, sampledKinds);
}

function firstOfKinds({ ranks, clusterFiles }: TableFiles, kinds: readonly TableKind[]): bigint | undefined {
  let first: bigint | undefined;
  for (const { path, table } of [...ranks.flatMap((rank) => rank.files), ...clusterFiles]) {
    if (table === undefined || !kinds.includes(table)) continue;
    const instant = path.endsWith('.json') ? jsonInstant(headOf(path)) : csvInstant(headOf(path));
    if (instant !== undefined && (first === undefined || instant < first)) first = instant;
  }
  return first;
}

/** Where databases are all there is: when the profiler's recording began, else the first collective. */
function firstDatabaseNs(files: TableFiles): bigint | undefined {
  return (
    earliest(files, 'profiler-db', (database) => readProfilerSession(database).startNs) ??
    earliest(files, 'analysis-db', readAnalysisStart) ??
    earliest(files, 'cluster-db', readClusterStart)
  );
}

function earliest(
  { ranks, clusterFiles }: TableFiles,
  kind: TableKind,
  read: (database: Database) => bigint | undefined,
): bigint | undefined {
  let first: bigint | undefined;
  for (const { path, table } of [...ranks.flatMap(({ files }) => files), ...clusterFiles]) {
    const startNs = table === kind ? fromDatabase(path, read) : undefined;
    if (startNs !== undefined && startNs > 0n && (first === undefined || startNs < first)) first = startNs;
  }
  return first;
}

function fromDatabase(path: string, read: (database: Database) => bigint | undefined): bigint | undefined {
  try {
    return withDatabase(path, read);
  } catch {
    // Whoever reads it whole says why it can't be read.
    return undefined;
  }
}

function jsonInstant(head: string): bigint | undefined {
  const [, digits] = /"Start Timestamp\(us\)"\s*:\s*"?([\d.eE+]+)/.exec(head) ?? [];
  return digits === undefined ? undefined : asInstant(digits, 3);
}

function csvInstant(head: string): bigint | undefined {
  const [header = '', ...rows] = head.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
  const titles = header.replace(/^\uFEFF/, '');
  const count = titles.split(',').length;
  let column = 0;
  while (column < count && headerUnit(cellOf(titles, column)).unit !== 'time') column++;
  if (column === count) return undefined;
  const { shiftDigits } = headerUnit(cellOf(titles, column));
  // A row that a line break in quotes has cut has no number there, and the next one is tried.
  const times = rows.slice(0, -1).flatMap((row) => {
    const cell = cellOf(row, column).trim();
    const roughNs = isNumberText(cell) ? Number(cell) * 10 ** shiftDigits : 0;
    // Of a job there are hundreds of thousands of these rows: exact is only the one that is taken.
    return roughNs > 0 && roughNs < MAX_TIME_NS ? [{ cell, roughNs }] : [];
  });
  for (const { cell } of mostOf(times)) {
    const instant = asInstant(cell, shiftDigits);
    if (instant !== undefined) return instant;
  }
  return undefined;
}

/** The cell of a line, without quotes; commas within them do not end a cell. '' where the line ends before it. */
function cellOf(line: string, column: number): string {
  let begin = 0;
  let before = column;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charCodeAt(at);
    if (letter === QUOTE) isQuoted = !isQuoted;
    else if (letter === COMMA && !isQuoted) {
      if (before === 0) return unquoted(line.slice(begin, at));
      before--;
      begin = at + 1;
    }
  }
  return before === 0 ? unquoted(line.slice(begin)) : '';
}

const QUOTE = 0x22;
const COMMA = 0x2c;

const unquoted = (cell: string) => cell.replaceAll('"', '');

/** Those not far from the middle one: a damaged time that all count from would take the others' last digits. */
function mostOf<T extends { readonly roughNs: number }>(times: readonly T[]): readonly T[] {
  const middleNs = Float64Array.from(times, ({ roughNs }) => roughNs).sort()[times.length >> 1];
  return times.filter(({ roughNs }) => Math.abs(roughNs - middleNs) < DAY_NS);
}

/** Nothing that happened is at 0: that stands for "unknown". */
function asInstant(digits: string, shiftDigits: number): bigint | undefined {
  const [whole] = digits.split('.');
  // Counted from near by: of a whole epoch time a float64 has no ns.
  const base = /^\d{1,20}$/.test(whole) ? BigInt(whole) * 10n ** BigInt(shiftDigits) : 0n;
  const sinceNs = instantNs(digits, shiftDigits, base);
  if (Number.isNaN(sinceNs)) return undefined;
  const ns = base + BigInt(sinceNs);
  return ns > 0n ? ns : undefined;
}

/** '' where the file can't be read: whoever reads it whole says why. */
function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const fd = openFile(path);
    try {
      return head.toString('utf8', 0, readSync(fd, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}
