/** Python call paths: what the threads that launch work were in while the device did not compute. */
import { endNsOf } from '../../index/columns/indexSlices';
import { lanesOf } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { HostThreads } from '../freeTime/hostThreads';
import { eachLaunch, outwards } from '../launches';
import type { FunctionTimes, Window } from './functionTimes';

const PYTHON = 'python_function';
/** Between the frames of a path, as PerfTracker writes it. */
const JOIN = '|';

interface PathSums {
  readonly parent: number;
  readonly name: number;
  count: number;
  exposedNs: number;
  freeNs: number;
  totalNs: number;
  squares: number;
  longest: number;
  longestNs: number;
}

/**
 * A frame has its own time, without that of the frames it calls; ops and runtime calls within are its own. The times of
 * all paths of a thread sum up to what of the thread’s outermost frames is exposed. Paths of several threads are added.
 */
export function pythonPaths(view: RankView, lanes: readonly number[], window: Window): FunctionTimes[] {
  const paths = new Paths(view, window);
  for (const lane of lanes) paths.addLane(lane);
  return paths.times();
}

/** Of threads that launch work; of all, where no arrow tells. Times of others say what waits in the background. */
export function pythonLanes(view: RankView): readonly number[] {
  const { index } = view;
  const isPython = index.categories.map((category) => category === PYTHON);
  const lanes = lanesOf(view)
    .filter(({ position, kind }) => position < index.lanes.length && kind !== 'hardware' && kind !== 'communication')
    .map(({ position }) => position)
    .filter((lane) => hasCategory(view, lane, isPython));
  const threads = new HostThreads(view);
  const launching = launchingThreads(view, threads);
  const known = lanes.filter((lane) => {
    const first = index.rowFirstSlice[index.laneFirstRow[lane]];
    return launching.has(threads.threadOf(first));
  });
  return known.length > 0 ? known : lanes;
}

function hasCategory({ index }: RankView, lane: number, isWanted: readonly boolean[]): boolean {
  const { category } = index.slices;
  const end = index.rowFirstSlice[index.laneFirstRow[lane + 1]];
  for (let slice = index.rowFirstSlice[index.laneFirstRow[lane]]; slice < end; slice++)
    if (isWanted[category[slice]]) return true;
  return false;
}

/** Slices with an arrow are marked first, and rows looked through for marks: not each of a million arrows' rows looked for. */
function launchingThreads(view: RankView, threads: HostThreads): ReadonlySet<number | undefined> {
  const { slices, rowFirstSlice } = view.index;
  const isFrom = new Uint8Array(slices.startNs.length);
  eachLaunch(view, (from) => {
    isFrom[from] = 1;
  });
  const launching = new Set<number | undefined>();
  for (let row = 0; row + 1 < rowFirstSlice.length; row++)
    if (isFrom.subarray(rowFirstSlice[row], rowFirstSlice[row + 1]).includes(1))
      launching.add(threads.threadOf(rowFirstSlice[row]));
  launching.delete(undefined);
  return launching;
}

class Paths {
  readonly #view: RankView;
  readonly #window: Window;
  readonly #isPython: Uint8Array;
  readonly #paths: PathSums[] = [];
  /** By parent path and name. */
  readonly #known = new Map<number, number>();
  /** Of each name the first one that says the same, and 1: addresses of objects differ from call to call and rank to rank. */
  readonly #sameName: Uint32Array;
  readonly #firstOf = new Map<string, number>();
  /** Of each name the path that was looked for last, and its parent, and 1: it is nearly always the next one too. */
  readonly #lastPath: Uint32Array;
  readonly #lastParent: Uint32Array;

  constructor(view: RankView, window: Window) {
    this.#view = view;
    this.#window = window;
    this.#isPython = Uint8Array.from(view.index.categories, (category) => (category === PYTHON ? 1 : 0));
    const nameCount = view.index.names.ends.length;
    this.#sameName = new Uint32Array(nameCount);
    this.#lastPath = new Uint32Array(nameCount);
    this.#lastParent = new Uint32Array(nameCount);
  }

  addLane(lane: number): void {
    const { slices, laneFirstRow, rowFirstSlice } = this.#view.index;
    const { startNs: starts, category } = slices;
    const isPython = this.#isPython;
    const first = rowFirstSlice[laneFirstRow[lane]];
    // Of each slice the path it is in: its own of a frame, that of the frame around it of others.
    const pathOf = new Int32Array(rowFirstSlice[laneFirstRow[lane + 1]] - first).fill(-1);
    for (let row = laneFirstRow[lane]; row < laneFirstRow[lane + 1]; row++) {
      const [firstOfRow, endOfRow] = [rowFirstSlice[row], rowFirstSlice[row + 1]];
      let above = row > laneFirstRow[lane] ? rowFirstSlice[row - 1] : -1;
      for (let slice = firstOfRow; slice < endOfRow; slice++) {
        const startNs = starts[slice];
        if (above >= 0) while (above + 1 < firstOfRow && starts[above + 1] <= startNs) above++;
        const around = above < 0 ? undefined : this.#around(above, slice);
        const outer = around === undefined ? -1 : pathOf[around - first];
        pathOf[slice - first] = isPython[category[slice]] === 1 ? this.#addFrame(outer, slice) : outer;
      }
    }
  }

  /** Nearly always the slice in the row above. */
  #around(above: number, slice: number): number | undefined {
    const { slices } = this.#view.index;
    if (slices.startNs[above] <= slices.startNs[slice] && endNsOf(slices, above) >= endNsOf(slices, slice))
      return above;
    for (const own of outwards(this.#view, slice)) if (own !== slice) return own;
    return undefined;
  }

  #addFrame(outer: number, slice: number): number {
    const { slices } = this.#view.index;
    const path = this.#pathOf(outer, this.#nameOf(slices.name[slice]));
    const { startNs: windowFromNs, endNs: windowToNs, free, computing } = this.#window;
    const startNs = slices.startNs[slice];
    const endNs = endNsOf(slices, slice);
    // The outermost frame of a recording begins before it.
    const fromNs = Math.max(startNs, windowFromNs);
    const toNs = Math.min(endNs, windowToNs);
    if (toNs <= fromNs) return path;
    const freeNs = free.coveredNs(fromNs, toNs);
    const exposedNs = toNs - fromNs - computing.coveredNs(fromNs, toNs);
    const sums = this.#paths[path];
    const ns = endNs - startNs;
    sums.count++;
    sums.exposedNs += exposedNs;
    sums.freeNs += freeNs;
    sums.totalNs += ns;
    sums.squares += ns * ns;
    if (ns > sums.longestNs) {
      sums.longestNs = ns;
      sums.longest = slice;
    }
    if (outer >= 0) {
      this.#paths[outer].exposedNs -= exposedNs;
      this.#paths[outer].freeNs -= freeNs;
    }
    return path;
  }

  #nameOf(name: number): number {
    const known = this.#sameName[name];
    if (known !== 0) return known - 1;
    const text = withoutAddress(this.#view.nameText(name));
    const first = this.#firstOf.get(text) ?? name;
    this.#firstOf.set(text, first);
    this.#sameName[name] = first + 1;
    return first;
  }

  #pathOf(parent: number, name: number): number {
    if (this.#lastPath[name] !== 0 && this.#lastParent[name] === parent + 1) return this.#lastPath[name] - 1;
    const path = this.#lookedUp(parent, name);
    this.#lastPath[name] = path + 1;
    this.#lastParent[name] = parent + 1;
    return path;
  }

  #lookedUp(parent: number, name: number): number {
    // Ids of names are below 2^32, paths fewer than slices: the product stays a safe integer.
    const key = (parent + 1) * this.#view.index.names.ends.length + name;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const path = this.#paths.length;
    const none = { count: 0, exposedNs: 0, freeNs: 0, totalNs: 0, squares: 0, longest: -1, longestNs: -1 };
    this.#paths.push({ parent, name, ...none });
    this.#known.set(key, path);
    return path;
  }

  times(): FunctionTimes[] {
    return this.#paths
      .map((own, path) => ({ own, path }))
      .filter(({ own }) => own.exposedNs > 0)
      .map(({ own: { count, exposedNs, freeNs, totalNs, squares, longest }, path }) => {
        const meanNs = totalNs / count;
        return {
          key: this.#text(path),
          count,
          exposedNs,
          freeNs,
          meanNs,
          medianNs: Number.NaN,
          deviationNs: Math.sqrt(Math.max(0, squares / count - meanNs * meanNs)),
          durationsNs: undefined,
          longest,
          longestStartNs: this.#view.index.slices.startNs[longest],
        };
      });
  }

  #text(path: number): string {
    const frames: string[] = [];
    for (let at = path; at >= 0; at = this.#paths[at].parent)
      frames.push(withoutAddress(this.#view.nameText(this.#paths[at].name)));
    return frames.reverse().join(JOIN);
  }
}

/** "<built-in method item of Tensor object at 0xfffc81ca5310>" → "<built-in method item of Tensor object>". */
function withoutAddress(name: string): string {
  return name.replace(/ at 0x[0-9a-f]+/gi, '');
}
