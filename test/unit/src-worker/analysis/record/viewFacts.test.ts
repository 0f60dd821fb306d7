import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { makePart } from '../../../../../src-worker/analysis/record/recordParts';
import { takeViewFacts, type ViewFacts } from '../../../../../src-worker/analysis/record/viewFacts';
import { deviceTasks } from '../../../../../src-worker/model/deviceTasks';
import { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { timelineSteps } from '../../../../../src-worker/model/steps/timelineSteps';
import { RankView } from '../../../../../src-worker/query/rankView';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { indexText } from '../../../../fixtures/indexed';

const picture = drawTrace(`
  Ascend Hardware / Stream 2 :    [Cast ]   [MatMul ]
  Ascend Hardware / Stream 5 : [Add ]    [hcom_allReduce_]
`);

/** A thread that has the same index as all others, in this generation. */
async function threadOf(generation: number): Promise<{ dump: DumpContext; view: RankView }> {
  const { view: read } = await indexText(picture);
  const view = new RankView(0 as RankIndex, 'Rank 0', generation, read.indexes, read.offsetNs);
  const files = { ranks: [{ index: 0 as RankIndex, rank: 0, label: '', folder: '', hostName: '', files: [] }] };
  const dump = new DumpContext({ ...files, clusterFiles: [] }, 0n, () => new Map([[0, view]]));
  dump.setPlace({
    ...{ names: new Map(), originNs: 0n, shifts: [], clockRevision: 0 },
    generations: new Map([[0, generation]]),
  });
  return { dump, view };
}

/** As they come out of the other thread. */
async function sent(dump: DumpContext): Promise<ViewFacts> {
  return structuredClone((await makePart(dump, 'viewFacts', 0 as RankIndex)) as ViewFacts);
}

test('a thread is given the tasks and the steps that another one has made, in the memory that they are in', async () => {
  const [other, own] = [await threadOf(3), await threadOf(3)];
  const facts = await sent(other.dump);
  await takeViewFacts(own.dump, 0 as RankIndex, async () => facts);
  expect(deviceTasks(own.view)).toBe(facts.tasks);
  expect(facts.tasks.slice.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(timelineSteps(own.view)).toBe(facts.steps);
  const { slices } = own.view.index;
  const names = [...facts.tasks.slice].map((slice) => own.view.nameText(slices.name[slice]));
  expect(names).toEqual(['Add', 'Cast', 'hcom_allReduce_', 'MatMul']);
});

test('those of an index that has been replaced meanwhile are not taken', async () => {
  const [other, own] = [await threadOf(2), await threadOf(3)];
  const facts = await sent(other.dump);
  await takeViewFacts(own.dump, 0 as RankIndex, async () => facts);
  expect(deviceTasks(own.view)).not.toBe(facts.tasks);
  expect(deviceTasks(own.view)).toEqual(facts.tasks);
});
