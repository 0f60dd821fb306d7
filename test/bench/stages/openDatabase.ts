import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoTruth } from '../../../src-main/demo/truth';
import type { Measurement } from '../measurement';
import { measureOpen } from './open';

/** Each of their rows is a slice. */
const sliceTables = [
  'PYTORCH_API',
  'CANN_API',
  'TASK',
  'COMMUNICATION_OP',
  'COMMUNICATION_TASK_INFO',
  'OVERLAP_ANALYSIS',
];

/** What else the timeline is made from. The others are for views: read when one asks for them. */
const otherTables = [
  ...['STRING_IDS', 'COMPUTE_TASK_INFO', 'CONNECTION_IDS'],
  ...['HBM', 'LLC', 'ACC_PMU', 'SOC_BANDWIDTH_LEVEL', 'NPU_MEM', 'AICORE_FREQ', 'QOS'],
];

/** Slices of a rank's generated database. */
export function slicesIn(rows: Readonly<Record<string, number>>): number {
  return rowsOf(rows, sliceTables);
}

function rowsOf(rows: Readonly<Record<string, number>>, tables: readonly string[]): number {
  return tables.reduce((sum, table) => sum + (rows[table] ?? 0), 0);
}

/** Opening a generated rank's database, as `measureOpen` does a trace. `events` are the slices found. */
export async function measureOpenDatabase(path: string): Promise<Measurement> {
  const truth = JSON.parse(readFileSync(join(path, '../../../truth.json'), 'utf8')) as DemoTruth;
  const { rows = {} } = truth.ranks[0].databases ?? {};
  const measured = await measureOpen(path);
  return {
    ...measured,
    events: measured.details.slices,
    details: { ...measured.details, rows: rowsOf(rows, [...sliceTables, ...otherTables]) },
  };
}
