import { beforeAll, expect, test } from 'vitest';
import type { RankIndex, SideChoice } from '../../../../src-contract';
import { shiftsOf, UNDECIDED } from '../../../../src-main/engine/opening/dumpClock';
import { sidePlaces, sliceMatch } from '../../../../src-worker/analysis/compare/sidePlaces';
import type { DumpContext } from '../../../../src-worker/model/dumpContext';
import { sharedContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

const side = (rank: number): SideChoice => ({ rank: rank as RankIndex, step: 'all' });

test('moved ranks are shown so much later, or earlier, the others as before', () => {
  const moved = [
    { rank: 1 as RankIndex, byNs: 500 },
    { rank: 3 as RankIndex, byNs: -7 },
  ];
  const shifts = shiftsOf(UNDECIDED, 4, moved);
  expect(shifts.map(({ offsetNs }) => offsetNs)).toEqual([0, -500, 0, 7]);
});

describeDumps('the step of two ranks', () => {
  let dump: DumpContext;
  beforeAll(async () => {
    dump = await sharedContext(dumpPath('ascend/text_level1_2ranks'));
  });

  test('begins where the host has marked it', async () => {
    const places = await sidePlaces(dump, { a: side(0), b: side(1) });
    const marked = await Promise.all(
      [0, 1].map(async (rank) => {
        const view = await dump.timeline(rank);
        if (!view) return undefined;
        const { startNs, name } = view.index.slices;
        const at = startNs.findIndex((_, slice) => view.nameText(name[slice]) === 'ProfilerStep#50');
        return startNs[at] + view.offsetNs;
      }),
    );
    expect([places?.a.startNs, places?.b.startNs]).toEqual(marked);
  });

  test('the n-th kernel of a type stands for the n-th, and back', async () => {
    const view = await dump.timeline(0);
    const other = await dump.timeline(1);
    const places = await sidePlaces(dump, { a: side(0), b: side(1) });
    const [kernel] = places?.a.slices ?? [];
    if (!view || !other || !kernel) throw new Error('The dump has no kernels');
    const match = await sliceMatch(dump, { a: side(0), b: side(1), slice: kernel });
    expect(match?.otherSide).toBe('b');
    expect(match?.other.rank).toBe(1);
    const nameOf = (own: typeof view, slice: number) => own.nameText(own.index.slices.name[slice]);
    expect(nameOf(other, match?.other.slice ?? -1)).toBe(nameOf(view, kernel.slice));
    if (!match) return;
    const back = await sliceMatch(dump, { a: side(0), b: side(1), slice: match.other });
    expect(back).toMatchObject({ other: kernel, otherSide: 'a' });
  });
});
