/** A result as rows for the table, and as a chart where it has what one needs. Pure. */
import type { SqlRows, Unit } from '../../../src-contract';
import type { BarPart } from '../../ui/chart/chartProps';
import type { ArrayColumn } from '../../ui/table/arrayLoader';

/** Of as many bars each can be told from the next. */
export const MOST_BARS = 1000;

/** Columns whose names tell what they are; keys are made to differ, since a result may have two of one name. */
export function resultColumns({ columns }: SqlRows): readonly ArrayColumn<number>[] {
  const taken = new Set<string>();
  return columns.map((own) => {
    let key = own.name;
    for (let at = 2; taken.has(key); at++) key = `${own.name} ${at}`;
    taken.add(key);
    return {
      // No column of a query is one that the window knows: its name is what the user has called it.
      key: `sql ${key}`,
      label: key,
      unit: unitOf(own.name, own.kind),
      valueOf: (row) => own.values[row] ?? (own.kind === 'number' ? Number.NaN : ''),
    };
  });
}

function unitOf(name: string, kind: 'number' | 'text'): Unit {
  if (kind === 'text') return 'none';
  if (/(^|_)ns$/.test(name)) return 'duration';
  if (/(^|_)bytes$/.test(name)) return 'bytes';
  return 'none';
}

export interface ResultChart {
  readonly bars: readonly string[];
  readonly parts: readonly BarPart[];
  readonly barTitle: string;
  readonly isCut: boolean;
}

/** What bars there can be: one column names them, one has their lengths. Undefined: no column of numbers. */
export function chartOf({ columns, rowCount }: SqlRows, value: string | undefined): ResultChart | undefined {
  const numbers = columns.filter((own) => own.kind === 'number');
  const length = numbers.find(({ name }) => name === value) ?? numbers.at(-1);
  if (length?.kind !== 'number' || rowCount === 0) return undefined;
  const naming = columns.filter((own) => own !== length && (own.kind === 'text' || isNaming(own.name)));
  const count = Math.min(rowCount, MOST_BARS);
  const bars = Array.from({ length: count }, (_, row) =>
    naming.length === 0 ? String(row + 1) : naming.map(({ values }) => String(values[row])).join(' · '),
  );
  const part = { id: length.name, name: length.name, values: length.values.subarray(0, count) };
  return { bars, parts: [part], barTitle: naming.map(({ name }) => name).join(' · ') || '#', isCut: count < rowCount };
}

function isNaming(name: string): boolean {
  return /rank|step|peer|source|target|device/i.test(name);
}
