import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { IndexCache } from '../../../../src-main/engine/opening/indexCache';
import { temporaryFolder } from '../../../fixtures/indexed';
import { engineIn, expectDiskFullAt, expectKilledAt, filesIn, isIndex, opened, writeTrace } from './cacheFaults';

describe('the index cache', () => {
  test('two engines that open the same dump at once keep one whole index, which a third one reads', async () => {
    const folder = temporaryFolder();
    const path = writeTrace(folder);
    const both = [engineIn(folder), engineIn(folder)];
    await Promise.all(both.map(({ engine }) => opened(engine, path)));
    await Promise.all(both.map((host) => host.dispose()));
    const files = filesIn(folder);
    expect(files.filter(isIndex)).toEqual(files);
    expect(files).toHaveLength(1);
    const load = vi.spyOn(IndexCache.prototype, 'load');
    onTestFinished(() => load.mockRestore());
    const state = await opened(engineIn(folder).engine, path);
    expect(await load.mock.results[0].value).toBeDefined();
    expect(state.notices).toEqual([]);
  });

  test('a disk that is full at write 2 costs the index on disk, nothing else', () => expectDiskFullAt(2));

  test('a process killed at write 2 leaves nothing that is taken for an index', () => expectKilledAt(2));
});
