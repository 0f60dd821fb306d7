import { expect, test } from 'vitest';
import { type DependencyGraph, finishedGraph } from '../../../../../src-worker/model/dependencies/dependencyGraph';
import { EDGE_KINDS, GraphColumns, NODE_KINDS } from '../../../../../src-worker/model/dependencies/graphColumns';
import { jobGraph } from '../../../../../src-worker/model/dependencies/jobGraph';
import { durations, replayed } from '../../../../../src-worker/model/dependencies/replay';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFile } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';

/** Two streams; the second one's X waits for A, the first one's C for X. One column is 1 µs. */
const picture = `
  Python / Thread 1           : [a][b][x][c]
  Ascend Hardware / Stream 2  :      [A    ][B ]         [C     ]
  Ascend Hardware / Stream 3  :             [X          ]
`;
const arrows = ['a', 'b', 'x', 'c'].map((name) => ({ cat: 'HostToDevice', from: name, to: name.toUpperCase() }));

async function drawn() {
  const graph = await jobGraph(await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows }))));
  if (!graph) throw new Error('no graph');
  return graph;
}

/** A graph of any shape whose times are such that every edge holds. */
function madeUp(seed: number): DependencyGraph {
  const random = new Random(seed);
  const below = (count: number) => random.integer(0, count - 1);
  const columns = new GraphColumns();
  const ranks: number[] = [];
  for (let node = 0; node < 200; node++) {
    const from = Array.from({ length: node === 0 ? 0 : below(4) }, () => below(node));
    const startNs = Math.max(below(2000), ...from.map((own) => columns.endNs[own] + below(3) * 50));
    columns.node(NODE_KINDS[below(NODE_KINDS.length)], startNs, startNs + below(500), node);
    ranks.push(below(3));
    for (const own of from) columns.edge(EDGE_KINDS[below(EDGE_KINDS.length)], own, node);
  }
  return finishedGraph(columns, ranks);
}

test('with nothing changed all times are the measured ones', async () => {
  for (const graph of [await drawn(), ...Array.from({ length: 30 }, (_, seed) => madeUp(seed))]) {
    const again = replayed(graph, durations(graph));
    expect(again.startNs).toEqual(graph.startNs);
    expect(again.endNs).toEqual(graph.endNs);
  }
});

test('nothing shorter makes anything later', () => {
  for (let seed = 0; seed < 100; seed++) {
    const graph = madeUp(seed);
    const random = new Random(seed + 1000);
    const shorter = durations(graph).map((ns) => (random.next() < 0.3 ? ns * random.next() : ns));
    const again = replayed(graph, shorter);
    expect(again.endNs.findIndex((ns, node) => ns > graph.endNs[node])).toBe(-1);
  }
});

test('what waits for a shorter task begins earlier, up to what else it waits for', async () => {
  const graph = await drawn();
  const again = durations(graph);
  const nodeOf = (us: number) => again.indexOf(us * 1000);
  const [a, x, c] = ['[A    ]', '[X          ]', '[C     ]'].map(({ length }) => nodeOf(length));
  expect(graph.startNs[c]).toBe(graph.endNs[x]);
  // X ends at 25. If it took 1 µs, C would wait for B, which ends at 16.
  again[x] = 1000;
  const { startNs } = replayed(graph, again);
  expect(startNs[a]).toBe(graph.startNs[a]);
  expect((graph.startNs[c] - startNs[c]) / 1000).toBe(25 - 16);
});
