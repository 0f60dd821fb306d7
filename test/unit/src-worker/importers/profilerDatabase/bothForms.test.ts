import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseFault } from '../../../../../src-main/demo/faults/faultText';
import { generateDemo } from '../../../../../src-main/demo/generate';
import type { RankIndex } from '../../../../../src-worker/index/rankIndex';
import { packedText } from '../../../../../src-worker/index/strings';
import { type Indexed, indexFiles } from '../../../../fixtures/indexed';

/** A made-up job in both forms, side by side: what the text shows, the database shows. */
let scratch = '';
let outputs: readonly string[] = [];
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'tracelane-forms-'));
  const folder = join(scratch, 'job');
  const truth = await generateDemo({
    folder,
    form: 'both',
    ranks: 2,
    steps: 2,
    seed: 11,
    parallel: { tensor: 2, pipeline: 1, data: 2 },
    model: { layersPerStage: 1, microBatches: 1 },
    clockOffsetMs: 5_000,
    flowShare: 0.7,
    faults: [parseFault('gc-pause:rank=1')],
  });
  outputs = truth.ranks.map((rank) => join(folder, rank.folder, 'ASCEND_PROFILER_OUTPUT'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const fileOf = (rank: number, end: string) =>
  join(
    outputs[rank],
    readdirSync(outputs[rank]).find((name) => name.endsWith(end) && /^(trace|ascend)/.test(name)) ?? '',
  );

const nameOf = ({ names, slices }: RankIndex, slice: number) => packedText(names, slices.name[slice]);
const instantOf = ({ baseUs }: RankIndex, ns: number) => BigInt(baseUs) * 1000n + BigInt(ns);

/** "process/thread" of each lane of the index. */
function laneNames({ summary }: Indexed, { lanes }: RankIndex): string[] {
  const groups = new Map(summary.groups.map(({ localId, name }) => [localId, name]));
  return lanes.map(({ groupLocalId, name }) => `${groups.get(groupLocalId)}/${name}`);
}

function laneOf({ laneFirstRow, rowFirstSlice }: RankIndex, slice: number): number {
  return laneFirstRow.findIndex((_, lane) => rowFirstSlice[laneFirstRow[lane + 1]] > slice);
}

/** Of each slice: its lane, its name, when it was by the clock of the dump, its category; sorted. */
function slicesOf(built: Indexed): string[] {
  return [built.index, ...built.computed]
    .flatMap((index) => {
      const lanes = laneNames(built, index);
      return Array.from(index.slices.startNs, (startNs, slice) => {
        const durationNs = index.slices.endNs[slice] - startNs;
        const category = index.categories[index.slices.category[slice]];
        return `${lanes[laneOf(index, slice)]}: ${nameOf(index, slice)} ${instantOf(index, startNs)} ${durationNs} ${category}`;
      });
    })
    .sort();
}

function arrowsOf(built: Indexed): string[] {
  const { index } = built;
  const { categories, categoryFirst, fromSlice, toSlice } = index.flows;
  const lanes = laneNames(built, index);
  const end = (slice: number) =>
    `${lanes[laneOf(index, slice)]} ${nameOf(index, slice)} ${instantOf(index, index.slices.startNs[slice])}`;
  return categories
    .flatMap((category, i) =>
      Array.from(fromSlice.subarray(categoryFirst[i], categoryFirst[i + 1]), (from, at) => {
        return `${category}: ${end(from)} → ${end(toSlice[categoryFirst[i] + at])}`;
      }),
    )
    .sort();
}

/** Processes of the run itself in the window's order, with their pids; their lanes with their tids. */
function treeOf({ summary }: Indexed): string[] {
  return summary.groups
    .filter(({ kind }) => kind !== 'counters' && kind !== 'overlap')
    .map(({ localId, name, pid, kind, labels }) => {
      const own = summary.lanes.filter(({ groupLocalId }) => groupLocalId === localId);
      return `${name} ${pid} ${kind} ${labels}: ${own.map((lane) => `${lane.name} (${lane.tid})`).sort()}`;
    });
}

describe.each([0, 1])('rank %i', (rank) => {
  let text: Indexed;
  let database: Indexed;
  beforeAll(async () => {
    text = await indexFiles([fileOf(rank, '.json')]);
    database = await indexFiles([fileOf(rank, '.db')]);
  });

  test('has the same slices on the same lanes, to the ns', () => {
    expect(slicesOf(database)).toEqual(slicesOf(text));
  });

  test('has the same arrows', () => {
    expect(arrowsOf(database)).toEqual(arrowsOf(text));
  });

  test('has the same tree of lanes', () => {
    expect(treeOf(database)).toEqual(treeOf(text));
  });
});
