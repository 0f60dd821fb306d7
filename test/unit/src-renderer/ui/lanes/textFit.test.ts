import { describe, expect, it } from 'vitest';
import { TextFit } from '../../../../../src-renderer/ui/lanes/textFit';

/** Latin glyphs are 6 wide, others 12, the ellipsis 10. */
const fit = new TextFit((glyph) => (glyph === '…' ? 10 : (glyph.codePointAt(0) ?? 0) < 0x250 ? 6 : 12));

describe('labels', () => {
  it('stay whole where they fit', () => {
    expect(fit.fit('aten::add', 54)).toBe('aten::add');
    expect(fit.width('前向 x')).toBe(36);
  });

  it('are cut with an ellipsis that fits too', () => {
    expect(fit.fit('aten::add', 53)).toBe('aten::a…');
    expect(fit.width(fit.fit('aten::add', 53))).toBeLessThanOrEqual(53);
    expect(fit.fit('前向计算图', 46)).toBe('前向计…');
  });

  it('vanish where what is left would say nothing', () => {
    expect(fit.fit('aten::add', 27)).toBe('');
    expect(fit.fit('aten::add', 28)).toBe('ate…');
    expect(fit.fit('前向计算', 23)).toBe('前…');
    expect(fit.fit('', 0)).toBe('');
  });

  it('lose their middle where there is room for enough of both ends', () => {
    const name = 'hcom_allReduce__586_0_1';
    expect(fit.fitName(name, 23 * 6)).toBe(name);
    expect(fit.fitName(name, 23 * 6 - 1)).toBe('hcom_allReduc…_586_0_1');
    for (let width = 0; width < 140; width++) {
      const shown = fit.fitName(name, width);
      expect(fit.width(shown)).toBeLessThanOrEqual(width);
      const [begin = '', end = ''] = shown.split('…');
      expect(name.startsWith(begin) && name.endsWith(end)).toBe(true);
      // Of little room the beginning has all.
      if (shown.length < 12) expect(end).toBe('');
    }
    for (let width = 0; width < 140; width++)
      expect(fit.fitName('a😀b😀c😀d😀e😀f😀g', width)).not.toMatch(
        /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
      );
  });

  it('are never cut inside a character', () => {
    for (let width = 0; width < 60; width++) expect(fit.fit('ab😀cd', width)).not.toMatch(/\p{Surrogate}/u);
  });

  it('measure each glyph once', () => {
    let count = 0;
    const counting = new TextFit(() => {
      count++;
      return 5;
    });
    for (let round = 0; round < 10; round++) counting.width('aabb计计');
    expect(count).toBe(3);
  });
});
