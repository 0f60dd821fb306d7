import { expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { folderState } from '../../../fixtures/folderState';
import { opened, startEngine } from './startedEngine';

const worker = builtWorker();
const start = () => startEngine(worker.url);

describeDumps('real dumps through the engine', () => {
  test('both ranks of the text dump, on one clock, and nothing is written', async () => {
    const path = dumpPath('ascend', 'text_level1_2ranks');
    const before = folderState(path);
    const { engine } = start();
    const state = await opened(engine, path);
    expect(state.ranks.map(({ label, status, eventCounts }) => [label, status, eventCounts.X])).toEqual([
      ['Rank 0', 'ready', 4384],
      ['Rank 1', 'ready', expect.any(Number)],
    ]);
    expect(state.ranks[0].eventCounts).toEqual({ X: 4384, C: 4431, s: 606, f: 611, M: 80 });
    expect(Math.abs(state.ranks[0].startNs - state.ranks[1].startNs)).toBeLessThan(60e9);
    expect(folderState(path)).toEqual(before);
  });
});
