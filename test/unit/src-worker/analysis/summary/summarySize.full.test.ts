import { expect, test } from 'vitest';
import { readFacts } from '../../../../../src-worker/parquet/factFile';
import { sharedJob } from '../../../../fixtures/sharedJob';
import { summariesIn } from './summaries';

const MOST_BYTES = 50_000;

test('ten steps of 200 collectives, each with waits for three peers', async () => {
  const parallel = { tensor: 4, pipeline: 1, data: 2 };
  const model = { layersPerStage: 4, microBatches: 12 };
  const { folder } = await sharedJob({ ranks: 1, steps: 10, seed: 1, parallel, model });
  const [{ bytes }] = await summariesIn(folder);
  const facts = await readFacts(bytes);
  const of = (kind: string) => facts.filter((own) => own.kind === kind);
  expect(of('collective').length).toBe(2000);
  // Call by call the longest; by peer all of them.
  expect(of('wait').length).toBeGreaterThan(1900);
  expect(of('waiting_for').length).toBe(4);
  expect(bytes.length).toBeLessThan(MOST_BYTES);
});
