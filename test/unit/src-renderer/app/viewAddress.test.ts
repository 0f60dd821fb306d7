import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DumpId, SliceSource } from '../../../../src-contract';
import { createAppController } from '../../../../src-renderer/app/appController';
import { currentFragment, followAddress } from '../../../../src-renderer/app/followAddress';
import { addressOf, fragmentOf, type ViewAddress } from '../../../../src-renderer/app/viewAddress';
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
      moved: { place: '/data/rank@2', byNs: -123_456_789_012_345_680 },
    },
    copy: { place: '/data/a@b', step: 13, byNs: -1500 },
    aligned: ['/data/rank 1\nhardware\n7\nAscend Hardware\nslices\n2\nStream 2 & more'],
    view: { startNs: 1_736_412_474_714_258_990n, endNs: 1_736_412_474_714_259_000n },
    selectedRange: { startNs: -5n, endNs: 7n },
    selection: { place: '/data/rank0/trace_view.json', source: 'event 42' as SliceSource },
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
    'slice=event',
    `view=${'9'.repeat(50)}..1`,
  ])
    expect(addressOf(`open=/a&${odd}`), odd).toEqual(plain);
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
