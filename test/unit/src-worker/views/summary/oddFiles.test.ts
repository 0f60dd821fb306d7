import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { valuesBetween } from '../../../../../src-worker/query/sums/counterValues';
import { summaryWorker } from '../../../../../src-worker/views/summary';
import { cells, openContext } from '../../../../fixtures/dumpContext';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { newDatabase } from '../../../../fixtures/newDatabase';

const { answers, tables } = summaryWorker;
const header = 'Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble';

/** A rank without a timeline, of these files (path inside of its folder → text). */
function writeRank(folder: string, rank: number, files: Readonly<Record<string, string>>): void {
  const own = join(folder, `rank${rank}_ascend_pt`);
  mkdirSync(join(own, 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
  writeFileSync(join(own, `profiler_info_${rank}.json`), JSON.stringify({ rank_id: rank }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
}

const output = (name: string) => join('ASCEND_PROFILER_OUTPUT', name);

test('a step without a number is the whole recording; two devices of a rank are a line each, not added up', async () => {
  const folder = temporaryFolder();
  writeRank(folder, 0, { [output('step_trace_time.csv')]: `${header}\r\n,10,5,1,6,2.5,17.5,0\r\n` });
  writeRank(folder, 1, {
    [output('step_trace_time.csv')]:
      `Device_id,${header}\n3,,99,5,1,6,2,27,0\n2,,20,5,1,6,2,27,0\n3,,77,5,1,6,2,27,0\n`,
  });
  const dump = await openContext(folder);
  const { steps, ranks } = await answers['summary.overview'](dump, {});
  expect(steps).toEqual([]);
  expect(ranks.map(({ label, rank, index, device }) => [label, rank, index, device])).toEqual([
    ['Rank 0', 0, 0, undefined],
    ['Rank 1 · NPU 2', 1, 1, 2],
    ['Rank 1 · NPU 3', 1, 1, 3],
  ]);
  const split = await answers['summary.split'](dump, { step: 'all' });
  expect([...split.computing]).toEqual([10_000, 20_000, 99_000]);
  expect([...split.free]).toEqual([2_500, 2_000, 2_000]);
  expect([...split.preparing]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  // The same step of the same device, once more.
  expect(dump.notices).toMatchObject([{ code: 'step-rows-repeated', params: { count: 1 } }]);
  const { rowCount } = await tables['summary.split'](dump, { step: 'all' });
  expect(rowCount).toBe(3);
});

/** Two steps, of which the second does not tell its Free. */
async function expectUntoldFree(folder: string): Promise<void> {
  const dump = await openContext(folder);
  const split = await answers['summary.split'](dump, { step: 'all' });
  expect([...split.computing]).toEqual([20_000]);
  expect([...split.free]).toEqual([Number.NaN]);
  expect([...(await answers['summary.split'](dump, { step: 7 })).free]).toEqual([2_500]);
  expect(dump.notices).toMatchObject([{ code: 'step-parts-unknown', params: { count: 1 } }]);
}

test('a part that a step does not tell is no 0 of the sum over steps, and that is said', async () => {
  const folder = temporaryFolder();
  const rows = ['7,10,5,1,6,2.5,17.5,0', '8,10,5,1,6,N/A,17.5,0'];
  writeRank(folder, 0, { [output('step_trace_time.csv')]: `${[header, ...rows].join('\n')}\n` });
  await expectUntoldFree(folder);
});

test.each(['N/A', null])('nor is one that a database leaves as %s', async (untold) => {
  const folder = temporaryFolder();
  writeRank(folder, 0, {});
  const names = ['step', 'computing', 'communication_not_overlapped', 'overlapped', 'communication', 'free', 'stage'];
  const database = newDatabase(join(folder, 'rank0_ascend_pt', output('analysis.db')));
  database.exec(`CREATE TABLE StepTraceTime (${names.join(', ')})`);
  for (const row of [
    ['7', 10, 5, 1, 6, 2.5, 17.5],
    ['8', 10, 5, 1, 6, untold, 17.5],
  ])
    database.run(`INSERT INTO StepTraceTime VALUES (${names.map(() => '?').join()})`, row);
  database.close();
  await expectUntoldFree(folder);
});

test('a rank whose file is empty is there without numbers, and the file is named', async () => {
  const folder = temporaryFolder();
  writeRank(folder, 0, { [output('step_trace_time.csv')]: '' });
  writeRank(folder, 1, { [output('step_trace_time.csv')]: `${header}\n7,10,5,1,6,2.5,17.5,0\n` });
  const dump = await openContext(folder);
  const overview = await answers['summary.overview'](dump, {});
  expect(overview.ranks.map(({ splitSource }) => splitSource)).toEqual([undefined, 'step-trace']);
  expect(overview.notices).toMatchObject([{ code: 'empty-file' }]);
  expect([...(await answers['summary.split'](dump, { step: 7 })).computing]).toEqual([Number.NaN, 10_000]);
});

test('where figures are from is a column where it differs between ranks; else the card of a rank alone says it', async () => {
  const isShown = async (files: readonly string[]) => {
    const folder = temporaryFolder();
    for (const [rank, text] of files.entries()) writeRank(folder, rank, { [output('step_trace_time.csv')]: text });
    const { columns } = await tables['summary.split'](await openContext(folder), { step: 'all' });
    return columns.find(({ key }) => key === 'splitSource')?.isHidden === false;
  };
  const full = `${header}\n7,10,5,1,6,2.5,17.5,0\n`;
  expect([await isShown([full, full]), await isShown([full, ''])]).toEqual([false, true]);
});

test('sizes that cannot be: said, not drawn', async () => {
  const folder = temporaryFolder();
  const row = { [output('step_trace_time.csv')]: `${header}\n1,10,5,1,6,2.5,17.5,0\n` };
  for (const rank of [0, 1, 2]) writeRank(folder, rank, row);
  const dump = await openContext(folder);
  const sizes = { tensor: 2, context: 1, data: 1, pipeline: 1, expert: 1 };
  const small = await answers['summary.parallel'](dump, { step: 1, sizes });
  expect(small).toMatchObject({ problem: 'too-few-ranks', groups: [], slowRanks: [] });
  const uneven = { tensor: 1, context: 1, data: 3, pipeline: 1, expert: 2 };
  expect((await answers['summary.parallel'](dump, { step: 1, sizes: uneven })).problem).toBe('experts-do-not-divide');
  expect(await answers['summary.parallel'](dump, { step: 1 })).toMatchObject({
    sizesFrom: 'none',
    sizes: { data: 3, tensor: 1, pipeline: 1 },
  });
});

test('files: one row a rank, no size where there is no file', async () => {
  const folder = temporaryFolder();
  writeRank(folder, 0, { [output('step_trace_time.csv')]: `${header}\n` });
  writeRank(folder, 1, {
    [output('op_statistic.csv')]: 'OP Type\n',
    [output('pcie.csv')]: 'a\n',
    [output('prof_rule_0.json')]: '{}',
  });
  const table = await tables['summary.files'](await openContext(folder), {});
  const column = (key: string) => table.columns.find((own) => own.key === key);
  expect(column('file-step-trace')).toMatchObject({
    unit: 'bytes',
    values: Float64Array.of(header.length + 1, Number.NaN),
  });
  expect(column('file-op-statistic')).toMatchObject({ values: Float64Array.of(Number.NaN, 8) });
  expect(column('file-kernels')).toBeUndefined();
  expect(column('file-other-table')).toMatchObject({ values: Float64Array.of(Number.NaN, 2) });
  expect(cells(table, 'fileUnread')).toEqual(['', 'prof_rule_0.json']);
});

test('experts: tokens added over the ranks; without the file, rows of GroupedMatmul', async () => {
  const folder = temporaryFolder();
  const load = (a: number, b: number) => `Step,Layer,Expert,Tokens\n1,0,0,${a}\n1,0,1,${b}\n2,0,0,100\n`;
  writeRank(folder, 0, { [output('expert_load.csv')]: load(10, 30) });
  writeRank(folder, 1, { [output('expert_load.csv')]: load(5, 15) });
  const one = await answers['summary.experts'](await openContext(folder), { step: 1 });
  expect(one).toMatchObject({ source: 'expert-load', rows: ['0'], columns: ['0', '1'] });
  expect([...(one?.tokens ?? [])]).toEqual([15, 45]);
  expect([...(one?.imbalance ?? [])]).toEqual([1.5]);

  const other = temporaryFolder();
  const kernels = (rows: number) =>
    `Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes\n1,a,GroupedMatmul,AI_CORE,100.000\t,2,"""${rows},64;8,64,32"""\n1,b,Add,AI_VECTOR_CORE,103.000\t,2,"""9,9"""\n`;
  writeRank(other, 0, { [output('kernel_details.csv')]: kernels(128) });
  writeRank(other, 1, { [output('kernel_details.csv')]: kernels(64) });
  const matmul = await answers['summary.experts'](await openContext(other), { step: 'all' });
  expect(matmul).toMatchObject({ source: 'grouped-matmul', rows: ['0'], columns: ['0', '1'] });
  expect([...(matmul?.tokens ?? [])]).toEqual([128, 64]);
  const without = temporaryFolder();
  writeRank(without, 0, { [output('op_statistic.csv')]: 'OP Type\n' });
  expect(await answers['summary.experts'](await openContext(without), { step: 'all' })).toBeUndefined();
});

test('a counter’s mean is by time', () => {
  expect(valuesBetween(Float64Array.of(0, 90, 100), Float64Array.of(10, 110, 5))).toEqual({
    min: 5,
    mean: 20,
    max: 110,
    area: 2000,
    sampleCount: 3,
  });
  expect(valuesBetween(Float64Array.of(7), Float64Array.of(3))).toMatchObject({ mean: 3, sampleCount: 1 });
});
