import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath, hasDumps } from '../../../fixtures/dumps';
import { checkDump, checkShape, type Shape } from './dumpChecks';

/** Folders of dumps, two levels deep. Broken files are tested where they are read. */
const dumps = hasDumps
  ? ['ascend', 'mindspore', 'kineto', 'chrome'].flatMap((kind) =>
      readdirSync(dumpPath(kind)).map((name) => join(kind, name)),
    )
  : [];

describeDumps('every real dump', () => {
  test.each(dumps)('%s', async (path) => {
    const counts = await checkDump(await sharedContext(dumpPath(path)));
    // Its timeline holds metadata only.
    const isWithoutTimeline = counts.timelines === 0 || path === 'ascend/msprof_analyze_2024';
    expect(counts.joined).toBe(isWithoutTimeline ? 0 : counts.kernels);
  });
});

const shapes: readonly (readonly [string, Shape])[] = [
  ['tensor 2', { parallel: { tensor: 2, pipeline: 1, data: 1 } }],
  ['pipeline 2', { parallel: { tensor: 1, pipeline: 2, data: 1 } }],
  ['experts', { parallel: { tensor: 1, pipeline: 1, data: 2, expert: 2 }, moe: { experts: 4 } }],
  ['serving', { inference: { decodeSteps: 3 } }],
  ['wrong clocks', { parallel: { tensor: 1, pipeline: 1, data: 2 }, clockOffsetMs: 10_000 }],
];

test.each(shapes)('a generated dump: %s', (_, shape) => checkShape(shape));
