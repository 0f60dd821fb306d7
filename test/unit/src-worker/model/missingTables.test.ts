import { expect, test } from 'vitest';
import type { SourceFile } from '../../../../src-contract';
import { missingTableNotices, missingTables } from '../../../../src-worker/model/missingTables';

const file = (path: string, table: NonNullable<SourceFile['table']>): SourceFile => {
  return { path, sizeBytes: 1, role: 'table', table };
};
const csv = [file('a/memory_record.csv', 'memory-record'), file('a/kernel_details.csv', 'kernels')];
const database: SourceFile = { ...file('b/ascend_pytorch_profiler_0.db', 'profiler-db'), role: 'timeline' };
const analysis = file('b/analysis.db', 'analysis-db');
const info = file('b/profiler_info_0.json', 'profiler-info');
const texts = [
  file('a/communication.json', 'communication'),
  file('a/communication_matrix.json', 'communication-matrix'),
];
const trace: SourceFile = { path: 'a/trace_view.json', sizeBytes: 1, role: 'timeline' };
const ranksOf = (files: readonly (readonly SourceFile[])[]) =>
  ({ ranks: files.map((own, index) => ({ index, label: `Rank ${index}`, folder: '', files: own })) }) as never;

test('a rank without a table of the others is named; one whose profiler wrote a database lacks nothing', () => {
  const [one] = missingTableNotices(ranksOf([csv, csv.slice(0, 1)]));
  expect(one.params).toEqual({ file: 'kernel_details.csv', count: 1, ranks: 'Rank 1' });
  expect(missingTableNotices(ranksOf([csv, [file('b/ascend_pytorch_profiler_0.db', 'profiler-db')]]))).toEqual([]);
});

test.each<[string, SourceFile[][], Record<string, number[]>]>([
  ['a database has in tables what others have in files', [csv, [database]], {}],
  ['it is missed as the timeline that it is', [[database], csv], { timeline: [1] }],
  [
    'an analysis stands for the collectives in text, and they for it',
    [
      [database, ...texts],
      [database, analysis],
    ],
    {},
  ],
  ['of a rank that has neither', [[database, analysis], [database]], { 'analysis-db': [1] }],
  [
    'what is written beside a database is missed as beside texts',
    [[database, info], [database]],
    { 'profiler-info': [1] },
  ],
  [
    'an empty file is none',
    [
      [database, info],
      [database, { ...info, sizeBytes: 0 }],
    ],
    { 'profiler-info': [1] },
  ],
])('missing files: %s', (_, files, expected) => {
  const timeline = (own: SourceFile[]) => (own.includes(csv[0]) && !('timeline' in expected) ? [...own, trace] : own);
  const missing = missingTables(ranksOf(files.map(timeline)));
  expect(Object.fromEntries(missing.map(({ table, ranks }) => [table, ranks]))).toEqual(expected);
});
