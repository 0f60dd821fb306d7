import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { DumpState } from '../../../../src-contract';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { engineOfFile, until, writeLarge, writeTrace } from '../engine/startedEngine';

const { url, programPath } = builtWorker();
const start = engineOfFile(url);
const run = promisify(execFile);

/** What `tracelane info` says, of a user who has opened nothing yet. */
async function infoOf(
  args: readonly string[],
  home = temporaryFolder(),
): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    APPDATA: home,
    LOCALAPPDATA: home,
  };
  try {
    const { stdout, stderr } = await run(process.execPath, [programPath, 'info', ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

/** What it tells of ranks, as the engine has it whose threads read them. */
function told({ status, originNs, startNs, endNs, notices, ranks }: DumpState): object {
  const own = ranks.map((rank) => {
    const {
      label,
      folder,
      status: rankStatus,
      eventCounts,
      groups,
      flowCategories,
      skipped,
      notices: rankNotices,
    } = rank;
    const number = rank.rank === undefined ? {} : { rank: rank.rank };
    return {
      label,
      ...number,
      folder,
      status: rankStatus,
      eventCounts,
      groups,
      flowCategories,
      skipped,
      notices: rankNotices,
    };
  });
  return JSON.parse(JSON.stringify({ status, originNs: originNs.toString(), startNs, endNs, notices, ranks: own }));
}

async function expectSame(path: string): Promise<void> {
  const { out, err } = await infoOf([path, '--json']);
  expect(err).toBe('');
  const { title: _title, paths, openMs: _openMs, clock: _clock, ...rest } = JSON.parse(out);
  expect(paths).toEqual([path]);
  const { engine } = start();
  const isRead = ({ status }: DumpState) => status !== 'discovering' && status !== 'indexing';
  expect(rest).toEqual(told(await until(engine, await engine.open([path]), isRead)));
}

test('a small dump is told as one that threads have read; the second time by code and index that are kept', async () => {
  const folder = temporaryFolder();
  const path = writeTrace(folder, 'trace.json', '1736412474714258.990', ',{"ph":"i","ts":5},{"ph":"X"}');
  await expectSame(path);
  const home = temporaryFolder();
  const [first, second] = [await infoOf([path], home), await infoOf([path], home)];
  expect(second.out.replace(/in [\d.]+ s/, '')).toBe(first.out.replace(/in [\d.]+ s/, ''));
  expect(first.out).toContain('3 events: 2 X, 1 i');
});

test('so is one that is large enough for threads', async () => {
  const path = writeLarge(temporaryFolder(), 'large.json', 60_000);
  expect(readFileSync(path).length).toBeGreaterThan(8 << 20);
  await expectSame(path);
}, 60_000);

test('so is a packed one, and what can’t be read', async () => {
  const folder = temporaryFolder();
  const trace = readFileSync(writeLarge(folder, 'plain.json', 2000));
  const packed = join(folder, 'packed.json.gz');
  writeFileSync(packed, gzipSync(trace));
  await expectSame(packed);
  const broken = join(folder, 'broken.json.gz');
  writeFileSync(broken, gzipSync(trace).subarray(0, 4000));
  await expectSame(broken);
});

test('what is wrong with its arguments is said like that of other commands', async () => {
  expect(await infoOf([])).toMatchObject({ code: 2, err: 'info needs the path of a dump.\nSee tracelane --help.\n' });
  expect(await infoOf(['--wrong', 'x'])).toMatchObject({ code: 2 });
  expect((await infoOf(['x', '--help'])).out).toContain('tracelane info');
  expect(await infoOf([join(temporaryFolder(), 'absent')])).toMatchObject({
    code: 1,
    out: expect.stringContaining('Could not open'),
  });
});

describeDumps('info of real dumps', () => {
  test.each([
    ['kineto', 'a100_switch_few_flows.json'],
    ['broken', 'trunc_mid_event_ascend_pt'],
    ['broken', 'trunc_ascend_pytorch_profiler_0.db'],
    ['broken', 'nan_dur_kineto.pt.trace.json'],
    ['mindspore'],
    ['kineto', 'dlrm_8ranks_v100'],
  ])(
    '%s/%s',
    async (...parts) => {
      await expectSame(dumpPath(...parts));
    },
    60_000,
  );
});
