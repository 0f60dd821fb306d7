import { expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { folderState } from '../../../fixtures/folderState';
import { opened, startEngine } from './startedEngine';

const worker = builtWorker();

/** What is said where reading could not go on. */
const GIVEN_UP: ReadonlySet<string> = new Set(['not-understood', 'reading-ended', 'out-of-memory']);

describeDumps('real dumps through the engine', () => {
  test('everything there is, in one go: nothing throws, nothing is written', async () => {
    const { engine } = startEngine(worker.url);
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
