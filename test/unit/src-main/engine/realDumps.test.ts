import { expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { folderState } from '../../../fixtures/folderState';
import { opened, startEngine } from './startedEngine';

const worker = builtWorker();
const start = () => startEngine(worker.url);

/** What is said where reading could not go on. */
const GIVEN_UP: ReadonlySet<string> = new Set(['not-understood', 'reading-ended', 'out-of-memory']);

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

  test('everything there is, in one go: nothing throws, nothing is written', async () => {
    const { engine } = start();
    const folders = ['ascend', 'kineto', 'mindspore', 'chrome', 'broken'].map((name) => dumpPath(name));
    const before = folders.map(folderState);
    for (const folder of folders) {
      const state = await opened(engine, folder);
      expect([folder, state.status]).toEqual([folder, 'ready']);
      const all = [...state.notices, ...state.ranks.flatMap(({ notices }) => notices)];
      expect(all.filter(({ code }) => GIVEN_UP.has(code))).toEqual([]);
      await engine.close(state.id);
    }
    expect(folders.map(folderState)).toEqual(before);
  }, 120_000);
});
