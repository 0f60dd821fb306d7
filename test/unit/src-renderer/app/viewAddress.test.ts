import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DumpId, SliceSource } from '../../../../src-contract';
import { createAppController } from '../../../../src-renderer/app/appController';
import { currentFragment, followAddress } from '../../../../src-renderer/app/followAddress';
import { lanesIn, lanesText, plainLanes } from '../../../../src-renderer/app/lanesText';
import {
  addressOf,
  addressOfSameView,
  addressWith,
  desktopLink,
  fragmentOf,
  type ViewAddress,
} from '../../../../src-renderer/app/viewAddress';
import type { ConnectionState } from '../../../../src-renderer/engine/connection';
import type { Dropped } from '../../../../src-renderer/engine/droppedFiles';
import { dumpState } from '../../../fixtures/dumpState';
import { scriptedEngine, settled } from '../../../fixtures/scriptedEngine';

const address: ViewAddress = {
  paths: ['/data/a job & more#1', 'C:\\训练\\b'],
  without: ['/data/a job & more#1/rank3'],
  tab: 'memory',
  remembered: {
    clock: {
      mode: 'steps',
      reference: '/data/rank 1',
      moved: [
        { place: '/data/rank@2', byNs: -123_456_789_012_345_680 },
        { place: '/data/rank 3', byNs: 7 },
      ],
    },
    copy: { place: '/data/a@b', step: 13, byNs: -1500 },
    aligned: ['/data/rank 1\nhardware\n7\nAscend Hardware\nslices\n2\nStream 2 & more'],
    merges: [
      { into: 'work', byNs: 0, place: '/data/a@[1]', lanes: ['\nhardware\n7\nAscend & "more"'] },
      { into: 'one', byNs: -2_500_000, place: '/data/b', lanes: ['\nhardware\n7\nA\nslices\n2\n训练 #2'] },
      { into: 'work', byNs: 0, place: '/data/c', lanes: [], packed: { mostSlices: 5, without: ['\n训练 "x"@[]'] } },
      { into: 'work', byNs: -7, place: '/data/d', lanes: ['x'], packed: { mostSlices: 12, without: [] } },
    ],
    view: { startNs: 1_736_412_474_714_258_990n, endNs: 1_736_412_474_714_259_000n },
    selectedRange: { startNs: -5n, endNs: 7n },
    selectedLanes: ['/data/rank 1', '/data/rank2\nhardware\n7\nAscend & more'],
    selection: { place: '/data/rank0/trace_view.json', source: 'event 42' as SliceSource },
    chosen: [
      { place: '/data/rank0/trace_view.json', sources: ['event 42', 'event 7'] as SliceSource[] },
      { place: '/data/"rank" 1', sources: ['event 1'] as SliceSource[] },
    ],
    lanes: {
      preset: 'device',
      grouping: 'kind',
      heights: 'fixed',
      foldedKinds: ['cann'],
      hiddenRanks: ['/data/rank 1'],
      hidden: ['/data/rank0\nhardware\n7\nAscend & more', '/data/rank0\nhardware\n7\nA\nslices\n2\n训练 #2'],
      pinned: ['/data/rank 1\nhardware\n7\nA\nslices\n2\n0\n1'],
      order: [
        ['', ['/data/rank 1', '/data/rank0']],
        ['/data/rank0', ['/data/rank0\nhardware\n7\nAscend & more']],
      ],
      foldedRanks: [['/data/rank0', false]],
      folded: [['/data/rank 1\ncann\n1\nCANN', true]],
      merges: [],
      packed: ['/data/rank0'],
    },
    filter: {
      text: 'stream 0',
      ranks: ['/data/rank 1'],
      kinds: ['hardware'],
      lanes: { name: 'tp', keys: ['/data/rank0', '/data/rank 1\nhardware\n7\nA'] },
    },
    shownFlows: new Set(['async_npu', 'a,b & c']),
    scrollTop: 1234.5,
    panel: 'find',
    search: {
      text: '^a&b=c "1" dur>1ms 训练',
      options: { isCaseSensitive: true, isWholeWord: false, isPattern: true, inArgs: false },
      others: 'hidden',
      isLocked: true,
    },
  },
};

test('what is written is read again, to the ns, whatever the names', () => {
  expect(addressOf(`#${fragmentOf(address)}`)).toEqual(address);
  const little: ViewAddress = { paths: ['/a'], without: [], tab: 'timeline', remembered: {} };
  expect(addressOf(fragmentOf(little))).toEqual(little);
});

test('what somebody else wrote is read as far as it makes sense', () => {
  expect(addressOf('')).toBeUndefined();
  expect(addressOf('#tab=memory')).toBeUndefined();
  expect(addressOf('#open=')).toBeUndefined();
  expect(addressOf(`#open=${'a'.repeat(2 ** 20)}`)).toBeUndefined();
  const plain = { paths: ['/a'], without: [], tab: 'timeline', remembered: {} };
  for (const odd of [
    'view=7..5',
    'view=1e9..2',
    'view=a',
    'range=-',
    'clock=sundial',
    'reference=',
    'moved=1e3@/a',
    'moved=5@',
    'copy=1@/a',
    'aligned=',
    'lane=/data/rank1',
    'merge=one@5@[',
    'merge=two@5@["/a"]',
    'merge=one@5@["/a",7]',
    'merge=one@@[]',
    'merge=packed@0@5@["/a"',
    'merge=packed@0@5@[[],7]',
    'merge=packed@0@5@[[],"/a",7]',
    'slice=event',
    'some=["/a","event 1"]',
    'arranged=7',
    'arranged=[]',
    'only={',
    'flow=',
    'top=-1',
    'top=1e5',
    'panel=console',
    `view=${'9'.repeat(50)}..1`,
  ])
    expect(addressOf(`open=/a&${odd}`), odd).toEqual(plain);
});

test('places that are not there name nothing, and what is arranged by nobody says so', () => {
  const arranged = encodeURIComponent(
    '{"at":["/a"],"hidden":["0\\nx","1\\ny",1,"z"],"hiddenRanks":[0,7],"preset":"none"}',
  );
  const { lanes } = addressOf(`open=/a&arranged=${arranged}`)!.remembered;
  expect(lanes).toEqual({ ...plainLanes, hidden: ['/a\nx'], hiddenRanks: ['/a'] });
  expect(lanesText(plainLanes)).toBe('{}');
  expect(lanesIn('{}')).toEqual(plainLanes);
});

test('an arrangement that would make no link is left out of it', () => {
  const hidden = Array.from({ length: 5000 }, (_, at) => `/data/rank${at}\nhardware\n7\nAscend Hardware`);
  expect(lanesText({ ...plainLanes, hidden })).toBeUndefined();
  const little = { paths: ['/a'], without: [], tab: 'timeline', remembered: { lanes: { ...plainLanes, hidden } } };
  expect(fragmentOf(little)).toBe('open=%2Fa&tab=timeline');
  // Of one rank the place stands once.
  const own = Array.from(
    { length: 300 },
    (_, at) => `/data/a-long-name-of-a-folder-that-all-of-them-have\nhardware\n${at}`,
  );
  expect(lanesText({ ...plainLanes, hidden: own })!.length).toBeLessThan(300 * 25);
});

test('a link of the desktop names the paths, which are asked about, and behind # the view of them', () => {
  const link = new URL(desktopLink(fragmentOf(address)));
  expect([link.protocol, link.host, link.searchParams.getAll('path')]).toEqual(['tracelane:', 'open', address.paths]);
  expect(addressWith(address.paths, link.hash.slice(1))).toEqual(address);
  // What it says to open is nothing that anybody has agreed to.
  expect(addressWith(['/b'], 'open=/etc&tab=memory')).toEqual({
    paths: ['/b'],
    without: [],
    tab: 'memory',
    remembered: {},
  });
  expect(addressWith(['/b'], '')).toBeUndefined();
});

describe('in the window', () => {
  async function start(hash: string, kind: 'browser' | 'electron' = 'browser') {
    const script = scriptedEngine();
    const controller = createAppController({
      engine: script.engine,
      status: createStore<ConnectionState>()(() => ({ status: 'connected', sinceMs: 0 })),
      services: { kind, pathsOfDrop: async () => ['/tmp/upload/a'], pathsOfFiles: async () => [] },
      dispose: vi.fn(),
    });
    await controller.start(addressOf(hash));
    const location = { pathname: '/secret/', search: '', hash } as Location;
    const written: string[] = [];
    const replaceState = (_data: unknown, _title: string, url: string) => {
      written.push(url);
      location.hash = url.includes('#') ? url.slice(url.indexOf('#')) : '';
    };
    const stop = followAddress(controller, {
      location,
      history: { state: undefined, replaceState } as unknown as History,
    });
    return { ...script, controller, written, stop };
  }

  test('a reload opens the same dump, at the same view, in the same tab; the address follows', async () => {
    vi.useFakeTimers();
    const dump = dumpState({ id: 'one' as DumpId, paths: ['/data/job'] });
    const view = { startNs: dump.originNs + 100n, endNs: dump.originNs + 600n };
    const hash = `#${fragmentOf({ paths: ['/data/job'], without: [], tab: 'memory', remembered: { view } })}`;
    const { controller, opens, watches, written, stop } = await start(hash);
    expect(opens[0]!.input).toEqual(['/data/job']);
    opens[0]!.answer('one' as DumpId);
    await vi.advanceTimersByTimeAsync(1_000);
    watches[0]!.answer(dump);
    await vi.advanceTimersByTimeAsync(1_000);
    const { screen, tab } = controller.store.getState();
    expect(tab).toBe('memory');
    if (screen.kind !== 'dump') throw new Error('The dump is not open');
    expect(screen.session.store.getState().view).toEqual({ startNs: 100, endNs: 600 });
    // The same again: nothing is written.
    expect(written).toEqual([]);
    screen.session.actions.setView({ startNs: 200, endNs: 300 });
    screen.session.actions.setView({ startNs: 210, endNs: 310 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written).toHaveLength(1);
    expect(addressOf(written[0]!.split('#')[1]!)?.remembered.view).toEqual({
      startNs: dump.originNs + 210n,
      endNs: dump.originNs + 310n,
    });
    // A gesture is written down once, when it is over.
    for (let startNs = 0; startNs < 100; startNs++) {
      screen.session.actions.setView({ startNs, endNs: startNs + 100 });
      await vi.advanceTimersByTimeAsync(16);
    }
    expect(written).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written).toHaveLength(2);
    expect(addressOf(written[1]!.split('#')[1]!)?.remembered.view?.startNs).toBe(dump.originNs + 99n);
    controller.closeDump();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written.at(-1)).toBe('/secret/');
    stop();
    controller.dispose();
    vi.useRealTimers();
  });

  test('what was uploaded goes with the window, so it is not in the address; on the desktop it is a path like others', async () => {
    for (const kind of ['browser', 'electron'] as const) {
      const { controller, opens, watches, stop } = await start('', kind);
      void controller.drop({} as Dropped);
      await settled();
      opens[0]!.answer('up' as DumpId);
      await settled();
      watches[0]!.answer(dumpState({ id: 'up' as DumpId, paths: ['/tmp/upload/a'] }));
      await settled();
      expect(currentFragment(controller) === '').toBe(kind === 'browser');
      stop();
      controller.dispose();
    }
  });
});

test('a view goes along to the address of a host that was started again', () => {
  const here = { hash: '#open=%2Fdata%2Fjob&tab=timeline' };
  const address = addressOfSameView(' http://127.0.0.1:4181/new-path/?token=abc \n', here);
  expect(address).toBe('http://127.0.0.1:4181/new-path/?token=abc#open=%2Fdata%2Fjob&tab=timeline');
  for (const text of ['', '127.0.0.1:4181', 'javascript:alert(1)', 'http://'])
    expect(addressOfSameView(text, here)).toBeUndefined();
});
