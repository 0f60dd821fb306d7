/** The keys + − 0, with which a chart is zoomed in, out and shown whole. */
export type ZoomKey = 'in' | 'out' | 'whole';

/** Places of the keys on an English keyboard: an input method writes other letters, or none. */
const byCode: Readonly<Record<string, ZoomKey>> = {
  Equal: 'in',
  NumpadAdd: 'in',
  Minus: 'out',
  NumpadSubtract: 'out',
  Digit0: 'whole',
  Numpad0: 'whole',
};
/** Where another keyboard has them printed. */
const byLetter: Readonly<Record<string, ZoomKey>> = { '+': 'in', '-': 'out' };

/** Undefined: none of them, or it means something else with Ctrl or Alt. */
export function zoomKeyOf(
  event: Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): ZoomKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return byCode[event.code] ?? byLetter[event.key];
}

/** How much as long a stretch is as before. */
export const zoomFactors = { in: 0.5, out: 2 } as const;
