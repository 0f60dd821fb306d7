/** One line of a file of step times: its cells, and what they say. */
import type { StepColumns } from './stepColumns';

export type Cell = string | number | undefined;

/** Undefined: it is no object, or half of one. */
export function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // Half a line, or none: it is listed as such.
    return undefined;
  }
}

/** Its members by the columns they stand for. */
export function cellsOfObject(object: Readonly<Record<string, unknown>>, header: readonly string[]): Cell[] {
  return header.map((key) => {
    const value = object[key];
    return typeof value === 'number' || typeof value === 'string' ? value : undefined;
  });
}

/** Commas, else semicolons or tabs; a cell in quotes may hold them, and quotes twice. */
export function cellsOf(line: string): string[] {
  const separator = line.includes(',') ? ',' : line.includes(';') ? ';' : '\t';
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const own = line[at];
    if (own === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (own === '"') isQuoted = !isQuoted;
    else if (own === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += own;
  }
  cells.push(cell.trim());
  return cells;
}

export interface Taken {
  readonly rank: number | undefined;
  readonly step: number;
  readonly ns: number;
  readonly time: bigint | undefined;
  readonly perUnitNs: number;
}

/** Undefined: the line has no value where one should be. */
export function take(
  cells: readonly Cell[],
  { step, rank, duration, time, throughput }: StepColumns,
): Taken | undefined {
  const at = (column: number | undefined) => (column === undefined ? Number.NaN : numberOf(cells[column]));
  const taken: Taken = {
    rank: rank === undefined ? undefined : at(rank),
    step: at(step),
    ns: duration ? at(duration.at) * duration.ns : Number.NaN,
    time: time && timeOf(cells[time.at], time.ns),
    perUnitNs: 1e9 / at(throughput),
  };
  if (taken.rank !== undefined && Number.isNaN(taken.rank)) return undefined;
  if (!duration && time) return taken.time === undefined ? undefined : taken;
  const value = duration ? taken.ns : taken.perUnitNs;
  return Number.isFinite(value) && value >= 0 ? taken : undefined;
}

function numberOf(cell: Cell): number {
  if (typeof cell === 'number') return cell;
  const text = cell?.trim() ?? '';
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

/** A number of so many digits counts ms, µs, ns since the epoch: shift its point by so many to have ns. */
const SHIFTS: readonly (readonly [digits: number, shift: number])[] = [
  [18, 0],
  [15, 3],
  [12, 6],
  [0, 9],
];

/** ns; to the last digit, which a float64 of an epoch has not. `unitNs` 0: the size of the number tells its unit. */
function timeOf(cell: Cell, unitNs: number): bigint | undefined {
  const text = String(cell ?? '').trim();
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole !== undefined) {
    const ownShift = SHIFTS.find(([digits]) => whole.length >= digits)?.[1] ?? 0;
    const shift = unitNs > 0 ? Math.round(Math.log10(unitNs)) : ownShift;
    return BigInt(whole + fraction.slice(0, shift).padEnd(shift, '0'));
  }
  const number = numberOf(cell);
  if (!Number.isNaN(number)) return BigInt(Math.round(number * (unitNs || 1e9)));
  const iso = text.replace(/^(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ T]/, '$1-$2-$3T');
  // A time without a zone is the same for all lines, whichever it is.
  const ms = Date.parse(/(z|[-+]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n;
}
