import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { memoryWorker } from '../../../../../src-worker/views/memory';
import { openContext, records } from '../../../../fixtures/dumpContext';
import { fileTree } from '../../../../fixtures/fileTree';

const { answers, tables } = memoryWorker;
const FIRST = 0 as RankIndex;
const MB = 1 / 1024;

/** Three operators; sizes in MB as the file has them, of GB. */
const tensor = (name: string, size: number, from: number, to: number) => ({
  ...{ tensor_name: name, tensor_id: 1, size: size * MB, type: 'output', shape: '2,3', format: 'ND' },
  ...{ data_type: 'FLOAT16', life_long: 'LifeLongNone', life_start: from, life_end: to },
});
const node = (node_id: number, name: string, size: number, allocated: number) => ({
  ...{ node_id, name, fullname: `Default/${name}`, size: size * MB, allocated: allocated * MB },
  ...{ allocations: 1, inputs: [], outputs: [] },
});
const graph = {
  graph_id: 7,
  static_mem: 10 * MB,
  fp_start: 12,
  bp_end: 13,
  lines: [12, 15, 11].map((size) => size * MB),
  nodes: [node(11, 'Data', 2, 2), node(12, 'Conv', 3, 3), node(13, 'Grad', 1, -4)],
  breakdowns: [
    [tensor('Data:0', 2, 0, 1)],
    [tensor('Data:0', 2, 0, 1), tensor('Conv:0', 3, 1, 1)],
    [tensor('Grad:0', 1, 2, 2)],
  ],
};
const files = (nodes: unknown = graph.nodes) => ({
  'memory_usage_details_0.json': JSON.stringify({ 7: { ...graph, nodes }, 8: {} }),
  'memory_usage_summary_0.json': JSON.stringify({ capacity: 30, allocations: 3, deallocations: 3, peak_mem: 15 * MB }),
});

test.each<[string, unknown]>([
  ['a list', graph.nodes],
  ['an object by name', Object.fromEntries(graph.nodes.map((own) => [own.name, own]))],
])('memory along the order of execution; operators as %s', async (_, nodes) => {
  const dump = await openContext(fileTree(files(nodes)));
  expect(memoryWorker.isAvailable(dump)).toBe(true);
  const [facts] = await answers['memory.ranks'](dump, { ranks: [FIRST] });
  expect([facts.hasExecution, facts.capacityBytes]).toEqual([true, 30 * 2 ** 30]);
  const [own, ...others] = await answers['memory.execution'](dump, { rank: FIRST });
  // A graph without operators is none.
  expect([own.graph, others]).toEqual(['7', []]);
  const mega = (values: Float64Array) => [...values].map((bytes) => bytes / 2 ** 20);
  expect(own.operators.name).toEqual(['Default/Data', 'Default/Conv', 'Default/Grad']);
  expect(mega(own.operators.heldBytes)).toEqual([12, 15, 11]);
  expect(mega(own.operators.changeBytes)).toEqual([2, 3, -4]);
  expect([own.forwardStart, own.backwardEnd, own.staticBytes]).toEqual([1, 2, 10 * 2 ** 20]);
  expect(own.capacityBytes).toBe(30 * 2 ** 30);
});

test('the tensors alive at a place', async () => {
  const dump = await openContext(fileTree(files()));
  const alive = (at: number) => tables['memory.executionTensors'](dump, { rank: FIRST, graph: '7', at });
  expect(records(await alive(1))).toMatchObject([
    { name: 'Data:0', sizeBytes: 2 * 2 ** 20, lifeStart: 0, lifeEnd: 1 },
    { name: 'Conv:0', shape: '2,3', format: 'ND', dataType: 'FLOAT16', tensorType: 'output' },
  ]);
  expect((await alive(2)).rowCount).toBe(1);
  expect((await alive(99)).rowCount).toBe(0);
});

test('a file of the capacity that holds no object is said to, and the rest is shown', async () => {
  const dump = await openContext(fileTree({ ...files(), 'memory_usage_summary_0.json': 'NaN' }));
  const [own] = await answers['memory.execution'](dump, { rank: FIRST });
  expect(own.capacityBytes).toBeUndefined();
  expect(dump.notices).toMatchObject([{ code: 'json-no-values', path: expect.stringContaining('summary_0.json') }]);
});

test('a damaged file is an error of this page alone', async () => {
  const dump = await openContext(fileTree({ ...files(), 'memory_usage_details_0.json': '{"7": {"nodes": [' }));
  await expect(answers['memory.execution'](dump, { rank: FIRST })).rejects.toThrow('damaged');
  expect((await answers['memory.ranks'](dump, { ranks: [FIRST] }))[0].components).toEqual([]);
});
