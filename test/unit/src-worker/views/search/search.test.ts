import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LaneId, RankIndex, SearchPage, SliceSearch, TablePage } from '../../../../../src-contract';
import { parseSearch, plainSearch, type SearchOptions } from '../../../../../src-contract/search/parseSearch';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { QuestionStopped } from '../../../../../src-worker/model/work';
import { foundArgs } from '../../../../../src-worker/query/search/foundArgs';
import { slicesWithoutName } from '../../../../../src-worker/query/search/foundSlices';
import { searchWorker } from '../../../../../src-worker/views/search';
import { keptSearch } from '../../../../../src-worker/views/search/keptSearches';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

const { answers } = searchWorker;

function searchOf(input: string, options: Partial<SearchOptions> = {}): SliceSearch {
  const { search } = parseSearch(input, { ...plainSearch, ...options });
  if (!search) throw new Error(`${input} asks for nothing`);
  return search;
}

const pageOf = (search: SliceSearch, page: Partial<SearchPage> = {}): SearchPage => ({
  search,
  sort: [],
  filters: [],
  firstRow: 0,
  rowCount: 1_000_000,
  ...page,
});

function textsOf(page: TablePage, key: string): string[] {
  const cells = page.cells[key];
  return cells.kind === 'text' ? Array.from(cells.values, (code) => cells.texts[code]) : [...cells.values].map(String);
}

function numbersOf(page: TablePage, key: string): number[] {
  const cells = page.cells[key];
  return cells.kind === 'number' ? [...cells.values] : [];
}

/** As the file has it. */
interface FileEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly dur?: string | number;
  readonly pid: unknown;
  readonly tid: unknown;
  readonly args?: { readonly name?: string };
}

/** An event of the file, as plain as can be. */
interface Event {
  readonly rank: number;
  readonly name: string;
  readonly cat: string;
  readonly lane: string;
  readonly group: string;
  readonly durNs: number;
  readonly args: string;
}

describeDumps('a real dump of two ranks, against a plain loop over its files', () => {
  const folder = (rank: number) => dumpPath(`ascend/text_level1_2ranks/rank${rank}_ascend_pt`);
  let dump: DumpContext;
  let events: Event[];

  beforeAll(async () => {
    dump = await sharedContext(folder(0), folder(1));
    events = [0, 1].flatMap((rank) => {
      const text = readFileSync(`${folder(rank)}/ASCEND_PROFILER_OUTPUT/trace_view.json`, 'utf8');
      const all = JSON.parse(text) as FileEvent[];
      const lanes = new Map<string, string>();
      const groups = new Map<string, string>();
      for (const { ph, name, pid, tid, args } of all) {
        if (ph === 'M' && name === 'thread_name') lanes.set(`${pid} ${tid}`, args?.name ?? '');
        if (ph === 'M' && name === 'process_name') groups.set(`${pid}`, args?.name ?? '');
      }
      return all
        .filter(({ ph }) => ph === 'X')
        .map(({ name, cat, dur, pid, tid, args }) => ({
          rank,
          name,
          cat: cat ?? '',
          lane: lanes.get(`${pid} ${tid}`) ?? '',
          group: groups.get(`${pid}`) ?? '',
          durNs: Math.round(Number(dur) * 1000),
          args: JSON.stringify(args ?? {}),
        }));
    });
    // Nothing but the files' slices, so that the loop sees all there is.
    for (const view of dump.loadedTimelines()) expect(view.sliceCount).toBeLessThanOrEqual(events.length);
  }, 60_000);

  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

  test.each<[string, Partial<SearchOptions>, (event: Event) => boolean]>([
    ['MatMul', {}, ({ name }) => has(name, 'matmul')],
    ['MatMul', { isCaseSensitive: true }, ({ name }) => name.includes('MatMul')],
    ['mm', { isWholeWord: true }, ({ name }) => /(?<![A-Za-z0-9_])mm(?![A-Za-z0-9_])/i.test(name)],
    ['^aten::.*(mm|add)_?$', { isPattern: true }, ({ name }) => /^aten::.*(mm|add)_?$/i.test(name)],
    ['aten dur>50us', {}, ({ name, durNs }) => has(name, 'aten') && durNs > 50_000],
    ['dur:10us..20us', {}, ({ durNs }) => durNs >= 10_000 && durNs <= 20_000],
    ['cat:python', {}, ({ cat }) => has(cat, 'python')],
    ['cat=cpu_op rank:1', {}, ({ cat, rank }) => cat === 'cpu_op' && rank === 1],
    ['lane:stream', {}, ({ lane, group }) => has(lane, 'stream') || has(group, 'stream')],
    ['lane:"Ascend Hardware" dur<5us', {}, ({ group, durNs }) => group === 'Ascend Hardware' && durNs < 5_000],
    ['name="aten::copy_"', {}, ({ name }) => name === 'aten::copy_'],
    ['rank:0 a', {}, ({ name, rank }) => rank === 0 && has(name, 'a')],
  ])('%s %j', async (input, options, test) => {
    const wanted = events.filter(test);
    expect(wanted.length).toBeGreaterThan(0);
    const search = searchOf(input, options);
    const counted = await answers['search.count'](dump, { search });
    expect(counted.total).toBe(wanted.length);
    expect(counted.ranks).toEqual(
      [0, 1]
        .map((rank) => ({ rank, count: wanted.filter((event) => event.rank === rank).length }))
        .filter(({ count }) => count > 0),
    );
    const page = await answers['search.page'](dump, pageOf(search));
    expect(page.matchingRows).toBe(wanted.length);
    const sorted = (list: readonly string[]) => [...list].sort();
    expect(sorted(textsOf(page, 'name'))).toEqual(sorted(wanted.map(({ name }) => name)));
    const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
    expect(page.totals.duration.sum).toBe(sum(wanted.map(({ durNs }) => durNs)));
    // The count goes by the list now that there is one.
    expect((await answers['search.count'](dump, { search })).total).toBe(wanted.length);
  });

  test('rows know their slices; sorted, paged and as csv they are the same rows', async () => {
    const search = searchOf('aten::');
    const all = await answers['search.page'](dump, pageOf(search));
    const ranks = numbersOf(all, 'rankIndex');
    const slices = numbersOf(all, 'slice');
    const starts = numbersOf(all, 'start');
    const names = textsOf(all, 'name');
    for (let row = 0; row < slices.length; row += 97) {
      const view = await dump.timeline(ranks[row]);
      expect(view?.summary(slices[row])).toMatchObject({ name: names[row], startNs: starts[row] });
    }
    const sort = [{ column: 'duration', isDescending: true }];
    const durations = numbersOf(all, 'duration').sort((a, b) => b - a);
    const page = await answers['search.page'](dump, pageOf(search, { sort, firstRow: 100, rowCount: 50 }));
    expect(numbersOf(page, 'duration')).toEqual(durations.slice(100, 150));
    const filters = [{ kind: 'contains', column: 'name', text: 'matmul' }] as const;
    const filtered = await answers['search.page'](dump, pageOf(search, { filters }));
    expect(filtered.matchingRows).toBe(names.filter((name) => has(name, 'matmul')).length);
    expect(filtered.totalRows).toBe(names.length);
    const csv = await answers['search.csv'](dump, pageOf(search, { rowCount: 3, columns: ['name', 'duration'] }));
    const first = numbersOf(all, 'duration').slice(0, 3);
    expect(csv).toBe(`Name,Duration(us)\r\n${first.map((ns, row) => `${names[row]},${ns / 1000}\r\n`).join('')}`);
    const rest = await answers['search.csv'](dump, pageOf(search, { firstRow: 2, rowCount: 1, columns: ['name'] }));
    expect(rest).toBe(`${names[2]}\r\n`);
    const values = await answers['search.values'](dump, { ...pageOf(search), column: 'rank' });
    expect(values.values.reduce((sum, { count }) => sum + count, 0)).toBe(names.length);
  });

  test('args: what has the text in one of them or in its name; a search that is stopped goes on', async () => {
    const search = searchOf('sgd.py', { inArgs: true });
    const names = events.filter(({ name }) => has(name, 'sgd.py'));
    const before = await answers['search.count'](dump, { search });
    // Known before any are read, of both ranks.
    const unread = events.length - names.length;
    expect(before).toMatchObject({ total: names.length, argsRead: 0, argsTotal: unread });
    let turns = 0;
    const work = { isStopped: false, bring: async () => {}, begin: () => ({ step: () => {}, end: () => {} }) };
    const stopping = {
      ...work,
      get isStopped() {
        return ++turns > 3;
      },
    };
    await expect(answers['search.args'](dump.during(stopping), { search })).rejects.toThrow(QuestionStopped);
    const part = await answers['search.count'](dump, { search });
    expect(part.argsRead).toBeLessThan(unread);
    expect(part.argsTotal).toBe(unread);
    const done = await answers['search.args'](dump, { search });
    const wanted = events.filter(({ name, args }) => has(name, 'sgd.py') || has(args, 'sgd.py'));
    expect(wanted.length).toBeGreaterThan(names.length);
    expect(done.total).toBe(wanted.length);
    expect(done).toMatchObject({ argsRead: unread, argsTotal: unread });
    const page = await answers['search.page'](dump, pageOf(search));
    expect(page.matchingRows).toBe(wanted.length);
  });

  test('a region: what reaches into it on its lanes, as its statistics count', async () => {
    const view = (await dump.timeline(0))!;
    const { slices, lanes } = view.index;
    const middle = slices.startNs.length >> 1;
    const startNs = view.time.toJob(slices.startNs[middle]);
    const region = { startNs, endNs: startNs + 3_000_000 };
    const lane = view.laneId(view.laneOfRow(view.rowOf(middle)));
    expect(lanes.length).toBeGreaterThan(1);
    for (const own of [region, { ...region, lanes: [lane] }]) {
      const search = { ...searchOf('rank:0'), region: own };
      let wanted = 0;
      for (let slice = 0; slice < view.sliceCount; slice++) {
        const { startNs: from, durationNs, lane: on } = view.summary(slice);
        if ('lanes' in own && !(own.lanes as LaneId[]).includes(on)) continue;
        const to = from + durationNs;
        if (durationNs === 0 ? from >= own.startNs && from <= own.endNs : from < own.endNs && to > own.startNs)
          wanted++;
      }
      expect(wanted).toBeGreaterThan(0);
      expect((await answers['search.count'](dump, { search })).total).toBe(wanted);
    }
  });

  test('a picture has every slice found in the window, once, where it is', async () => {
    const search = searchOf('aten::copy_ rank:0');
    const view = (await dump.timeline(0 as RankIndex))!;
    const lanes = view.index.lanes.map((_, at) => view.laneId(at));
    const all = await answers['search.page'](dump, pageOf(search));
    const [startNs, endNs] = [Math.min(...numbersOf(all, 'start')), Math.max(...numbersOf(all, 'start')) + 1e6];
    const window = { startNs, endNs, lanes, folded: [], labelMinPixels: 1 };
    const near = await answers['search.picture'](dump, { search, window: { ...window, nsPerPixel: 1 } });
    expect(near.quads.slice.length).toBe(all.matchingRows);
    expect(new Set(near.quads.slice)).toEqual(new Set(numbersOf(all, 'slice')));
    for (const { names } of near.names) for (const name of names) expect(name).toMatch(/aten::copy_/i);
    const far = await answers['search.picture'](dump, {
      search,
      window: { ...window, folded: lanes, nsPerPixel: (endNs - startNs) / 5 },
    });
    expect(far.quads.slice.length).toBeLessThan(near.quads.slice.length);
    let counted = 0;
    let large = 0;
    const { gapNs, durationNs, sliceCount } = far.quads;
    for (let quad = 0; quad < sliceCount.length; quad++) {
      if (gapNs[quad] === 0xffff_ffff) large++;
      if (durationNs[quad] === 0xffff_ffff) large++;
      counted += sliceCount[quad] === 255 ? far.quads.large[large++] : sliceCount[quad];
    }
    expect(counted).toBe(all.matchingRows);
    const withAny = new Set(near.lanes.map(({ lane }) => lane));
    for (const { lane, busy } of far.folded)
      expect(
        busy.some((share) => share > 0),
        `lane ${lane}`,
      ).toBe(withAny.has(lane));
  });
});

describe('args of more slices than are read at once', () => {
  const events = Array.from({ length: 25_000 }, (_, i) => ({
    ...{ ph: 'X', pid: 1, tid: 1, ts: i * 10, dur: i % 2 === 0 ? 5 : 2, name: i === 0 ? 'odd one' : 'op' },
    args: { kind: i % 1001 === 0 ? 'odd' : 'usual' },
  }));

  test.each([
    ['odd', 0],
    ['odd dur>4us', 4],
  ])('a search of “%s” that is stopped tells how far it is, and goes on from there', async (input, aboveUs) => {
    const dump = await openContext(temporaryFile('trace.json', JSON.stringify(events)));
    const search = searchOf(input, { inArgs: true });
    const asked = events.filter(({ dur }) => dur > aboveUs);
    const argsTotal = asked.filter(({ name }) => name === 'op').length;
    const total = asked.filter(({ args }) => args.kind === 'odd').length;
    expect(await answers['search.count'](dump, { search })).toMatchObject({ total: 1, argsRead: 0, argsTotal });
    // Once a block has been told of, nobody waits any more.
    const work = { bring: async () => {}, begin: () => ({ step: () => {}, end: () => {} }) };
    const afterABlock = {
      ...work,
      get isStopped() {
        return (keptSearch(dump, search).ranks.get(0)?.argsRead ?? 0) > 0;
      },
    };
    await expect(answers['search.args'](dump.during(afterABlock), { search })).rejects.toThrow(QuestionStopped);
    const stopped = await answers['search.count'](dump, { search });
    expect(stopped).toMatchObject({ argsRead: 10_000, argsTotal });
    expect(stopped.total).toBeGreaterThan(1);
    expect(stopped.total).toBeLessThan(total);
    const view = (await dump.timeline(0))!;
    const reads: number[] = [];
    for await (const { read } of foundArgs(view, search, slicesWithoutName(view, search), stopped.argsRead))
      reads.push(read);
    expect(reads).toEqual([20_000, argsTotal].filter((read) => read <= argsTotal));
    const done = await answers['search.args'](dump, { search });
    expect(done).toMatchObject({ total, argsRead: argsTotal, argsTotal });
  });
});

describe('a pattern without end', () => {
  test('is given up, and says so; nothing else waits for it', async () => {
    const events = Array.from({ length: 3 }, (_, i) => ({
      ph: 'X',
      pid: 1,
      tid: 1,
      ts: i * 10,
      dur: 5,
      name: `${'a'.repeat(40)}!${i}`,
    }));
    const dump = await openContext(temporaryFile('trace.json', JSON.stringify(events)));
    const search = searchOf('^(a+)+$', { isPattern: true });
    const startMs = performance.now();
    expect(await answers['search.count'](dump, { search })).toMatchObject({ total: 0, isTooSlow: true });
    expect((await answers['search.page'](dump, pageOf(search))).matchingRows).toBe(0);
    expect(await answers['search.count'](dump, { search })).toMatchObject({ isTooSlow: true });
    // Once, and not again for each question.
    expect(performance.now() - startMs).toBeLessThan(8_000);
    expect((await answers['search.count'](dump, { search: searchOf('aa') })).total).toBe(3);
  });
});
