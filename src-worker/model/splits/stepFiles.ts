import { SPLIT_PARTS, type SplitPart } from '../../../src-contract';
import { notice } from '../../files/notices';
import { textReader } from '../../tables/columnTable';
import { isMissing } from '../../tables/numbers';
import type { DumpContext } from '../dumpContext';
import { type StepRow, splitParts } from './stepRows';

/** A row, with whose it is as far as the file tells. */
export interface SplitFileRow extends StepRow {
  readonly rank: number | undefined;
  readonly device: number | undefined;
}

/** The splits that stand in one file. */
export interface SplitFile {
  readonly rows: readonly SplitFileRow[];
  /** Sets of ranks that the file calls a stage; only in summaries of the whole job. */
  readonly stages: readonly (readonly number[])[];
}

const keys: Readonly<Record<string, string>> = {
  Step: 'step',
  Device_id: 'device',
  Type: 'type',
  Index: 'index',
  Computing: 'computing',
  'Communication(Not Overlapped)': 'notOverlapped',
  Overlapped: 'overlapped',
  Communication: 'communication',
  Free: 'free',
  Stage: 'stage',
  Bubble: 'bubble',
  'Communication(Not Overlapped and Exclude Receive)': 'notOverlappedExceptReceive',
  Preparing: 'preparing',
};

// The headers name no unit; it is µs.
const microseconds = { unit: 'duration', shiftDigits: 3, factor: 1 } as const;
const units = Object.fromEntries(SPLIT_PARTS.map((part) => [part, microseconds]));
const textKeys = new Set(['step', 'type', 'index', 'device']);

/** step_trace_time.csv of a rank, or cluster_step_trace_time.csv of the job. Rejects with a `TableError`. */
export function readSplitCsv(dump: DumpContext, path: string): Promise<SplitFile> {
  return dump.memo(`step split ${path}`, async () => {
    const table = await dump.csv(path, { keys, units, textKeys });
    for (const own of table.notices) dump.note(own);
    const text = (key: string) => textReader(table, key) ?? (() => '');
    const [stepOf, typeOf, indexOf, deviceOf] = [text('step'), text('type'), text('index'), text('device')];
    const numbers = new Map(
      SPLIT_PARTS.map((part): [SplitPart, Float64Array | undefined] => {
        const column = table.columns.find(({ key }) => key === part);
        return [part, column?.kind === 'number' ? column.values : undefined];
      }),
    );
    const rows: SplitFileRow[] = [];
    const stages: number[][] = [];
    for (let row = 0; row < table.rowCount; row++) {
      if (typeOf(row) === 'stage') {
        stages.push(numbersIn(indexOf(row)));
        continue;
      }
      const parts = splitParts((part) => numbers.get(part)?.[row] ?? Number.NaN);
      rows.push({ step: numberOf(stepOf(row)), rank: asRank(indexOf(row)), device: asRank(deviceOf(row)), parts });
    }
    return { rows: withoutRepeated(dump, path, rows), stages };
  });
}

/** What every version of the files tells of a step, and what it is the sum of. */
const ALWAYS_TOLD = ['computing', 'notOverlapped', 'free'] as const;

/** One row a step of a device: a second one would be added to the first. What is left out is noted. */
export function withoutRepeated(dump: DumpContext, path: string, rows: readonly SplitFileRow[]): SplitFileRow[] {
  const seen = new Set<string>();
  const first = rows.filter(({ rank, device, step }) => {
    const key = `${rank} ${device} ${step}`;
    return !seen.has(key) && seen.add(key);
  });
  const count = rows.length - first.length;
  if (count > 0) dump.note(notice('step-rows-repeated', 'warning', { count }, { path }));
  noteUntold(dump, path, first);
  return first;
}

/** Steps that do not tell a part of theirs ("N/A"). */
export function noteUntold(dump: DumpContext, path: string, rows: readonly StepRow[]): void {
  const count = rows.filter(({ parts }) => ALWAYS_TOLD.some((part) => Number.isNaN(parts[part]))).length;
  if (count > 0) dump.note(notice('step-parts-unknown', 'warning', { count }, { path }));
}

/** NaN for '', "None" and whatever else is no number. */
export function numberOf(text: string): number {
  return isMissing(text.trim()) ? Number.NaN : Number(text);
}

function asRank(text: string): number | undefined {
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** "(0, 1, 2)" → [0, 1, 2]. */
export function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}
