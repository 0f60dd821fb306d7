import { expect, test } from 'vitest';
import type { MarkColour } from '../../../../../src-contract/marks';
import { themes } from '../../../../../src-renderer/base/theme/themes';
import { drawMarksOverLanes, seenParts } from '../../../../../src-renderer/timeline/marks/drawMarks';
import type { ShownMark } from '../../../../../src-renderer/timeline/marks/shownMarks';
import type { OverlayFrame } from '../../../../../src-renderer/timeline/overlay/frame';
import { Random } from '../../../../fixtures/random';
import { recordedCanvas } from '../../ui/recordedCanvas';

test('ranges that lie over each other colour each place once, by the one that begins last', () => {
  const generator = new Random(5);
  const whole = 60;
  for (let round = 0; round < 200; round++) {
    const ranges = Array.from({ length: round % 7 }, (_, at) => {
      const startNs = Math.floor(generator.next() * whole);
      return { at, startNs, endNs: startNs + Math.floor(generator.next() * 20) };
    }).sort((a, b) => a.startNs - b.startNs || b.endNs - a.endNs);
    const parts = seenParts(ranges);
    for (let ns = 0.5; ns < whole + 20; ns++) {
      const isThere = (own: { readonly startNs: number; readonly endNs: number }) => own.startNs < ns && ns < own.endNs;
      const expected = ranges.findLast(isThere);
      expect(parts.filter(isThere).map(({ of }) => of.at)).toEqual(expected ? [expected.at] : []);
    }
  }
});

test('the flag one is at is the thick line, also where others of its colour and of another stand at the same time', () => {
  const { context, rects } = recordedCanvas();
  const frame = {
    ...{ context, theme: themes.light, width: 100, height: 60, rulerHeight: 20, pixelRatio: 1 },
    ...{ scene: { originNs: 0, pxPerNs: 1 }, offsetX: 0 },
  } as unknown as OverlayFrame;
  const flag = (colour: MarkColour, isCurrent: boolean) =>
    ({ mark: { colour }, kind: 'flag', startNs: 40, endNs: 40, isCurrent }) as unknown as ShownMark;
  drawMarksOverLanes(frame, [flag('orange', false), flag('blue', false), flag('orange', true)]);
  const { fill } = themes.light.timeline.markColours.orange;
  expect(rects.at(-1)).toEqual({ style: fill, left: 40, top: 20, width: 2, height: 40 });
});
