import { describe, expect, inject, test } from 'vitest';
import type { ArrangedSlices } from '../../../../../src-worker/index/arrangedSlices';
import {
  type FlowLoops,
  type FlowSource,
  matchFlows,
  plainFlowLoops,
} from '../../../../../src-worker/index/arrows/matchFlows';
import { sweepLane } from '../../../../../src-worker/index/arrows/sweptLane';
import { type Chunk, createChunk } from '../../../../../src-worker/index/columns/chunks';
import { sliceTimesOf, sourceOf } from '../../../../../src-worker/index/columns/indexSlices';
import { MARK_COLUMNS, SLICE_COLUMNS } from '../../../../../src-worker/index/columns/segmentColumns';
import { chosenRows } from '../../../../../src-worker/index/excerpt';
import { plainLoops, type SliceLoops } from '../../../../../src-worker/index/loops/sliceLoops';
import { WasmFlows } from '../../../../../src-worker/index/loops/wasmFlows';
import { WasmLoops } from '../../../../../src-worker/index/loops/wasmLoops';
import { LoopMemory } from '../../../../../src-worker/index/loops/wasmMemory';
import { loadWasmModule } from '../../../../../src-worker/tokenizer/wasmModule';
import { Random } from '../../../../fixtures/random';

const module = loadWasmModule(inject('arrangingWasm'));
if (!module) throw new Error('this engine has no WebAssembly, so its loops cannot be tested');

const LANES = 5;
const CATEGORIES = 3;

/** Ends of few keys, with all that a key can have: one start, several, steps, none of them, times that go back. */
function drawnEnds(random: Random, count: number, keys: number): Chunk<typeof MARK_COLUMNS> {
  const chunk = createChunk(MARK_COLUMNS, count);
  const { columns } = chunk;
  for (let i = 0; i < count; i++) {
    const key = random.integer(0, keys - 1);
    columns.phase[i] = (key % 7 === 0 ? random.pick(['s', 't', 'f']) : i % 2 === 0 ? 's' : 'f').charCodeAt(0);
    if (key % 11 === 0) columns.phase[i] = 'f'.charCodeAt(0);
    columns.flags[i] = random.integer(0, 15);
    columns.timeNs[i] = random.chance(0.1) ? random.integer(-1000, 1000) : 10 * i + random.integer(0, 4);
    columns.lane[i] = random.integer(0, 1);
    columns.category[i] = random.integer(0, 1);
    // Keys that only one of the halves tells apart.
    columns.idLow[i] = 0x9000_0000 + (key >> 1);
    columns.idHigh[i] = key & 1;
    columns.source[i] = 1000 + i;
  }
  return chunk;
}

function drawnSources(random: Random, count: number, keys: number): FlowSource[] {
  return [0, 1, 2].map((segment) => ({
    flowEnds: [drawnEnds(random, count, keys), drawnEnds(random, segment === 1 ? 3 : count + 1, keys)],
    maps: {
      lane: Uint32Array.of(segment, random.integer(0, LANES - 1)),
      category: Uint32Array.of(random.integer(0, CATEGORIES - 1), 1),
    },
  }));
}

/** Or it would not be WebAssembly that is tested. */
const noLoops: FlowLoops = {
  // Of a chunk of few ends.
  mapIds: (...args) => plainFlowLoops.mapIds(...args),
  link() {
    throw new Error('left to the plain loops');
  },
};

interface Found {
  readonly byKey: Map<string, number[]>;
  readonly arrows: Set<string>;
}

/** Arrows as `matchFlows` says that they are, found key by key. */
function arrowsByRule({ ends, phases }: { ends: ReturnType<typeof matchFlows>['ends']; phases: string[] }): Found {
  const byKey = new Map<string, number[]>();
  phases.forEach((_, end) => {
    const key = `${ends.category[end]} ${ends.idHigh[end]} ${ends.idLow[end]}`;
    byKey.set(key, [...(byKey.get(key) ?? []), end]);
  });
  const arrows = new Set<string>();
  for (const group of byKey.values()) {
    const sorted = [...group].sort((a, b) => ends.timeNs[a] - ends.timeNs[b] || a - b);
    const sources = sorted.filter((end) => phases[end] !== 'f');
    const first = sorted.find((end) => phases[end] === 's') ?? sources[0];
    if (first === undefined) continue;
    sorted.forEach((end, at) => {
      if (phases[end] === 's' || end === first) return;
      const before = sorted.slice(0, at).filter((other) => phases[other] !== 'f');
      arrows.add(`${before[before.length - 1] ?? first} ${end}`);
    });
  }
  return { byKey, arrows };
}

describe('arrows matched in WebAssembly', () => {
  test.each([
    [400, 1_000],
    [1_500, 200],
  ])('three segments of %i ends and more, %i keys: as the plain loops, and as the rule is', (count, keys) => {
    const sources = drawnSources(new Random(count), count, keys);
    const plain = matchFlows(sources, LANES, CATEGORIES);
    const wasm = matchFlows(sources, LANES, CATEGORIES, new WasmFlows(new LoopMemory(module), noLoops));
    expect(wasm).toEqual(plain);
    const { ends, from, to, categoryFirst } = wasm;
    const phases = [...ends.phase].map((phase) => String.fromCharCode(phase));
    const { arrows } = arrowsByRule({ ends, phases });
    expect(arrows.size).toBeGreaterThan(100);
    expect(new Set([...from].map((end, i) => `${end} ${to[i]}`))).toEqual(arrows);
    expect(from.length).toBe(arrows.size);
    // By category, and within it by the earlier of both times.
    const order = [...from].map((end, i) => ({
      category: ends.category[to[i]],
      earlierNs: Math.min(ends.timeNs[end], ends.timeNs[to[i]]),
    }));
    expect(order).toEqual([...order].sort((a, b) => a.category - b.category || a.earlierNs - b.earlierNs));
    const firstOf = (category: number) => order.filter((link) => link.category < category).length;
    expect([...categoryFirst]).toEqual([0, 1, 2, 3].map(firstOf));
  });

  test.each([1, 3])('sources of %i segments are those that were read, also where one is beyond a word', (segments) => {
    for (const beyond of [undefined, 2 ** 32, 2 ** 45 + 3, -1]) {
      const drawn = drawnSources(new Random(6), 700, 90).slice(0, segments);
      // In the other case one chunk in all.
      const sources = segments > 1 ? drawn : drawn.map((own) => ({ ...own, flowEnds: own.flowEnds.slice(0, 1) }));
      const columns = sources.flatMap(({ flowEnds }) => flowEnds.map((chunk) => chunk.columns.source));
      if (beyond !== undefined) columns[columns.length - 1][2] = beyond;
      const { ends } = matchFlows(sources, LANES, CATEGORIES, new WasmFlows(new LoopMemory(module), noLoops));
      const wanted = columns.flatMap((column) => [...column]);
      expect(wanted.map((_, i) => sourceOf(ends, i))).toEqual(wanted);
      if (beyond === undefined) expect(ends.source).toBeInstanceOf(Uint32Array);
    }
  });

  test('few ends are left to the plain loops', () => {
    const sources = drawnSources(new Random(4), 20, 9);
    expect(matchFlows(sources, LANES, CATEGORIES, new WasmFlows(new LoopMemory(module)))).toEqual(
      matchFlows(sources, LANES, CATEGORIES),
    );
  });
});

/** Leaves nothing to the plain loops. */
function onlyWasm(): WasmLoops {
  const left = () => {
    throw new Error('left to the plain loops');
  };
  const none: SliceLoops = { ...plainLoops, chosenRows: left, sweepLane: left };
  return new WasmLoops(module as WebAssembly.Module, none);
}

test('what there is on a lane at many instants', () => {
  for (let seed = 0; seed < 4; seed++) {
    const random = new Random(30 + seed);
    const rowSizes = [700, 0, 1, 400, 30];
    const starts: number[] = [];
    const ends: number[] = [];
    for (const size of rowSizes) {
      let ns = -50;
      for (let i = 0; i < size; i++) {
        const start = ns + random.integer(0, 6);
        starts.push(start);
        ns = start + random.pick([0, 0, 3, 9]);
        // The last one of a row is long enough to have its end elsewhere.
        ends.push(i === size - 1 ? start + 2 ** 33 : ns);
      }
    }
    const rowFirstSlice = Uint32Array.of(0, 700, 700, 701, 1101, 1131);
    const slices = {
      ...sliceTimesOf(Float64Array.from(starts), Float64Array.from(ends)),
      flags: Uint8Array.from(starts, () => random.integer(0, 3)),
      laneFirstRow: Uint32Array.of(0, 5),
      rowFirstSlice,
    } as unknown as ArrangedSlices;
    const instants = Float64Array.from({ length: 900 }, () => random.integer(-60, 5000)).sort();
    const [found, wanted] = [onlyWasm().sweepLane(slices, 0, 5, instants), sweepLane(slices, 0, 5, instants)];
    expect([...found.found]).toEqual([...wanted.found]);
    expect([...found.isAmbiguous]).toEqual([...wanted.isAmbiguous]);
    expect(new Set(found.found).size).toBeGreaterThan(100);
    // All that touch an instant, by looking at each slice.
    const isRight = (ns: number, slice: number) => starts[slice] <= ns && ends[slice] >= ns;
    const wrong = [...instants].filter((ns, i) => {
      const slice = found.found[i];
      return slice === 0xffffffff ? starts.some((_, other) => isRight(ns, other)) : !isRight(ns, slice);
    });
    expect(wrong).toEqual([]);
  }
});

test('slices that an excerpt shows', () => {
  const random = new Random(77);
  const loops = onlyWasm();
  for (const max of [700, 33, 2_001]) {
    const chunks = [9_000, 1, 2_500].map((count) => {
      const chunk = createChunk(SLICE_COLUMNS, count);
      for (let i = 0; i < count; i++) {
        chunk.columns.startNs[i] = 10 * i;
        chunk.columns.endNs[i] = 10 * i + (random.chance(0.05) ? random.integer(0, 2 ** 40) : random.integer(-3, 90));
      }
      return chunk;
    });
    const found = [...loops.chosenRows(chunks, max)];
    expect(found).toEqual([...chosenRows(chunks, max)]);
    const ns = chunks.flatMap(({ columns }) => [...columns.endNs].map((end, i) => end - columns.startNs[i]));
    const longest = ns.indexOf(Math.max(...ns));
    expect(found).toContain(longest);
    expect(new Set(found).size).toBeGreaterThan(max / 4);
  }
});
