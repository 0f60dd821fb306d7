import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ArrivalLimits, arrivedDump, dumpState } from '../../../../src-main/watch/dumpArrival';
import { temporaryFolder } from '../../../fixtures/indexed';

const limits: ArrivalLimits = {
  quietMs: 120,
  allQuietMs: 60,
  patienceMs: 250,
  limitMs: 5_000,
  absentMs: 5_000,
  everyMs: 5,
};
const never = new AbortController().signal;

/** A rank’s folder, file by file. */
function rankIn(folder: string, name: string) {
  const output = join(folder, `${name}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT');
  return {
    info: () => {
      mkdirSync(join(folder, `${name}_ascend_pt`), { recursive: true });
      writeFileSync(join(folder, `${name}_ascend_pt`, 'profiler_info_0.json'), '{}');
    },
    write: (file: string, text: string) => {
      mkdirSync(output, { recursive: true });
      appendFileSync(join(output, file), text);
    },
    remove: (file: string) => rmSync(join(output, file)),
  };
}

test('a dump is whole when each rank has its description and a timeline that ends', async () => {
  const path = join(temporaryFolder(), 'dump');
  const kind = async () => (await dumpState({ path, form: 'folder' })).kind;
  expect(await kind()).toBe('absent');
  const [first, second] = [rankIn(path, 'a'), rankIn(path, 'b')];
  first.info();
  expect(await kind()).toBe('raw');
  first.write('kernel_details.csv', 'a,b\n');
  expect(await kind()).toBe('growing');
  first.write('trace_view.json', '[{"ph":"X"},{"ph"');
  expect(await kind()).toBe('growing');
  first.write('trace_view.json', ':"X"}]\n');
  expect(await kind()).toBe('whole');
  second.write('trace_view.json', '[]');
  expect(await kind()).toBe('growing');
  second.info();
  expect(await kind()).toBe('whole');
  second.write('analysis.db-journal', 'x');
  expect(await kind()).toBe('growing');
});

test('it is waited for until it stands still; a rank that is missing is waited for longer', async () => {
  const path = join(temporaryFolder(), 'dump');
  const rank = rankIn(path, 'a');
  rank.info();
  rank.write('trace_view.json', '[]');
  let at = performance.now();
  const growing = setInterval(() => {
    rank.write('op_statistic.csv', 'x\n');
    at = performance.now();
  }, 20);
  setTimeout(() => clearInterval(growing), 200);
  const arrived = await arrivedDump({ path, form: 'folder' }, 1, limits, never);
  expect(arrived).toEqual({ kind: 'complete', paths: [path], ranks: 1 });
  expect(performance.now() - at).toBeGreaterThanOrEqual(limits.allQuietMs - 20);
  const begunMs = performance.now();
  expect(await arrivedDump({ path, form: 'folder' }, 2, limits, never)).toMatchObject({ kind: 'complete', ranks: 1 });
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(limits.patienceMs - 20);
});

test('a rank that lacks files of the others is waited for, too, but not for ever', async () => {
  const path = join(temporaryFolder(), 'dump');
  for (const name of ['a', 'b']) {
    const rank = rankIn(path, name);
    rank.info();
    rank.write('trace_view.json', '[]');
    if (name === 'a') rank.write('kernel_details.csv', 'x\n');
  }
  const begunMs = performance.now();
  expect(await arrivedDump({ path, form: 'folder' }, 2, limits, never)).toMatchObject({ kind: 'complete', ranks: 2 });
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(limits.patienceMs - 20);
});

test('nothing comes, raw data alone, never complete, aborted', async () => {
  const path = join(temporaryFolder(), 'dump');
  const short = { ...limits, patienceMs: 40, limitMs: 100 };
  expect(await arrivedDump({ path, form: 'folder' }, 1, short, never)).toEqual({ kind: 'late', ranks: 0 });
  const rank = rankIn(path, 'a');
  rank.info();
  expect(await arrivedDump({ path, form: 'folder' }, 1, short, never)).toEqual({ kind: 'raw', ranks: 1 });
  // Who parses them beside the job is not done yet.
  const before = await dumpState({ path, form: 'folder' });
  mkdirSync(join(path, 'a_ascend_pt', 'PROF_1', 'device_0', 'sqlite'), { recursive: true });
  expect(await dumpState({ path, form: 'folder' })).toMatchObject({ kind: 'raw' });
  expect(await dumpState({ path, form: 'folder' })).not.toEqual(before);
  rank.write('trace_view.json', '[{');
  expect(await arrivedDump({ path, form: 'folder' }, 1, short, never)).toEqual({ kind: 'late', ranks: 1 });
  expect(await arrivedDump({ path, form: 'folder' }, 1, short, AbortSignal.abort())).toBeUndefined();
});

test('of GPUs each process writes a file, which gets its number behind the name', async () => {
  const folder = temporaryFolder();
  const place = { path: join(folder, 'auto_profiling_dump_1_trace.json'), form: 'file' } as const;
  expect(await dumpState(place)).toEqual({ kind: 'absent' });
  const files = [11, 12].map((process) => join(folder, `auto_profiling_dump_1_trace_${process}.json`));
  for (const file of files) writeFileSync(file, '{"traceEvents": []}');
  writeFileSync(join(folder, 'other_11.json'), '{');
  expect(await arrivedDump(place, 2, limits, never)).toEqual({ kind: 'complete', paths: files, ranks: 2 });
});

test('of what may never have been asked for nothing is waited for long, and one that has begun as long as any', async () => {
  const path = join(temporaryFolder(), 'dump');
  const unsure = { ...limits, absentMs: 30, limitMs: 60_000 };
  expect(await arrivedDump({ path, form: 'folder' }, undefined, unsure, never)).toEqual({ kind: 'late', ranks: 0 });
  mkdirSync(join(path, 'a_ascend_pt'), { recursive: true });
  const begunMs = performance.now();
  const begun = await arrivedDump({ path, form: 'folder' }, undefined, { ...unsure, limitMs: 150 }, never);
  expect(begun).toEqual({ kind: 'late', ranks: 1 });
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(130);
});
