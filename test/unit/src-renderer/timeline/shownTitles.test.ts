import { expect, test, vi } from 'vitest';
import { buildRowModel } from '../../../../src-renderer/timeline/rows/buildRows';
import { rowsBetween } from '../../../../src-renderer/timeline/rows/rows';
import { ShownTitles } from '../../../../src-renderer/timeline/shownTitles';
import { group, rank, sliceLane } from './picture';

const lanes = Array.from({ length: 400 }, (_, at) => sliceLane(at + 10));
const model = buildRowModel([rank(0, [group(1, lanes)])], { folded: new Set(), foldedRanks: new Set() });
const styled = () => ({ style: { transform: '', marginTop: '', setProperty: vi.fn() } });

test('titles on screen are always rendered, and are rendered anew only when too few are left around them', () => {
  const navigation = { scrollTop: 0, pageHeight: 300 };
  const titles = new ShownTitles({ titles: styled(), scrollTrack: styled() }, navigation);
  let changes = 0;
  titles.rows.subscribe((next, before) => {
    if (next.span !== before.span) changes++;
  });
  const frames = 200;
  for (let frame = 0; frame < frames; frame++) {
    navigation.scrollTop = 10 * frame;
    const seen = rowsBetween(model, navigation.scrollTop, navigation.scrollTop + navigation.pageHeight);
    titles.show(model, seen.first);
    const { span, topRow } = titles.rows.getState();
    expect([span.first <= seen.first, span.end >= seen.end, topRow]).toEqual([true, true, seen.first]);
  }
  expect(changes).toBeGreaterThan(5);
  expect(changes).toBeLessThan(frames / 4);
});

test('rows of another model are shown at once', () => {
  const titles = new ShownTitles({ titles: styled(), scrollTrack: styled() }, { scrollTop: 0, pageHeight: 300 });
  titles.show(model, 0);
  const other = buildRowModel([rank(0, [group(1, lanes.slice(0, 3))])], { folded: new Set(), foldedRanks: new Set() });
  titles.show(other, 0);
  expect(titles.rows.getState().model).toBe(other);
});

test('the title of a lane of many rows is held while it is scrolled through, not over the lane below it', () => {
  const deep = buildRowModel([rank(0, [group(1, [sliceLane(10, 20), sliceLane(11)])])], {
    folded: new Set(),
    foldedRanks: new Set(),
  });
  const navigation = { scrollTop: 0, pageHeight: 300 };
  const titles = new ShownTitles({ titles: styled(), scrollTrack: styled() }, navigation);
  const lane = deep.rows.find((row) => row.kind === 'slices' && row.lane.name === sliceLane(10).name)!;
  const heldAt = (scrollTop: number) => {
    navigation.scrollTop = scrollTop;
    titles.show(deep, rowsBetween(deep, scrollTop, scrollTop + navigation.pageHeight).first);
    return titles.rows.getState().held;
  };
  expect(lane.height).toBeGreaterThan(300);
  expect([lane.top, lane.top + 1, lane.top + 200, lane.top + lane.height - 10].map(heldAt)).toEqual([
    undefined,
    lane,
    lane,
    undefined,
  ]);
});
