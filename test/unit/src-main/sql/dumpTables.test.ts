/** What queries are given of a dump, without the database. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dumpTables } from '../../../../src-main/sql/dumpTables';
import { builtWorker } from '../../../fixtures/builtWorker';
import { sharedJob } from '../../../fixtures/sharedJob';
import { opened, startEngine } from '../engine/startedEngine';

const worker = builtWorker();
/** Those whose rows are of one rank each. */
const tablesOfRanks = ['slices', 'flows', 'counters', 'kernels', 'collectives', 'memory', 'steps', 'findings'];

test('every table of ranks tells by the same two columns whose a row is', async () => {
  const faults = [{ kind: 'late-dataloader', rank: 1, milliseconds: 60, steps: [11, 12] }] as const;
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3, faults });
  // Alone, the rank at place 0 has number 1: the two can't be taken for each other.
  const [, one = ''] = readdirSync(folder)
    .filter((name) => name.endsWith('_ascend_pt'))
    .sort();
  const { engine } = startEngine(worker.url);
  const state = await opened(engine, join(folder, one));
  expect(state.ranks.map(({ index, rank }) => [index, rank])).toEqual([[0, 1]]);
  for (const name of tablesOfRanks) {
    const { columns, parts } = await dumpTables[name]!({ engine, dump: state.id, state });
    const names = columns.map((column) => column.name);
    expect([name, new Set(names).size]).toEqual([name, names.length]);
    const [index, number] = [names.indexOf('rank_index'), names.indexOf('rank_number')];
    const found = new Set<string>();
    for await (const part of parts)
      for (let row = 0; row < part.count; row++)
        found.add(`${part.columns[index]?.at(row)} ${part.columns[number]?.at(row)}`);
    // What is found of no single rank has neither.
    expect([name, [...found].filter((pair) => pair !== 'undefined undefined')]).toEqual([name, ['0 1']]);
  }
});
