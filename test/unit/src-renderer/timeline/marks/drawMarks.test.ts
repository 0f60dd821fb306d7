import { expect, test } from 'vitest';
import { seenParts } from '../../../../../src-renderer/timeline/marks/drawMarks';
import { Random } from '../../../../fixtures/random';

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
