import { describe, expect, it } from 'vitest';
import { clampView, firstView, viewForSlice, wholeView } from '../../../../src-renderer/session/viewRange';
import { counterLane, dumpState, laneGroup, rankState, sliceLane } from '../../../fixtures/dumpState';

const extent = { startNs: 0, endNs: 1_000_000 };

describe('wholeView', () => {
  it('holds the dump with one per cent of air', () => {
    expect(wholeView(extent)).toEqual({ startNs: -10_000, endNs: 1_010_000 });
  });

  it('has a length even when the dump has none', () => {
    expect(wholeView({ startNs: 0, endNs: 0 })).toEqual({ startNs: 0, endNs: 1_000_000 });
    expect(wholeView({ startNs: 500_000, endNs: 500_000 })).toEqual({ startNs: 499_000, endNs: 501_000 });
  });
});

describe('firstView', () => {
  const marks = sliceLane(2, { startNs: 5e16, endNs: 5e16 + 100, sliceCount: 3 });
  const dump = (counter: ReturnType<typeof counterLane>) => {
    const groups = [laneGroup(10, [sliceLane(1, { sliceCount: 2 }), counter]), laneGroup(20, [marks])];
    return dumpState({ ranks: [rankState(0, { groups })], startNs: 0, endNs: 5e16 + 100 });
  };

  it('leaves out what stands years away from most, by what is on the lanes', () => {
    expect(firstView(dump(counterLane(3)))).toEqual(wholeView({ startNs: 0, endNs: 1_000 }));
  });

  it('is the whole dump where something fills the time between', () => {
    expect(firstView(dump(counterLane(3, { endNs: 5e16 })))).toEqual(wholeView({ startNs: 0, endNs: 5e16 + 100 }));
  });
});

describe('clampView', () => {
  it('leaves a view alone that is inside', () => {
    expect(clampView({ startNs: 100, endNs: 200 }, extent)).toEqual({ startNs: 100, endNs: 200 });
  });

  it('moves a view that has left the margin, keeping its length', () => {
    expect(clampView({ startNs: 2_000_000, endNs: 2_000_100 }, extent)).toEqual({
      startNs: 1_049_900,
      endNs: 1_050_000,
    });
    expect(clampView({ startNs: -900_000, endNs: -899_000 }, extent)).toEqual({ startNs: -50_000, endNs: -49_000 });
  });

  it('keeps 10 ns and at most the dump with its margins', () => {
    expect(clampView({ startNs: 100, endNs: 101 }, extent)).toEqual({ startNs: 95.5, endNs: 105.5 });
    expect(clampView({ startNs: -9e9, endNs: 9e9 }, extent)).toEqual({ startNs: -50_000, endNs: 1_050_000 });
  });

  it('answers a view that is no range with the whole dump', () => {
    expect(clampView({ startNs: Number.NaN, endNs: 5 }, extent)).toEqual(wholeView(extent));
    expect(clampView({ startNs: 10, endNs: 5 }, extent)).toEqual(wholeView(extent));
  });
});

describe('viewForSlice', () => {
  const view = { startNs: 0, endNs: 10_000 };

  it('stays where the slice can be read already', () => {
    expect(viewForSlice({ startNs: 2_000, durationNs: 1_000 }, view)).toBe(view);
  });

  it('keeps the zoom when only the place is wrong', () => {
    expect(viewForSlice({ startNs: 50_000, durationNs: 1_000 }, view)).toEqual({ startNs: 45_500, endNs: 55_500 });
  });

  it('zooms to six times a slice that is too small or too large', () => {
    expect(viewForSlice({ startNs: 2_000, durationNs: 100 }, view)).toEqual({ startNs: 1_750, endNs: 2_350 });
    expect(viewForSlice({ startNs: 0, durationNs: 60_000 }, view)).toEqual({ startNs: -150_000, endNs: 210_000 });
  });

  it('shows 2 µs around a slice of no length', () => {
    expect(viewForSlice({ startNs: 5_000, durationNs: 0 }, view)).toEqual({ startNs: 4_000, endNs: 6_000 });
  });
});
