import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  DumpId,
  DumpState,
  FindSliceQuery,
  FlowQuery,
  LaneId,
  QuestionId,
  RankIndex,
  SearchQuery,
  SliceRef,
  SliceSource,
  StatisticsQuery,
  TableQuery,
  ViewportQuery,
} from '../../../../src-contract';
import { DumpQuestions } from '../../../../src-main/engine/questions/dumpQuestions';
import { QuestionThread } from '../../../../src-main/engine/questions/questionThread';
import { ResidentRanks } from '../../../../src-main/engine/questions/residentRanks';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { PLAIN_START } from '../../../../src-main/engine/threads/threadStart';
import { newTable } from '../../../../src-worker/query/quads/quadColumns';
import { cells, type QuestionCells } from '../../../../src-worker/threadWork';
import { askedDump } from '../../../fixtures/askedDump';
import { type ByHand, byHand } from '../../../fixtures/byHand';

const dump = 'd' as DumpId;
const rank = 0 as RankIndex;
const id = 'q' as QuestionId;
const lanes = [0 as LaneId];
/** So large that views of it are drawn before anybody asks for one. */
const state = {
  ...{ id: dump, startNs: 0, endNs: 1_000_000 },
  ranks: [{ groups: [{ lanes: [{ kind: 'slices', id: lanes[0], sliceCount: 2_000_000 }] }] }],
} as unknown as DumpState;

/** So much is drawn in a view that a second thread is to help with the next one. */
const MANY_QUADS = 10_000;
const view: ViewportQuery = { dump, startNs: 0, endNs: 1000, nsPerPixel: 1, lanes, folded: [], labelMinPixels: 40 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Without threads: what is asked of them is answered by hand; views, and what nobody has asked for, at once. `isSmall`: nothing is warmed up. */
function warmingUp({ isSmall = false } = {}) {
  const unasked: string[] = [];
  const questions: { readonly answer: ByHand<unknown>; readonly args: readonly unknown[] }[] = [];
  const { table } = newTable({ originNs: 0, namedFromNs: 0 }, [], { rows: 1, quads: MANY_QUADS, names: 0, large: 0 });
  const isUnasked = (name: string, args: readonly unknown[]) =>
    name === 'viewport' || (name === 'statistics' && (args[0] as StatisticsQuery).maxRows > 1);
  vi.spyOn(QuestionThread.prototype, 'start').mockReturnValue();
  vi.spyOn(QuestionThread.prototype, 'ask').mockImplementation(async (name, ...args) => {
    if (isUnasked(name, args)) {
      unasked.push(name);
      return name === 'viewport' ? ({ table, counters: [], folded: [], names: [] } as never) : undefined;
    }
    const answer = byHand<unknown>();
    questions.push({ answer, args });
    return answer.promise as Promise<never>;
  });
  const opened = askedDump(dump);
  const resident = new ResidentRanks();
  vi.spyOn(resident, 'areInMemory').mockReturnValue(true);
  vi.spyOn(resident, 'ranksOf').mockReturnValue([rank]);
  const program = new ThreadProgram(new URL('file:///none'));
  const own = new DumpQuestions(program, PLAIN_START, resident, () => opened);
  if (!isSmall) void own.warmUp(state);
  return { own, unasked, questions };
}

const DONE = { outcome: { kind: 'done', value: {} }, notices: [] };
const VIEWS = { missing: [], unrecorded: [] };

/** All that somebody may ask for, but views; and what their threads answer. */
const asked: Readonly<Record<string, readonly [(own: DumpQuestions) => Promise<unknown>, unknown]>> = {
  flows: [(own) => own.flows({ dump, lanes } as unknown as FlowQuery), []],
  slice: [(own) => own.slice(dump, { rank } as SliceRef), undefined],
  sliceAtSource: [(own) => own.sliceAtSource(dump, rank, {} as SliceSource), undefined],
  neighbour: [(own) => own.neighbour(dump, { rank } as SliceRef, 'next'), undefined],
  search: [(own) => own.search({ dump, maxResults: 1 } as SearchQuery, id), { slices: [], totalCount: 0 }],
  statistics: [(own) => own.statistics({ dump, lanes, maxRows: 1 } as unknown as StatisticsQuery), {}],
  findSlice: [(own) => own.findSlice({ dump, rank } as FindSliceQuery), undefined],
  views: [(own) => own.tables.views(dump), VIEWS],
  table: [(own) => own.tables.table({ dump, source: { table: 'operator.kernels' } } as TableQuery, id), DONE],
  tableCsv: [(own) => own.tables.tableCsv({ dump, source: { table: 'operator.kernels' } } as TableQuery, id), DONE],
  'search.count': [(own) => own.tables.ask(dump, 'search.count', {} as never, id), DONE],
  laneFile: [(own) => own.tables.laneFile(dump, 'power.csv', rank, undefined, id), DONE],
};

describe('what nobody has asked for', () => {
  test('is made where nobody asks for anything, and none of it waits for the one before as for a question', async () => {
    const { unasked } = warmingUp();
    await vi.advanceTimersByTimeAsync(600);
    expect(unasked.filter((name) => name === 'viewport').length).toBeGreaterThan(100);
    expect(unasked.filter((name) => name === 'statistics').length).toBe(10);
  });

  describe.each(Object.entries(asked))('and %s', (_, [ask, answer]) => {
    test('is not begun before that is answered, and goes on then', async () => {
      const { own, unasked, questions } = warmingUp();
      const answered = ask(own);
      await vi.advanceTimersByTimeAsync(5000);
      expect(unasked).toEqual([]);
      questions[0].answer.resolve(answer);
      await answered;
      await vi.advanceTimersByTimeAsync(90);
      expect(unasked).toEqual([]);
      await vi.advanceTimersByTimeAsync(1000);
      expect(unasked).toContain('viewport');
      expect(unasked).toContain('statistics');
    });

    test('goes on when that fails', async () => {
      const { own, unasked, questions } = warmingUp();
      const failed = ask(own);
      await vi.advanceTimersByTimeAsync(5000);
      expect(unasked).toEqual([]);
      questions[0].answer.reject(new Error('damaged'));
      await expect(failed).rejects.toThrow('damaged');
      await vi.advanceTimersByTimeAsync(1000);
      expect(unasked).toContain('viewport');
      expect(unasked).toContain('statistics');
    });
  });

  test('goes on when a question has been stopped', async () => {
    const { own, unasked, questions } = warmingUp();
    const stopped = own.tables.ask(dump, 'search.count', {} as never, id);
    await vi.advanceTimersByTimeAsync(1000);
    own.cancel(id);
    expect(Atomics.load(questions[0].args.at(-1) as QuestionCells, cells.stop)).toBe(1);
    questions[0].answer.resolve({ outcome: { kind: 'stopped' }, notices: [] });
    await expect(stopped).rejects.toThrow('The question was stopped');
    await vi.advanceTimersByTimeAsync(1000);
    expect(unasked).toContain('viewport');
  });

  test('is made beside the clocks of a job, which come by themselves', async () => {
    const { own, unasked } = warmingUp();
    void own.tables.clock(dump, {});
    await vi.advanceTimersByTimeAsync(1000);
    expect(unasked).toContain('viewport');
    expect(unasked).toContain('statistics');
  });

  test('is drawn by one thread beside findings, and nothing else is', async () => {
    const { own, unasked } = warmingUp();
    void own.tables.ask(dump, 'findings.report', {} as never, id);
    await vi.advanceTimersByTimeAsync(1000);
    expect(unasked).toContain('viewport');
    expect(unasked).not.toContain('statistics');
  });

  // One processor draws with one thread.
  test.skipIf(availableParallelism() < 2)(
    'is not the second thread either, which starts once much has been drawn',
    async () => {
      const { own, unasked, questions } = warmingUp({ isSmall: true });
      await own.viewport(view);
      expect(unasked).toEqual(['viewport']);
      const answered = own.tables.ask(dump, 'search.count', {} as never, id);
      await vi.advanceTimersByTimeAsync(5000);
      expect(unasked).toEqual(['viewport']);
      questions[0].answer.resolve(DONE);
      await answered;
      await vi.advanceTimersByTimeAsync(200);
      expect(unasked).toEqual(['viewport', 'viewport']);
    },
  );

  test('findings that pause while a view is moved do not wait for themselves', async () => {
    const { own, questions } = warmingUp();
    own.noteMoving(true);
    void own.tables.ask(dump, 'findings.report', {} as never, id);
    await vi.advanceTimersByTimeAsync(0);
    void own.tables.ask(dump, 'search.count', {} as never);
    await vi.advanceTimersByTimeAsync(500);
    const findings = questions[0].args.at(-1) as QuestionCells;
    expect(Atomics.load(findings, cells.pauses)).toBe(1);
    own.noteMoving(false);
    await vi.advanceTimersByTimeAsync(200);
    // Though the search has not been answered.
    expect(Atomics.load(findings, cells.pauses)).toBe(0);
  });
});
