import { describe, expect, it } from 'vitest';
import type { SliceRef } from '../../../../src-contract';
import type { DumpSession } from '../../../../src-renderer/session/session';
import type { TimelineData } from '../../../../src-renderer/timeline/data/dataSource';
import type { DataWindow } from '../../../../src-renderer/timeline/data/dataWindow';
import type { Navigation } from '../../../../src-renderer/timeline/moving/navigation';
import { buildRowModel } from '../../../../src-renderer/timeline/rows/buildRows';
import { SliceSelection } from '../../../../src-renderer/timeline/sliceSelection';
import { group, pictureLane, pictureWindow, rank, sliceLane } from './picture';

const model = buildRowModel([rank(0, [group(1, [sliceLane(pictureLane, 2)])])], {
  folded: new Set(),
  foldedRanks: new Set(),
});
const row = model.rows[2];

const fail = (error: unknown) => {
  throw error;
};

/** A selection over the window; what it selects, and the answers that it waits for, in the order it asked. */
function setup(window: DataWindow, view = { startNs: 0, endNs: 200 }) {
  const selected: (number | undefined)[] = [];
  /** One that is added, and what has been selected until then. */
  const added: (number | undefined)[] = [];
  const answers: ((near: DataWindow) => void)[] = [];
  const data = {
    window: window as DataWindow | undefined,
    isIdle: true,
    askNear: () => new Promise<DataWindow>((resolve) => answers.push(resolve)),
  };
  const session = {
    actions: {
      selectSlice: (ref: SliceRef | undefined) => void selected.push(ref?.slice),
      toggleSlice: async (ref: SliceRef) => void added.push(ref.slice, ...selected),
    },
  } as unknown as DumpSession;
  const navigation = { view, nsPerPx: 1 } as Navigation;
  const selection = new SliceSelection(
    session,
    data as Partial<TimelineData> as TimelineData,
    navigation,
    fail,
    () => {},
  );
  return { selection, selected, added, answers, data };
}

describe('the first slice of a lane', () => {
  it('is the first of the topmost row that is in the view', () => {
    const window = pictureWindow(['AABB......', '.....CC...']);
    const inAll = setup(window);
    expect(inAll.selection.selectFirst(row)).toBe(true);
    const late = setup(window, { startNs: 25, endNs: 200 });
    expect(late.selection.selectFirst(row)).toBe(true);
    const below = setup(window, { startNs: 45, endNs: 60 });
    expect(below.selection.selectFirst(row)).toBe(true);
    expect([inAll.selected, late.selected, below.selected]).toEqual([[0], [1], [2]]);
  });

  it('is none where the view has none', () => {
    const { selection, selected } = setup(pictureWindow(['AABB......', '.....CC...']), { startNs: 80, endNs: 90 });
    expect([selection.selectFirst(row), selected]).toEqual([false, []]);
    // Nothing is awaited: none comes.
    expect([selection.settle(model), selected]).toEqual([false, []]);
  });

  it('is selected once there are data of the lane, unless another slice is before', () => {
    const { selection, selected, data } = setup(pictureWindow(['AABB......', '.....CC...']));
    const there = data.window;
    for (const isOther of [false, true]) {
      data.window = undefined;
      data.isIdle = false;
      expect(selection.selectFirst(row)).toBe(false);
      expect(selection.settle(model)).toBe(false);
      data.window = there;
      data.isIdle = true;
      if (isOther) selection.select(undefined, 0, () => undefined);
      expect(selection.settle(model)).toBe(!isOther);
    }
    expect(selected).toEqual([0, undefined]);
  });
});

describe('of a run of slices too short to be told apart', () => {
  const run = pictureWindow(['AAAAAAAA'], (quad) => ({ ...quad, sliceCount: 40, slice: 7 }));
  const near = pictureWindow(['..BB....'], (quad) => ({ ...quad, slice: 21 }));
  const hit = { kind: 'quad', row, quad: 0, laneRow: 0 } as const;
  const closer = (own: DataWindow) => (own === near ? hit : undefined);

  it('that slice is selected which is seen from close by', async () => {
    const { selection, selected, answers } = setup(run);
    selection.select(hit as never, 25, closer as never);
    expect(selected).toEqual([]);
    answers[0](near);
    await new Promise((resolve) => setTimeout(resolve));
    expect(selected).toEqual([21]);
  });

  it('an answer that comes after another selection, or after the end, selects nothing', async () => {
    const { selection, selected, answers } = setup(run);
    selection.select(hit as never, 25, closer as never);
    selection.select(undefined, 0, () => undefined);
    selection.select(hit as never, 25, closer as never);
    selection.dispose();
    for (const answer of answers) answer(near);
    await new Promise((resolve) => setTimeout(resolve));
    expect([answers.length, selected]).toEqual([2, [undefined]]);
  });

  it('one that is added waits for the one before it to be found', async () => {
    const { selection, selected, added, answers, data } = setup(run);
    selection.select(hit as never, 25, closer as never);
    data.window = pictureWindow(['AABB....'], (quad) => ({ ...quad, slice: 5 }));
    selection.select(hit as never, 5, () => undefined, 'one');
    await Promise.resolve();
    expect([selected, added]).toEqual([[], []]);
    answers[0](near);
    await new Promise((resolve) => setTimeout(resolve));
    expect([selected, added]).toEqual([[21], [5, 21]]);
  });
});
