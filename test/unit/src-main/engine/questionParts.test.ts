import { expect, test } from 'vitest';
import type { DumpId, QuestionId, RankIndex } from '../../../../src-contract';
import {
  type AskPart,
  type DumpRecords,
  QuestionsUnderWay,
} from '../../../../src-main/engine/questions/questionsUnderWay';
import type { ResidentRanks } from '../../../../src-main/engine/questions/residentRanks';
import { notice } from '../../../../src-worker/files/notices';
import { DumpContext } from '../../../../src-worker/model/dumpContext';
import { QuestionStopped, UNWATCHED } from '../../../../src-worker/model/work';
import { TableError } from '../../../../src-worker/tables/tableError';
import {
  cells,
  claimPart,
  type PartClaim,
  type QuestionCells,
  questionCells,
  ThreadWork,
} from '../../../../src-worker/threadWork';
import type { TableAnswer } from '../../../../src-worker/views/dumpTables';

const dump = 'd' as DumpId;
const id = 'q' as QuestionId;
const isStopped = (own: QuestionCells | undefined) => own !== undefined && Atomics.load(own, cells.stop) !== 0;
const NOT_KEPT = { record: undefined, isKept: false };
const NO_RECORDS: DumpRecords = { load: async () => NOT_KEPT, save: () => {} };
const unclaimed = (): PartClaim => new Int32Array(new SharedArrayBuffer(4));
const done = (value: unknown): TableAnswer<unknown> => ({ outcome: { kind: 'done', value }, notices: [] });

/** A question under way in a thread, and the cells that the other thread is given for a part of it. */
function questions(askPart: AskPart) {
  const underWay = new QuestionsUnderWay({ hold: async () => {}, letGo: () => {} } as unknown as ResidentRanks);
  return { underWay, bringer: underWay.bringer(() => ({ tell: async () => {} }), askPart, NO_RECORDS) };
}

test('a part is asked of the dump and rank of its question, and is stopped with it', async () => {
  const asked: unknown[] = [];
  let ofPart: QuestionCells | undefined;
  let answer: (value: TableAnswer<unknown>) => void = () => {};
  const { underWay, bringer } = questions((of, part, rank, own) => {
    asked.push([of, part, rank]);
    ofPart = own;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  let ofWhole: QuestionCells | undefined;
  const whole = underWay.run(dump, id, (own) => {
    ofWhole = own;
    return bringer.part(own[cells.number], 'tableFacts', 3 as RankIndex, unclaimed());
  });
  expect(asked).toEqual([[dump, 'tableFacts', 3]]);
  expect(ofPart?.[cells.number]).not.toBe(ofWhole?.[cells.number]);
  expect(isStopped(ofPart)).toBe(false);
  underWay.stop(id);
  expect([isStopped(ofWhole), isStopped(ofPart)]).toEqual([true, true]);
  answer(done('facts'));
  expect(await whole).toEqual(done('facts'));
});

test('a part of a question that failed is stopped; one of a question that is over is not begun', async () => {
  let ofPart: QuestionCells | undefined;
  const { underWay, bringer } = questions((_dump, _part, _rank, own) => {
    ofPart = own;
    return new Promise(() => {});
  });
  let number = 0;
  const failing = underWay.run(dump, undefined, async (own) => {
    number = own[cells.number];
    void bringer.part(number, 'tableFacts', 0 as RankIndex, unclaimed());
    throw new Error('damaged');
  });
  await expect(failing).rejects.toThrow('damaged');
  expect(isStopped(ofPart)).toBe(true);
  ofPart = undefined;
  const { outcome } = await bringer.part(number, 'tableFacts', 0 as RankIndex, unclaimed());
  expect([outcome.kind, ofPart]).toEqual(['stopped', undefined]);
});

test('what another thread answers reaches the question as if it had been made in its own', async () => {
  const told = notice('empty-file', 'error', {}, { path: '/a.csv' });
  const outcomes: TableAnswer<unknown>['outcome'][] = [
    { kind: 'done', value: 7 },
    { kind: 'failed', notice: told },
    { kind: 'stopped' },
  ];
  const work = new ThreadWork(questionCells(1), {
    bring: async () => {},
    record: async () => NOT_KEPT,
    keepRecord: async () => {},
    part: async (_question, _part, rank) => ({ outcome: outcomes[rank], notices: [] }),
  });
  expect(await work.elsewhere('tableFacts', 0).made).toBe(7);
  await expect(work.elsewhere('tableFacts', 1).made).rejects.toEqual(new TableError(told));
  await expect(work.elsewhere('tableFacts', 2).made).rejects.toBeInstanceOf(QuestionStopped);
});

test('a part is asked of another thread at once; without one it is made once, when it is asked for', async () => {
  const files = { ranks: [], clusterFiles: [] };
  const asked: string[] = [];
  const elsewhere = (part: string, rank: number) => ({
    made: Promise.resolve(asked.push(`${part} of ${rank}`)),
    takeBack: () => false,
  });
  const helped = new DumpContext(files, 0n, () => new Map(), { ...UNWATCHED, elsewhere });
  let madeCount = 0;
  const make = async () => ++madeCount;
  const part = helped.elsewhere('tableFacts', 2, make, true);
  expect([asked, madeCount]).toEqual([['tableFacts of 2'], 0]);
  expect([await part(), await part(), madeCount]).toEqual([1, 1, 0]);
  const alone = new DumpContext(files, 0n, () => new Map()).elsewhere('tableFacts', 2, make, true);
  expect(madeCount).toBe(0);
  expect([await alone(), await alone(), madeCount]).toEqual([1, 1, 1]);
});

test('a part that the other thread has not begun is made by who needs it, and by nobody else', async () => {
  const claims: PartClaim[] = [];
  const work = new ThreadWork(questionCells(1), {
    bring: async () => {},
    record: async () => NOT_KEPT,
    keepRecord: async () => {},
    part: async (_question, part, _rank, claim) => {
      claims.push(claim);
      return done(`${part} elsewhere`);
    },
  });
  const dumpOf = new DumpContext({ ranks: [], clusterFiles: [] }, 0n, () => new Map(), work);
  const here = async () => 'here';
  const memory = dumpOf.elsewhere('memory', 0, here, true);
  const free = dumpOf.elsewhere('free', 0, here, true);
  const facts = dumpOf.elsewhere('viewFacts', 0, here, false);
  // The other thread begins with the second.
  expect(claimPart(claims[1])).toBe(true);
  expect([await memory(), await free(), await facts()]).toEqual(['here', 'free elsewhere', 'viewFacts elsewhere']);
  // And comes to the first too late, but has the third still to make.
  expect([claimPart(claims[0]), claimPart(claims[2])]).toEqual([false, true]);
  expect(await memory()).toBe('here');
});

test('while a view is moved, what came by itself makes pauses, with its parts, and what was asked does not', async () => {
  const { underWay, bringer } = questions((_of, _part, _rank, own) => {
    asked.push(own);
    return new Promise(() => {});
  });
  const asked: QuestionCells[] = [];
  const begin = (isUnasked: boolean) => {
    void underWay.run(
      dump,
      undefined,
      async (own) => {
        asked.push(own);
        await bringer.part(own[cells.number], 'tableFacts', 3 as RankIndex, unclaimed());
      },
      isUnasked,
    );
  };
  const pauses = () => asked.map((own) => new ThreadWork(own, bringer).pauseMs(30));
  begin(true);
  begin(false);
  expect(pauses()).toEqual([0, 0, 0, 0]);
  underWay.setPauses(true);
  expect(pauses()).toEqual([30, 30, 0, 0]);
  // One that begins meanwhile does as well.
  begin(true);
  expect(pauses()).toEqual([30, 30, 0, 0, 30, 30]);
  underWay.setPauses(false);
  expect(pauses()).toEqual([0, 0, 0, 0, 0, 0]);
});

test('no pause takes long', () => {
  const own = questionCells(1);
  Atomics.store(own, cells.pauses, 1);
  const { bringer } = questions(() => new Promise(() => {}));
  expect(new ThreadWork(own, bringer).pauseMs(5000)).toBe(100);
});
