import { useMemo } from 'react';
import { useTheme } from '../base/theme/useTheme';

/** CSS pixels that a text takes in the window's typeface at that size. */
export function useTextMeasure(sizePx: number): (text: string) => number {
  const { fontFamily } = useTheme();
  return useMemo(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (context) context.font = `${sizePx}px ${fontFamily}`;
    // Rounded up, and a pixel more: what is drawn is hinted.
    return (text) => Math.ceil(context?.measureText(text).width ?? 0) + 1;
  }, [fontFamily, sizePx]);
}

/** Of the widest of the texts. */
export function widestOf(texts: readonly string[], measure: (text: string) => number): number {
  return texts.reduce((most, text) => Math.max(most, measure(text)), 0);
}
