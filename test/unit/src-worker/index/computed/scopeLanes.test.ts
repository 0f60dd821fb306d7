import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mayHaveScopes, scopesOf } from '../../../../../src-worker/names/opScopes';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { indexFiles, indexText, listSlices } from '../../../../fixtures/indexed';

/** Tasks of streams of Ascend Hardware: stream, start and duration in µs, name. */
function deviceTrace(...tasks: [number, number, number, string][]): string {
  const named = (name: string, tid: number, value: string) => ({ ph: 'M', name, pid: 1, tid, args: { name: value } });
  const streams = [...new Set(tasks.map(([stream]) => stream))];
  return JSON.stringify([
    named('process_name', 0, 'Ascend Hardware'),
    ...streams.map((stream) => named('thread_name', stream, `Stream ${stream}`)),
    ...tasks.map(([tid, ts, dur, name]) => ({ ph: 'X', pid: 1, tid, ts, dur, name })),
  ]);
}

async function lanesOf(text: string) {
  const indexed = await indexText(text);
  const rows = new Map<string, string[]>();
  const [origin] = listSlices(indexed)
    .map(({ startNs }) => startNs)
    .sort((a, b) => Number(a - b));
  for (const { laneName, isComputed, name, startNs, endNs } of listSlices(indexed))
    if (isComputed && laneName.startsWith('Scope'))
      rows.set(laneName, [...(rows.get(laneName) ?? []), `${name} ${startNs - origin}-${endNs - origin}`]);
  return { rows: Object.fromEntries(rows), indexed };
}

test.each([
  ['Default/net/conv1/Conv2D-op13', ['Default', 'net', 'conv1']],
  ['Default/MemSet-op550', ['Default']],
  ['Conv2D-op13', []],
  ['aclnnAdd/op', []],
  ['/a-op3', []],
  ['Default/x-op', []],
])('scopes of %s', (name, scopes) => {
  expect(scopesOf(name)).toEqual(scopes);
  // What is asked of all names lets no name with scopes go.
  if (scopes.length > 0) expect(mayHaveScopes(new TextEncoder().encode(name))).toBe(true);
});

test('a run goes on while tasks are of its scope, and ends where an op comes again', async () => {
  const { rows, indexed } = await lanesOf(
    deviceTrace(
      [7, 100, 10, 'Default/net/conv1/Conv2D-op3'],
      [7, 120, 10, 'Default/net/conv1/Relu-op4'],
      // In two parts.
      [7, 130, 5, 'Default/net/conv1/Relu-op4'],
      [7, 140, 10, 'Default/net/fc/MatMul-op5'],
      [7, 150, 1, 'EVENT_WAIT'],
      [7, 160, 10, 'Default/Assign-op6'],
      [7, 180, 10, 'Gradients/Default/net/fc/MatMul-op7'],
      // The next step.
      [7, 200, 10, 'Default/net/conv1/Conv2D-op3'],
      [9, 105, 30, 'Default/net/fc/Cast-op9'],
    ),
  );
  expect(rows).toEqual({
    'Scope 1': ['Default 0-70000', 'Gradients 80000-90000', 'Default 100000-110000', 'Default 5000-35000'],
    'Scope 2': ['net 0-50000', 'Default 80000-90000', 'net 100000-110000', 'net 5000-35000'],
    'Scope 3': ['conv1 0-35000', 'fc 40000-50000', 'net 80000-90000', 'conv1 100000-110000', 'fc 5000-35000'],
    'Scope 4': ['fc 80000-90000'],
  });
  const group = indexed.summary.groups.find(({ name }) => name === 'Scope Layer');
  expect(group).toMatchObject({ kind: 'hardware' });
  const scopes = indexed.summary.lanes.filter(({ groupLocalId }) => groupLocalId === group?.localId);
  // A row for each stream.
  expect(scopes.map(({ name, content }) => [name, content.kind === 'slices' && content.rowCount])).toEqual([
    ['Scope 1', 2],
    ['Scope 2', 2],
    ['Scope 3', 2],
    ['Scope 4', 1],
  ]);
});

test('tasks that overlap make runs that do not; names are as they stand in the file', async () => {
  const { rows } = await lanesOf(
    deviceTrace(
      [7, 100, 50, 'Default/a"b/Conv2D-op3'],
      [7, 110, 20, 'Default/c/Relu-op4'],
      [7, 140, 30, 'Default/ü/MatMul-op5'],
    ),
  );
  expect(rows['Scope 1']).toEqual(['Default 0-70000']);
  expect(rows['Scope 2']).toEqual(['a"b 0-50000', 'ü 50000-70000']);
});

test('none where names have no scopes, and none of the host', async () => {
  expect((await lanesOf(deviceTrace([7, 100, 10, 'MatMulV3'], [7, 120, 10, 'a/b/c']))).rows).toEqual({});
  expect((await lanesOf('[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"Default/net/Conv2D-op3"}]')).rows).toEqual(
    {},
  );
});

interface RawEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly name: string;
}

describeDumps('MindSpore’s scopes', () => {
  const path = dumpPath('mindspore/PROF_000001_20230818142704322_COJGGGCANRMICFBC/device_0/timeline/msprof_0_2_1.json');

  test('tasks of each scope lie within a run of it', async () => {
    const slices = listSlices(await indexFiles([path]));
    const tasks = (JSON.parse(readFileSync(path, 'utf8')) as RawEvent[]).filter(
      ({ ph, name }) => ph === 'X' && /^[^/]+\/.*-op\d+$/.test(name),
    );
    expect(tasks.length).toBeGreaterThan(70);
    const deepest = Math.max(...tasks.map(({ name }) => name.split('/').length - 1));
    const lanes = new Set(slices.filter(({ laneName }) => /^Scope \d$/.test(laneName)).map(({ laneName }) => laneName));
    expect([...lanes].sort()).toEqual(Array.from({ length: deepest }, (_, depth) => `Scope ${depth + 1}`));
    const lost: string[] = [];
    for (const task of slices.filter(({ isComputed, name }) => !isComputed && /^[^/]+\/.*-op\d+$/.test(name)))
      for (const [depth, scope] of task.name.split('/').slice(0, -1).entries()) {
        const runs = slices.filter(({ laneName, name }) => laneName === `Scope ${depth + 1}` && name === scope);
        const isWithin = runs.some(({ startNs, endNs }) => startNs <= task.startNs && task.endNs <= endNs);
        if (!isWithin) lost.push(`${task.name} of ${depth}`);
      }
    expect(lost).toEqual([]);
  });
});
