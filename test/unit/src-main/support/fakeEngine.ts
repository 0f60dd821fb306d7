import { tmpdir } from 'node:os';
import type { DumpId, DumpState, Engine, ViewportResult } from '../../../../src-contract';
import { wholeUpdate } from '../../../fixtures/dumpState';
import { fakeEngine } from '../../../fixtures/fakeEngine';

/** An Engine that opens anything, answers with what crosses a wire badly, and remembers what it was asked. */
export interface FakeEngine extends Engine {
  readonly calls: readonly (readonly [method: string, ...args: unknown[]])[];
  readonly openDumps: ReadonlySet<string>;
  /** Lets the next `search` answer; until then it waits. */
  releaseSearch(): void;
}

export function createFakeEngine(): FakeEngine {
  const calls: (readonly [string, ...unknown[]])[] = [];
  const openDumps = new Set<string>();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pathsOf = new Map<DumpId, readonly string[]>();
  const note = (method: string, ...args: readonly unknown[]): void => {
    calls.push([method, ...args]);
  };
  const engine = fakeEngine({
    host: async () => ({ kind: 'browser', version: '0', platform: 'test', initialPaths: [], roots: [] }),
    open: async (paths) => {
      note('open', paths);
      const id = `dump-${calls.length}` as DumpId;
      openDumps.add(id);
      pathsOf.set(id, paths);
      return id;
    },
    openDemo: async () => {
      note('openDemo');
      openDumps.add('demo');
      return 'demo' as DumpId;
    },
    watch: async (dump) => {
      if (!openDumps.has(dump)) throw Object.assign(new Error('The dump is closed.'), { name: 'DumpClosedError' });
      return wholeUpdate(readyState(dump, pathsOf.get(dump) ?? []));
    },
    cancel: async (dump) => note('cancel', dump),
    close: async (dump) => {
      note('close', dump);
      openDumps.delete(dump);
    },
    showOwnLanes: async (dump, lanes) => {
      note('showOwnLanes', dump, lanes);
      return { lanes, notes: [] };
    },
    viewport: async () => viewportResult(),
    flows: async () => {
      throw new RangeError('The window ends before it starts.');
    },
    slice: async () => undefined,
    sliceAtSource: async () => undefined,
    neighbour: async () => undefined,
    search: async () => {
      note('search');
      await released;
      return { slices: [], totalCount: 42 };
    },
    statistics: async () => ({
      rows: [],
      sliceCount: 0,
      nameCount: 0,
      allSelfNs: 0,
      rankCount: 0,
      ranks: [],
      counters: [],
    }),
    findSlice: async () => undefined,
    table: async () => {
      throw new RangeError('There is no such table.');
    },
    tableCsv: async () => '',
    columnValues: async () => ({ values: [], distinctCount: 0 }),
    ask: async () => {
      throw new RangeError('There is no such question.');
    },
    listFolder: async (path) => {
      note('listFolder', path);
      return { path, parent: '/', entries: [] };
    },
    recentDumps: async () => [
      { paths: ['/elsewhere/dump'], without: [], title: 'elsewhere', openedMs: 1, exists: true },
      { paths: [tmpdir()], without: [], title: 'tmp', openedMs: 2, exists: true },
    ],
  });
  return Object.assign(engine, { calls, openDumps, releaseSearch: () => release() });
}

export function readyState(id: DumpId, paths: readonly string[]): DumpState {
  return {
    id,
    revision: 1,
    status: 'ready',
    title: 'job',
    paths,
    without: [],
    originNs: 1_738_825_260_000_000_123n,
    startNs: 0,
    endNs: 1,
    progress: { bytesDone: 1, bytesTotal: 1, eventsDone: 1 },
    ranks: [],
    clusterFiles: [],
    notices: [],
    openMs: 12,
  };
}

export function viewportResult(): ViewportResult {
  return {
    startNs: 0,
    endNs: 10,
    nsPerPixel: 0.5,
    lanes: [],
    quads: {
      originNs: 0,
      namedFromNs: 0.5,
      rowQuads: new Uint32Array([0, 2]),
      gapNs: new Uint32Array([1, 4_294_967_295]),
      durationNs: new Uint32Array([1, 2]),
      slice: new Uint32Array([3, 4_294_967_295]),
      sliceCount: new Uint8Array([1, 9]),
      busy: new Uint8Array([255, 3]),
      colour: new Uint8Array([1, 2]),
      name: new Uint32Array([1]),
      large: new Float64Array([2 ** 52]),
    },
    counters: [],
    folded: [],
    names: [],
  };
}
