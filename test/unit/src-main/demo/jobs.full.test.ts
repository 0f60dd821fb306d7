import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedJob } from '../../../fixtures/sharedJob';
import { outputFolder, readTable } from './readDump';

it('ranks and groups are written for a job of hundreds without timelines', async () => {
  const { folder, truth } = await sharedJob({
    ranks: 128,
    steps: 1,
    seed: 2,
    parallel: { tensor: 8, pipeline: 4, data: 4 },
    model: { layersPerStage: 1, microBatches: 4 },
    withTimeline: false,
  });
  expect(truth.ranks.map(({ traceBytes, eventCount }) => traceBytes + eventCount)).toEqual(
    Array.from({ length: 128 }, () => 0),
  );
  expect(new Set(truth.ranks.map(({ hostName }) => hostName)).size).toBe(16);
  const tables = outputFolder(folder, truth.ranks[127]!.folder);
  expect(() => readFileSync(join(tables, 'trace_view.json'))).toThrow(/ENOENT/);
  const [row] = readTable(tables, 'step_trace_time.csv');
  expect(Number(row!.Computing) * 1000).toBeCloseTo(truth.ranks[127]!.steps[0]!.computingNs, 0);
  expect(readTable(tables, 'kernel_details.csv').length).toBe(
    truth.ranks[127]!.kernelCount + truth.ranks[127]!.collectiveCount,
  );
});

it('kernel_details.csv has about as many rows as asked for', async () => {
  const { folder, truth } = await sharedJob({
    ranks: 1,
    steps: 4,
    seed: 2,
    kernelRows: 20_000,
    withTimeline: false,
  });
  const rows = readTable(outputFolder(folder, truth.ranks[0]!.folder), 'kernel_details.csv').length;
  expect(Math.abs(rows / 20_000 - 1)).toBeLessThan(0.12);
});
