import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { FindingsReport } from '../../../../../src-contract';
import { findingsWorker } from '../../../../../src-worker/views/findings';
import { openContext } from '../../../../fixtures/dumpContext';
import { sharedJob } from '../../../../fixtures/sharedJob';

test('a slow link shows slices of its source in groups of both ends, before those of the ranks that it makes late', async () => {
  const { folder } = await sharedJob({
    ...{ ranks: 8, steps: 4, eventsPerRank: 4000, seed: 3 },
    faults: [{ kind: 'slow-link', between: [2, 3], factor: 0.3 }],
  });
  const dump = await openContext(folder);
  const report: FindingsReport = await findingsWorker.answers['findings.report'](dump, {});
  const found = report.findings.find(({ rule, place }) => rule === 'C6' && place.link !== undefined);
  const { source, target } = found?.place.link ?? { source: -1, target: -1 };
  expect([source, target].sort()).toEqual([2, 3]);
  const own = found?.evidence.slice(0, 3) ?? [];
  expect(own).toHaveLength(3);
  for (const one of own) {
    if (one.kind !== 'slice') throw new Error('no slice');
    const view = dump.views().get(one.ref.rank);
    expect(dump.rankAt(one.ref.rank)?.rank).toBe(source);
    expect(view?.summary(one.ref.slice)).toMatchObject({ name: one.name, lane: one.lane, startNs: one.startNs });
    expect(one.name).toMatch(/^hcom_/);
  }
  // Each slice once, and nothing of the rules' own goes out.
  const slices = found?.evidence.map((one) => one.kind === 'slice' && `${one.ref.rank} ${one.ref.slice}`) ?? [];
  expect(new Set(slices).size).toBe(slices.length);
  expect(report.findings.filter((one) => 'calls' in one || 'kernels' in one)).toEqual([]);
});

test('a slow rank shows the kernels of it that took longest of their kind, by its kernel_details.csv', async () => {
  const { folder } = await sharedJob({
    ...{ ranks: 4, steps: 4, eventsPerRank: 4000, seed: 5 },
    faults: [{ kind: 'slow-rank', rank: 2, factor: 1.4 }],
  });
  const dump = await openContext(folder);
  const report: FindingsReport = await findingsWorker.answers['findings.report'](dump, {});
  const found = report.findings.find(({ rule, rank }) => rule === 'D2' && rank === 2);
  const rows = kernelRows(folder, 2);
  const kinds = (found?.evidence.slice(0, 3) ?? []).map((one) => {
    if (one.kind !== 'slice') throw new Error('no slice');
    expect(dump.rankAt(one.ref.rank)?.rank).toBe(2);
    const us = one.durationNs / 1000;
    const own = rows.find((row) => row.Name === one.name && Math.abs(Number(row['Duration(us)']) - us) < 0.0005);
    const alike = rows.filter((row) => row.Type === own?.Type && row['Input Shapes'] === own?.['Input Shapes']);
    expect(Math.max(...alike.map((row) => Number(row['Duration(us)'])))).toBeCloseTo(us, 3);
    return `${own?.Type} ${own?.['Input Shapes']}`;
  });
  expect(new Set(kinds).size).toBe(3);
});

function kernelRows(folder: string, rank: number): Record<string, string>[] {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('_ascend_pt')) continue;
    const text = readFileSync(join(folder, name, 'ASCEND_PROFILER_OUTPUT', 'kernel_details.csv'), 'utf8');
    const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    if (Number(rows[0].Device_id) === rank) return rows;
  }
  throw new Error(`No kernels of rank ${rank}`);
}
