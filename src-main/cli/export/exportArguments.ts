import type { TableName } from '../../../src-contract';
import { UsageError } from '../usageError';
import { tableNames } from './usualTables';

export type ExportWhat =
  | { readonly kind: 'table'; readonly table: TableName; readonly of: string | undefined }
  | { readonly kind: 'statistics' }
  | { readonly kind: 'trace' };

export interface ExportArguments {
  readonly paths: readonly string[];
  readonly what: ExportWhat;
  /** Undefined: standard output. */
  readonly out: string | undefined;
  readonly format: 'csv' | 'json';
  readonly startNs: number | undefined;
  readonly endNs: number | undefined;
  /** Numbers in the job; undefined: all. */
  readonly ranks: readonly number[] | undefined;
  readonly lanes: string | undefined;
  readonly mayBeInsideDump: boolean;
}

export const exportOptions = {
  table: { type: 'string' },
  of: { type: 'string' },
  statistics: { type: 'boolean' },
  trace: { type: 'boolean' },
  out: { type: 'string' },
  format: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  ranks: { type: 'string' },
  lanes: { type: 'string' },
  'inside-dump': { type: 'boolean' },
} as const;

/** Throws a `UsageError` for what makes no sense. */
export function exportArguments(paths: readonly string[], values: Readonly<Record<string, unknown>>): ExportArguments {
  if (paths.length === 0) throw new UsageError('export needs the path of a dump.');
  const what = whatOf(values);
  const out = textOf(values.out);
  const startNs = timeOf('--from', values.from);
  const endNs = timeOf('--to', values.to);
  if (startNs !== undefined && endNs !== undefined && endNs < startNs) throw new UsageError('--to is before --from.');
  return {
    paths,
    what,
    out,
    format: formatOf(values.format, out),
    startNs,
    endNs,
    ranks: ranksOf(values.ranks),
    lanes: textOf(values.lanes),
    mayBeInsideDump: values['inside-dump'] === true,
  };
}

function whatOf({ table, of, statistics, trace }: Readonly<Record<string, unknown>>): ExportWhat {
  if ([table, statistics, trace].filter((own) => own !== undefined).length !== 1)
    throw new UsageError('export takes one of --table NAME, --statistics and --trace.');
  if (of !== undefined && table === undefined) throw new UsageError('--of is for --table.');
  if (statistics) return { kind: 'statistics' };
  if (trace) return { kind: 'trace' };
  const name = tableNames.find((own) => own === table);
  if (!name) throw new UsageError(`There is no table "${String(table)}"; the tables are ${tableNames.join(', ')}.`);
  return { kind: 'table', table: name, of: textOf(of) };
}

function formatOf(value: unknown, out: string | undefined): 'csv' | 'json' {
  if (value === undefined) return out?.toLowerCase().endsWith('.json') ? 'json' : 'csv';
  if (value === 'csv' || value === 'json') return value;
  throw new UsageError(`--format is csv or json, not "${String(value)}".`);
}

const unitNs: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };

/** "12.5ms": since the dump's origin. */
function timeOf(option: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const [, digits, unit = ''] = /^(-?\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s)$/.exec(String(value)) ?? [];
  const ns = digits === undefined ? Number.NaN : Math.round(Number(digits) * (unitNs[unit] ?? Number.NaN));
  if (Number.isSafeInteger(ns)) return ns;
  throw new UsageError(
    `${option} is a time since the dump’s start with its unit, such as 12.5ms, not "${String(value)}".`,
  );
}

function ranksOf(value: unknown): readonly number[] | undefined {
  if (value === undefined) return undefined;
  const parts = String(value).split(',');
  if (parts.every((part) => /^\s*\d{1,9}\s*$/.test(part))) return parts.map(Number);
  throw new UsageError(`--ranks is a list of numbers, such as 0,3, not "${String(value)}".`);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
