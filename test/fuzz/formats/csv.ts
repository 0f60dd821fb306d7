import { basename } from 'node:path';
import type { TableName } from '../../../src-contract';
import { csvReport } from '../../fixtures/csvAccount';
import type { Finding, Format } from '../format';
import { csvInputs } from '../inputs/tableInputs';
import { byteMutators } from '../mutators/bytes';
import { csvMutators } from '../mutators/csv';
import { encodingMutators, numberMutators } from '../mutators/text';
import type { Seen } from '../program/openAndLook';
import { runFile } from './fileFormat';

/** Tables that show each row of a file as one of theirs. */
const SHOWN_IN: readonly (readonly [RegExp, TableName])[] = [
  [/^kernel_details/, 'operator.kernels'],
  [/^operator_details/, 'operator.frameworkOps'],
  [/^operator_memory/, 'memory.allocations'],
];

/** Near the times of the real files, so that those are exact. */
const BASE_NS = 1_736_412_474_000_000_000n;

/** Tables as csv: every row and cell is shown or listed. */
export const csv: Format = {
  name: 'csv',
  inputs: csvInputs,
  mutators: [...byteMutators, ...numberMutators, ...encodingMutators, ...csvMutators, ...csvMutators],
  run: (program, input, bytes) => runFile(program, input, bytes, rowFindings),
};

async function rowFindings({ pages }: Seen, path: string): Promise<Finding[]> {
  const { rowsShown, mistakes } = await csvReport(path, BASE_NS);
  const findings = cellFindings(mistakes);
  const table = SHOWN_IN.find(([pattern]) => pattern.test(basename(path)))?.[1];
  const page = table && pages.get(table);
  if (page && page.totalRows < rowsShown)
    findings.push({ kind: 'lost', detail: `${rowsShown} rows read, ${page.totalRows} shown in ${table}` });
  return findings;
}

/** Sentences of a report as findings. */
export function cellFindings(mistakes: readonly string[]): Finding[] {
  return mistakes.slice(0, 3).map((detail) => {
    return { kind: /\brows?\b.*(?:told|≠|left out)|refused/.test(detail) ? 'lost' : 'wrong', detail };
  });
}
