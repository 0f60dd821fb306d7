import { expect, test } from 'vitest';
import { themes } from '../../../../../src-renderer/base/theme/themes';
import type { LaneFrame } from '../../../../../src-renderer/ui/lanes/frame';
import { drawRuler, type RulerSigns } from '../../../../../src-renderer/ui/lanes/ruler';

/** Labels of a ruler of 400 px with a tick every 100 px, in a font whose letters are 10 px wide. */
function labels(width: number, signs: RulerSigns = {}): string[] {
  const texts: string[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'measureText'
          ? (text: string) => ({ width: 10 * text.length })
          : name === 'fillText'
            ? (text: string) => texts.push(text)
            : () => undefined,
      set: () => true,
    },
  );
  const scene = { originNs: 0, pxPerNs: 1e-5 };
  const size = { width, height: 200, rulerHeight: 28, pixelRatio: 1, nsPerPx: 1e5, offsetX: 0 };
  const view = { startNs: 0, endNs: width * 1e5 };
  const ticks = { stepNs: 1e7, minorStepNs: 1e6, firstNs: 0, count: Math.floor(width / 100) + 1 };
  drawRuler({ context, scene, ...size, view, theme: themes.light } as unknown as LaneFrame, ticks, signs);
  return texts.map((text) => text.replace(/\s/g, ' '));
}

test('the last label is there as a whole or not at all', () => {
  // "30 ms" begins at 304 px and is 50 px wide.
  expect(labels(354)).toEqual(['0 ms', '10 ms', '20 ms', '30 ms']);
  expect(labels(353)).toEqual(['0 ms', '10 ms', '20 ms']);
});

test('no label stands below the length of what is marked', () => {
  // "20 ms" is 50 px wide and stands from 225 to 285 px of 155 to 355: the label "20 ms", at 204 px, would be in part below it.
  expect(labels(400, { range: { startNs: 15.5e6, endNs: 35.5e6 } })).toEqual(['0 ms', '10 ms', '30 ms']);
  // There is no room for its length: all labels are seen.
  expect(labels(400, { range: { startNs: 20e6, endNs: 20.3e6 } })).toEqual(['0 ms', '10 ms', '20 ms', '30 ms']);
});

test('no label has an edge of what is marked through it', () => {
  // "20 ms" stands from 204 to 254 px, "30 ms" from 304 to 354 px.
  expect(labels(400, { range: { startNs: 20e6, endNs: 25e6 } })).toEqual(['0 ms', '10 ms', '30 ms']);
  expect(labels(400, { range: { startNs: 26e6, endNs: 30.4e6 } })).toEqual(['0 ms', '10 ms', '20 ms']);
  expect(labels(400, { range: { startNs: 25.5e6, endNs: 30.2e6 } })).toEqual(['0 ms', '10 ms', '20 ms', '30 ms']);
});

test('no label stands in part below the time at the pointer', () => {
  // "21.0 ms" with its frame is 81 px wide, from 170 to 251 px: "20 ms" begins at 204 px, "10 ms" ends at 154 px.
  expect(labels(400, { pointerNs: 21e6 })).toEqual(['0 ms', '10 ms', '30 ms']);
  expect(labels(400, { pointerNs: 18e6 })).toEqual(['0 ms', '30 ms']);
});
