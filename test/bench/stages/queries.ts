import type { DumpState, Engine, LaneId, SortKey, ViewportQuery } from '../../../src-contract';
import { type Measurement, percentile, startStopwatch } from '../measurement';
import { eventCountOf, fullestLanes, openedState, sliceLanes, startEngine, withClocks } from './engineProcess';

const LANES = 60;
const PIXELS = 2000;
const QUERIES = 300;
const WHOLE_VIEWS = 60;
/** The widest window is everything, the narrowest this many times less. */
const LARGEST_ZOOM = 100_000;

/** What is asked while one pans and zooms: 60 lanes × 2000 pixels anywhere, through the engine and its thread. */
export async function measureQueries(path: string): Promise<Measurement> {
  const host = startEngine();
  const opened = startStopwatch();
  const state = await withClocks(host.engine, await openedState(host.engine, path));
  const clocksMs = opened.read().wallMs - (state.openMs ?? 0);
  // What there is to look at, which every window asks for as soon as there is a dump: the code of tables comes with it.
  const { ms: viewsMs } = await timed(() => host.engine.views(state.id));
  const watch = startStopwatch();
  const lanes = fullestLanes(state, LANES);
  const viewportMs: number[] = [];
  const quads: number[] = [];
  const quadBytes: number[] = [];
  for (let i = 0; i < QUERIES; i++) {
    const { answer, ms } = await timed(() => host.engine.viewport(windowAt(state, lanes, i)));
    // The first ones find cold code.
    if (i >= 20) viewportMs.push(ms);
    quads.push(answer.quads.slice.length);
    quadBytes.push(bytesOf(answer.quads));
  }
  const measured = watch.read();
  const whole = await wholeViews(host.engine, state, lanes);
  const searchMs = await searchTimes(host.engine, state, ['matmul', 'add', 'allreduce', 'MatMul', 'norm']);
  // As one types: nearly everything has these letters.
  const typedMs = await searchTimes(host.engine, state, ['e', 'a', 'al', 'o', 'on']);
  const { ms: searchSortedMs } = await timed(() =>
    firstPageOf(host.engine, state, 'a', [{ column: 'duration', isDescending: true }]),
  );
  const arrowMs = await arrowTimes(host.engine, state);
  const { ms: statisticsMs } = await timed(() =>
    host.engine.statistics({ dump: state.id, startNs: state.startNs, endNs: state.endNs, lanes, maxRows: 100 }),
  );
  const { ms: selectionMs } = await timed(() => host.engine.statistics({ ...middleOf(state), lanes, maxRows: 100 }));
  const overviewMs = await overviewTimes(host.engine, state);
  await host.dispose();
  const details = {
    lanes: lanes.length,
    slices: sliceLanes(state).reduce((sum, { sliceCount }) => sum + sliceCount, 0),
    viewportP50Ms: percentile(viewportMs, 0.5),
    viewportP95Ms: percentile(viewportMs, 0.95),
    viewportMaxMs: Math.max(...viewportMs),
    ...whole,
    clocksMs,
    viewsMs,
    quadsMax: Math.max(...quads),
    quadsMaxKb: Math.max(...quadBytes) / 1000,
    arrowsAllMs: arrowMs[0],
    arrowsNearMs: percentile(arrowMs.slice(1), 0.5),
    searchFirstMs: searchMs[0],
    searchMs: percentile(searchMs.slice(1), 0.5),
    searchTypedMs: Math.max(...typedMs),
    searchSortedMs,
    statisticsMs,
    selectionMs,
    overviewFirstMs: overviewMs[0],
    overviewMs: Math.max(...overviewMs.slice(1)),
  };
  return { ...measured, sizeBytes: state.progress.bytesTotal, events: eventCountOf(state), details };
}

/** Windows of all widths, spread over the dump by the golden ratio: the same ones in every run. */
function windowAt(state: DumpState, lanes: readonly LaneId[], i: number): ViewportQuery {
  const span = state.endNs - state.startNs;
  const width = span * LARGEST_ZOOM ** -((i * 0.618_033_988_7) % 1);
  const startNs = state.startNs + (span - width) * ((i * 0.754_877_666_2) % 1);
  const nsPerPixel = width / PIXELS;
  return { dump: state.id, startNs, endNs: startNs + width, nsPerPixel, lanes, folded: [], labelMinPixels: 40 };
}

/** All of the dump in the same lanes and pixels, again and again: what is asked first, and the most there is to look at. */
async function wholeViews(engine: Engine, state: DumpState, lanes: readonly LaneId[]): Promise<Measurement['details']> {
  const nsPerPixel = (state.endNs - state.startNs) / PIXELS;
  const { id: dump, startNs, endNs } = state;
  const times: number[] = [];
  let wholeQuads = 0;
  for (let i = 0; i < WHOLE_VIEWS; i++) {
    const query = { dump, startNs, endNs, nsPerPixel, lanes, folded: [], labelMinPixels: 40 };
    const { answer, ms } = await timed(() => engine.viewport(query));
    times.push(ms);
    wholeQuads = answer.quads.slice.length;
  }
  return { wholeQuads, wholeP50Ms: percentile(times, 0.5), wholeP95Ms: percentile(times, 0.95) };
}

/** As the window searches: how many there are in all ranks, then the first rows of their table. */
async function searchTimes(engine: Engine, state: DumpState, texts: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const text of texts) times.push((await timed(() => firstPageOf(engine, state, text))).ms);
  return times;
}

async function firstPageOf(
  engine: Engine,
  state: DumpState,
  text: string,
  sort: readonly SortKey[] = [],
): Promise<void> {
  const limits = { categories: [], lanes: [], ranks: [] };
  const search = { text, match: 'part', isCaseSensitive: false, inArgs: false, ...limits } as const;
  await engine.ask(state.id, 'search.count', { search });
  await engine.ask(state.id, 'search.page', { search, sort, filters: [], firstRow: 0, rowCount: 100 });
}

/** Arrows of all categories: those of everything first, then those of windows a thousandth as wide. */
async function arrowTimes(engine: Engine, state: DumpState): Promise<number[]> {
  const categories = [...new Set(state.ranks.flatMap((rank) => rank.flowCategories.map(({ name }) => name)))];
  const lanes = sliceLanes(state).map(({ id }) => id);
  const span = state.endNs - state.startNs;
  const times: number[] = [];
  for (const [share, width] of [[0, span], ...[0.2, 0.4, 0.6, 0.8, 0.99].map((at) => [at, span / 1000])]) {
    const startNs = state.startNs + share * span;
    const window = { dump: state.id, startNs, endNs: startNs + width, nsPerPixel: width / PIXELS, lanes };
    const { ms } = await timed(() => engine.flows({ ...window, categories, maxArrows: 2000 }));
    times.push(ms);
  }
  return times;
}

/** A region of half of the time. */
function middleOf({ id, startNs, endNs }: DumpState) {
  const quarterNs = (endNs - startNs) / 4;
  return { dump: id, startNs: startNs + quarterNs, endNs: endNs - quarterNs };
}

/** Of the first rank: at first, in all parts of it with what is known now, and of the stretch of a zoom. */
async function overviewTimes(engine: Engine, state: DumpState): Promise<number[]> {
  const rank = state.ranks[0].index;
  const times: number[] = [];
  for (const { startNs, endNs } of [state, { ...state, endNs: state.endNs + 1 }, middleOf(state)]) {
    const { ms } = await timed(() =>
      engine.ask(state.id, 'timeline.overview', { rank, startNs, endNs, columns: PIXELS }),
    );
    times.push(ms);
  }
  return times;
}

/** Bytes of all columns. */
function bytesOf(columns: object): number {
  return Object.values(columns).reduce((sum, column) => sum + (ArrayBuffer.isView(column) ? column.byteLength : 0), 0);
}

async function timed<T>(run: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const startMs = performance.now();
  const answer = await run();
  return { answer, ms: performance.now() - startMs };
}
