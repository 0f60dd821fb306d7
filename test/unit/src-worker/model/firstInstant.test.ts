import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TableKind } from '../../../../src-contract';
import { firstInstantNs } from '../../../../src-worker/model/firstInstant';
import type { TableFiles } from '../../../../src-worker/model/tableRanks';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-first-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** What tables of these texts begin with. */
function firstOf(...texts: readonly (readonly [TableKind, string])[]): bigint | undefined {
  const files = texts.map(([table, text]) => {
    const path = join(folder, `${++count}.${table === 'communication' ? 'json' : 'csv'}`);
    writeFileSync(path, text);
    return { path, table };
  });
  return firstInstantNs({ ranks: [{ files }], clusterFiles: [] } as unknown as TableFiles);
}

const rows = (times: readonly string[], lineEnd = '\n') =>
  ['Name,Start Time(us),Duration(us)', ...times.map((time) => `a,${time},1`), ''].join(lineEnd);

test('the first of a table, to the ns, whatever ends its lines', () => {
  const times = ['1754300001002190.895\t', '1754300001002190.890', '1754300001002191.000'];
  for (const lineEnd of ['\n', '\r\n', '\r'])
    expect(firstOf(['kernels', rows(times, lineEnd)])).toBe(1_754_300_001_002_190_895n);
});

test('the earliest of those that several tables begin with', () => {
  const collectives = '{"step": {"a": {"Communication Time Info": {"Start Timestamp(us)": 1754300001002190.5}}}}';
  const kernels = ['kernels', rows(['1754300001002190.895'])] as const;
  expect(firstOf(kernels, ['communication', collectives])).toBe(1_754_300_001_002_190_500n);
});

test('what is no time, 0, or days from all others is not what times count from', () => {
  const times = ['N/A', '0', '17.5', '1.7543E+99', '1754300001002190.895', '1754300001002190.895', '1754300001002191'];
  expect(firstOf(['kernels', rows(times)])).toBe(1_754_300_001_002_190_895n);
  expect(firstOf(['kernels', rows(['0', 'N/A', '-5'])])).toBeUndefined();
});

test('quotes around headers, times, and texts with commas before them', () => {
  const quoted = '"Name","Start Time(us)","Duration(us)"\n"a,b","1754300001002190.895\t","1"\n';
  expect(firstOf(['kernels', quoted])).toBe(1_754_300_001_002_190_895n);
  const text = 'Id,Name,Start Time(us)\n,"a,""b""",1754300001002190.895\n,a,1754300001002199.001\n';
  expect(firstOf(['kernels', text])).toBe(1_754_300_001_002_190_895n);
});

test('a row that a line break in quotes has cut is left out', () => {
  const text = 'Name,Start Time(us),Duration(us)\n"a\nb",1754300001002190.895,1\na,1754300001002199.001,1\n';
  expect(firstOf(['kernels', text])).toBe(1_754_300_001_002_199_001n);
});
