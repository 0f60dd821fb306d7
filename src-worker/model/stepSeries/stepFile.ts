/** A csv or JSON-lines file of step times, whoever has written it. */
import type { Notice } from '../../../src-contract';
import { notice } from '../../files/notices';
import { TableError } from '../../tables/tableError';
import { readText, sizeOf } from '../../tables/textFile';
import { type Cell, cellsOf, cellsOfObject, objectOf, type Taken, take } from './stepCells';
import { stepColumns } from './stepColumns';

/** A step as the file has it. */
export interface FileStep {
  readonly number: number;
  readonly ns: number;
  /** When it ended, from the first instant of the file on; undefined: the file does not tell. */
  readonly timeNs?: number;
}

/** Of one rank, in the order of the file. */
export interface FileSeries {
  /** Undefined: the file has no column for it. */
  readonly rank: number | undefined;
  readonly steps: readonly FileStep[];
}

/** What the lengths are made of: a column of durations, differences of times, or one by the throughput. */
export type FileMeasure = 'duration' | 'time' | 'throughput';

export interface StepFile {
  readonly measure: FileMeasure;
  /** Header of the column that it is made of. */
  readonly column: string;
  /** False: the header names no unit, its numbers are taken as seconds. */
  readonly isUnitTold: boolean;
  /** By rank. */
  readonly series: readonly FileSeries[];
  readonly notices: readonly Notice[];
}

/** A line has some 40 bytes. */
const MAX_BYTES = 256 << 20;
/** More steps of a file are not read. */
const MOST_STEPS = 1_000_000;
/** Lines named in one sentence. */
const MAX_NAMED = 5;

/** Whether the first bytes of a file are those of a table of step times. */
export function isStepFile(head: string): boolean {
  const lines = linesOf(head);
  const [first] = lines;
  if (first === undefined) return false;
  const header = first.text.trimStart().startsWith('{') ? Object.keys(objectOf(first.text) ?? {}) : cellsOf(first.text);
  return header.length > 0 && stepColumns(header) !== undefined;
}

/** Rejects with a `TableError` where the file can't be read, or is none. */
export async function readStepFile(path: string): Promise<StepFile> {
  const sizeBytes = sizeOf(path);
  if (sizeBytes === 0) throw new TableError(notice('empty-file', 'error', {}, { path }));
  if (sizeBytes > MAX_BYTES)
    throw new TableError(notice('table-too-large', 'error', { sizeBytes, limitBytes: MAX_BYTES }, { path }));
  return parseStepFile(path, await readText(path, 'utf8'));
}

/** The same of its text. */
export function parseStepFile(path: string, text: string): StepFile {
  const lines = linesOf(text);
  const isJson = lines[0]?.text.trimStart().startsWith('{') ?? false;
  const rows = isJson ? jsonRows(lines) : csvRows(lines);
  const columns = rows && stepColumns(rows.header);
  if (!rows || !columns) throw new TableError(notice('no-step-times', 'error', {}, { path }));
  const byRank = new Map<number | undefined, Taken[]>();
  let first: bigint | undefined;
  const bad: { readonly line: number; readonly byte: number }[] = [];
  for (const { cells, line, byte } of rows.rows) {
    const taken = cells && take(cells, columns);
    if (!taken) {
      bad.push({ line, byte });
      continue;
    }
    first ??= taken.time;
    const own = byRank.get(taken.rank) ?? [];
    byRank.set(taken.rank, own);
    if (own.length < MOST_STEPS) own.push(taken);
  }
  const measure: FileMeasure = columns.duration ? 'duration' : columns.time ? 'time' : 'throughput';
  const at = columns.duration?.at ?? columns.time?.at ?? columns.throughput ?? 0;
  return {
    measure,
    column: rows.header[at],
    isUnitTold: measure !== 'duration' || (columns.duration?.isUnitTold ?? true),
    series: [...byRank]
      .map(([rank, own]) => ({ rank, steps: stepsOf(own, measure, first) }))
      .sort((a, b) => (a.rank ?? -1) - (b.rank ?? -1)),
    notices: bad.length === 0 ? [] : [damage(path, bad)],
  };
}

function damage(path: string, bad: readonly { readonly line: number; readonly byte: number }[]): Notice {
  const named = bad.slice(0, MAX_NAMED).map(({ line }) => line);
  const lines = named.join(', ') + (bad.length > named.length ? ', …' : '');
  const params = { count: bad.length, lines, form: 'step, ms' };
  return notice('damaged-lines', 'warning', params, { path, byteOffset: bad[0].byte });
}

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Of its first character, as far as all before it are of one byte. */
  readonly byte: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let byte = 0;
  let number = 0;
  for (const own of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    number++;
    if (own.trim() !== '') lines.push({ text: own, number, byte });
    byte += own.length + 1;
  }
  return lines;
}

interface Rows {
  readonly header: readonly string[];
  /** `cells` undefined: the line is none. */
  readonly rows: readonly {
    readonly cells: readonly Cell[] | undefined;
    readonly line: number;
    readonly byte: number;
  }[];
}

function csvRows([first, ...rest]: readonly Line[]): Rows | undefined {
  if (!first) return undefined;
  const header = cellsOf(first.text);
  return { header, rows: rest.map(({ text, number, byte }) => ({ cells: cellsOf(text), line: number, byte })) };
}

/** Members of the first objects are the columns: what comes later with another name is none. */
function jsonRows(lines: readonly Line[]): Rows | undefined {
  const objects = lines.map(({ text }) => objectOf(text));
  const header = [...new Set(objects.slice(0, 100).flatMap((own) => Object.keys(own ?? {})))];
  const rows = lines.map(({ number, byte }, at) => {
    const own = objects[at];
    return { cells: own && cellsOfObject(own, header), line: number, byte };
  });
  return { header, rows };
}

/** Where no column numbers the steps, their place does, from 1. */
function stepsOf(taken: readonly Taken[], measure: FileMeasure, first: bigint | undefined): FileStep[] {
  const sinceFirst = ({ time }: Taken) => (time === undefined ? Number.NaN : Number(time - (first ?? 0n)));
  const steps = taken.map((one, at): FileStep => {
    const { step, ns, perUnitNs } = one;
    const timeNs = sinceFirst(one);
    const before = at === 0 ? Number.NaN : sinceFirst(taken[at - 1]);
    const own = measure === 'duration' ? ns : measure === 'time' ? timeNs - before : perUnitNs;
    const number = Number.isNaN(step) ? at + 1 : step;
    return { number, ns: own, ...(!Number.isNaN(timeNs) && { timeNs }) };
  });
  // Before the first instant nothing is known of how long its step took.
  return measure === 'time' ? steps.slice(1) : steps;
}
