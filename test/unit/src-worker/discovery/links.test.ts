import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { discoverDump } from '../../../../src-worker/discovery/discover';
import { isReadable, OutsideRootsError, openFile, readTextFile } from '../../../../src-worker/files/readable';
import { fileTree, ONE_SLICE, rankTree } from '../../../fixtures/fileTree';

/** A folder that may be read, and one beside it that may not. */
function rootAndOutside(files: Readonly<Record<string, string>>) {
  const folder = realpathSync(fileTree({ 'root/dump/': '', ...files }));
  const root = join(folder, 'root');
  return { folder, root, dump: join(root, 'dump'), outside: join(folder, 'outside') };
}

const codes = (notices: readonly { code: string }[]) => notices.map(({ code }) => code);

describe('links in a dump, where only some folders may be read', () => {
  test('to a rank, a rank’s output, a timeline, a table, tables of the job: all that is outside is left out and named', async () => {
    const { root, dump, outside } = rootAndOutside({
      ...rankTree('root/dump/a_ascend_pt', 0),
      ...rankTree('outside/b_ascend_pt', 1),
      'outside/kernel_details.csv': 'Name\nsecret\n',
      'outside/trace.json': ONE_SLICE,
      'outside/cluster_step_trace_time.csv': 'Step\n1\n',
      'outside/profiler_info.json': '{"rank_id": 77}',
      'root/dump/c_ascend_pt/': '',
      'root/dump/d_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv': 'Name\n',
    });
    const links: [string, string][] = [
      ['b_ascend_pt', 'b_ascend_pt'],
      ['c_ascend_pt/ASCEND_PROFILER_OUTPUT', 'b_ascend_pt/ASCEND_PROFILER_OUTPUT'],
      ['trace.json', 'trace.json'],
      ['cluster_step_trace_time.csv', 'cluster_step_trace_time.csv'],
      ['d_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json', 'trace.json'],
      ['d_ascend_pt/profiler_info.json', 'profiler_info.json'],
    ];
    for (const [link, target] of links) symlinkSync(join(outside, target), join(dump, link));

    const free = await discoverDump([dump]);
    // The rank behind the link to an output folder has its number outside of the dump's own folders.
    expect(free.ranks.map((found) => found.rank)).toEqual([0, 1, 77, undefined, undefined]);
    expect(codes(free.notices)).not.toContain('links-outside-roots');

    const { ranks, clusterFiles, notices } = await discoverDump([dump], { roots: [root] });
    const read = [...ranks.flatMap(({ files }) => files), ...clusterFiles].map(({ path }) => relative(dump, path));
    expect(read.sort()).toEqual([
      'a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv',
      'a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json',
      'a_ascend_pt/profiler_info_0.json',
      'd_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv',
    ]);
    expect(ranks.map((found) => found.rank)).toEqual([0, undefined]);
    const [said] = notices.filter(({ code }) => code === 'links-outside-roots');
    expect(said).toMatchObject({ severity: 'warning', params: { count: links.length } });
    expect(said.path?.startsWith(dump)).toBe(true);
    expect(said.message).toContain(`→ ${outside}`);
    expect(said.message).toMatch(new RegExp(`with --root ${outside}`));
  });

  test('one link: its place, where it leads, and the folder to start with', async () => {
    const { root, dump, outside } = rootAndOutside({ 'outside/x.json': ONE_SLICE });
    symlinkSync(join(outside, 'x.json'), join(dump, 'x.json'));
    const { ranks, notices } = await discoverDump([dump], { roots: [root] });
    expect(ranks).toEqual([]);
    expect(codes(notices)).toEqual(['links-outside-roots', 'no-dump-found']);
    expect(notices[0].params).toEqual({
      count: 1,
      names: `${join(dump, 'x.json')} → ${join(outside, 'x.json')}`,
      roots: `--root ${outside}`,
    });
    // What the sentence says helps.
    expect((await discoverDump([dump], { roots: [root, outside] })).ranks).toHaveLength(1);
  });

  test('within the roots they work, and circles end', async () => {
    const { root, dump } = rootAndOutside({ ...rankTree('root/store/a_ascend_pt', 3), 'root/store/t.json': ONE_SLICE });
    symlinkSync('../store/a_ascend_pt', join(dump, 'a_ascend_pt'));
    symlinkSync('../store/t.json', join(dump, 'rank_5.json'));
    symlinkSync(dump, join(dump, 'again'));
    symlinkSync(root, join(dump, 'up'));
    symlinkSync('loop.json', join(dump, 'loop.json'));
    symlinkSync('trace_view.json', join(dump, 'trace_view.json'));
    symlinkSync('nowhere', join(dump, 'dangling.json'));
    for (const roots of [[root], []]) {
      const { ranks, notices } = await discoverDump([dump], { roots });
      expect(ranks.map((found) => found.rank)).toEqual([3, 5, undefined]);
      expect(notices).toEqual([]);
    }
  });

  test('a link in circles in the place of a timeline or a table does not end the search', async () => {
    const { dump } = rootAndOutside(rankTree('root/dump/a_ascend_pt', 0));
    const output = join(dump, 'b_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    mkdirSync(output, { recursive: true });
    for (const name of ['trace_view.json', 'kernel_details.csv']) symlinkSync(name, join(output, name));
    symlinkSync('cluster_step_trace_time.csv', join(dump, 'cluster_step_trace_time.csv'));
    const { ranks, clusterFiles } = await discoverDump([dump]);
    expect(ranks.map((found) => found.files.length)).toEqual([3, 0]);
    expect(clusterFiles).toEqual([]);
  });

  test('what stands around a root is not read: not even the rank’s number beside its output', async () => {
    const { dump } = rootAndOutside(rankTree('root/dump/a_ascend_pt', 4));
    const output = join(dump, 'a_ascend_pt', 'ASCEND_PROFILER_OUTPUT');
    const numbers = async (root: string) =>
      (await discoverDump([output], { roots: [root] })).ranks.map((found) => found.rank);
    expect(await numbers(output)).toEqual([undefined]);
    expect(await numbers(join(dump, 'a_ascend_pt'))).toEqual([4]);
  });

  test.skipIf(process.platform === 'win32')('pipes are no files: nothing waits for what will never come', async () => {
    const { dump } = rootAndOutside(rankTree('root/dump/a_ascend_pt', 0));
    execFileSync('mkfifo', [join(dump, 'pipe.json'), join(dump, 'a_ascend_pt', 'ASCEND_PROFILER_OUTPUT', 'op.csv')]);
    symlinkSync('pipe.json', join(dump, 'link.json'));
    const { ranks } = await discoverDump([dump]);
    expect(ranks.map(({ files }) => files.length)).toEqual([3]);
  });
});

describe('opening a file', () => {
  test('below a root, and nowhere else; without roots, everywhere', async () => {
    const { root, dump, outside } = rootAndOutside({
      'root/dump/a': 'mine',
      'outside/a': 'secret',
      'root2/a': 'other',
    });
    symlinkSync(join(outside, 'a'), join(dump, 'link'));
    symlinkSync(outside, join(dump, 'folder'));
    symlinkSync('a', join(dump, 'own'));
    for (const name of ['a', 'own']) expect(await readTextFile(join(dump, name), [root])).toBe('mine');
    for (const name of ['link', 'folder/a', '../../outside/a', '../../root2/a']) {
      const path = join(dump, name);
      expect(() => openFile(path, [root])).toThrow(OutsideRootsError);
      await expect(readTextFile(path, [root])).rejects.toThrow('--root');
      closeSync(openFile(path, []));
    }
    expect(() => openFile(join(dump, 'gone'), [root])).toThrow('ENOENT');
  });

  test('a file that is exchanged for a link all the while is never read through it', async () => {
    const { root, dump, outside } = rootAndOutside({ 'root/dump/a': 'mine', 'outside/secret': 'secret' });
    const path = join(dump, 'a');
    const swapping = new Worker(
      `const { renameSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
      const { workerData: { path, secret } } = require('node:worker_threads');
      for (;;) {
        symlinkSync(secret, path + '.new');
        renameSync(path + '.new', path);
        writeFileSync(path + '.new', 'mine');
        renameSync(path + '.new', path);
      }`,
      { eval: true, workerData: { path, secret: join(outside, 'secret') } },
    );
    onTestFinished(async () => void (await swapping.terminate()));
    const outcomes = new Map<string, number>();
    const deadlineMs = performance.now() + 4000;
    // Until both have been met often, or once where that takes too long: the swapping takes its time to begin.
    const wantedCount = () => (performance.now() < deadlineMs ? 1000 : 1);
    const isMet = (outcome: string) => (outcomes.get(outcome) ?? 0) >= wantedCount();
    for (let i = 0; !(isMet('mine') && isMet('refused')); i++) {
      let outcome: string;
      try {
        const fd = openFile(path, [root]);
        try {
          outcome = readFileSync(fd, 'utf8');
        } finally {
          closeSync(fd);
        }
      } catch (error) {
        // What was a link when it was looked at may be a file when it is followed: "EINVAL".
        const isRefused = error instanceof OutsideRootsError || (error as NodeJS.ErrnoException).code === 'EINVAL';
        outcome = isRefused ? 'refused' : String(error);
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (i % 100 === 0) await new Promise((done) => setImmediate(done));
    }
    expect([...outcomes.keys()].sort()).toEqual(['mine', 'refused']);
  });

  test('a root ends at its name’s end', () => {
    expect(isReadable('/data/a', ['/data/a'])).toBe(true);
    expect(isReadable('/data/a/b', ['/x', '/data/a'])).toBe(true);
    expect(isReadable('/data/ab', ['/data/a'])).toBe(false);
    expect(isReadable('/data', ['/data/a'])).toBe(false);
    expect(isReadable('/data', ['/'])).toBe(true);
  });
});
