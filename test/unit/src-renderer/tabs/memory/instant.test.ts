import { expect, onTestFinished, test, vi } from 'vitest';
import type { MemoryComponent } from '../../../../../src-contract';
import { createSession } from '../../../../../src-renderer/session/createSession';
import { atPeak, movedPeak } from '../../../../../src-renderer/tabs/memory/instant';
import { memoryStore } from '../../../../../src-renderer/tabs/memory/memoryState';
import { dumpState, laneGroup, rankState, sliceLane } from '../../../../fixtures/dumpState';
import { scriptedEngine } from '../../../../fixtures/scriptedEngine';

/** A dump of one rank that begins at this instant of the time that is shown. */
const dumpFrom = (startNs: number) =>
  dumpState({ ranks: [rankState(0, { groups: [laneGroup(110, [sliceLane(111)])], startNs })], endNs: 300_000 });

const component = (ns: number): MemoryComponent => ({
  id: 'PTA',
  component: 'PTA',
  from: 'records',
  isTimeLost: false,
  metrics: [{ metric: 'allocated', peakBytes: 1, peakNs: ns, sampleCount: 1, firstBytes: 0, lastBytes: 0 }],
});

test('what has been chosen stays with its instant where the dump is shown by another clock', () => {
  const { engine } = scriptedEngine();
  const session = createSession({ engine, dump: dumpFrom(0), onError: vi.fn(), watchRetryMs: 1 });
  onTestFinished(() => session.dispose());
  const store = memoryStore(session);
  const range = { startNs: 10, endNs: 20 };
  store.setState({
    ...atPeak(component(55_000), 'allocated', 55_000),
    view: { start: 50_000, end: 60_000 },
    allocations: { kind: 'made', name: 'aten::empty', range },
  });
  session.store.setState({ dump: dumpFrom(114_000) });
  expect(store.getState()).toMatchObject({
    instantNs: 169_000,
    peak: { ns: 169_000 },
    view: { start: 164_000, end: 174_000 },
    allocations: { kind: 'made', name: 'aten::empty', range: { startNs: 114_010, endNs: 114_020 } },
  });
});

test('a peak that was chosen by what was known before is the one that is known now, unless another instant is chosen', () => {
  const chosen = atPeak(component(55_000), 'allocated', 55_000);
  expect(movedPeak(chosen, [component(169_000)])).toEqual(atPeak(component(169_000), 'allocated', 169_000));
  expect(movedPeak(chosen, [component(55_000)])).toBeUndefined();
  expect(movedPeak(chosen, [])).toBeUndefined();
  expect(movedPeak({ ...chosen, instantNs: 7 }, [component(169_000)])).toBeUndefined();
  expect(movedPeak({ instantNs: 55_000, peak: undefined }, [component(169_000)])).toBeUndefined();
});
