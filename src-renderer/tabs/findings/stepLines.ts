/** What the chart of steps over time draws and tells. Pure. */
import type { CrossingOutcome, ShownSeries } from '../../../src-contract';
import type { AxisBand, LineSeries } from '../../ui/chart/chartProps';

/** What counts most is drawn last, over the others: no alarm, one that was held back, what asked for a profile. */
export const CROSSING_KINDS = ['none', 'held', 'triggered'] as const;
export type CrossingKind = (typeof CROSSING_KINDS)[number];

/** Of alarms without a profile it is asked why; of the rest, that they are no alarm of their own. */
export function crossingKind(outcome: CrossingOutcome): CrossingKind {
  if (outcome === 'triggered') return 'triggered';
  return outcome === 'cooldown' || outcome === 'at-limit' ? 'held' : 'none';
}

/** The steps' numbers where they grow from step to step, else their places, from 1: profiles of one process may number anew. */
export function stepAxis({ numbers }: Pick<ShownSeries, 'numbers'>): {
  readonly x: Float64Array;
  readonly isNumber: boolean;
} {
  const isNumber = numbers.every((own, at) => at === 0 || own > numbers[at - 1]!);
  return { x: isNumber ? numbers : numbers.map((_, at) => at + 1), isNumber };
}

const COLOURS: Readonly<Record<CrossingKind, LineSeries['colour']>> = {
  triggered: 'wait',
  held: 'memory',
  none: 'idle',
};

/** `nameOf`: the words of the legend, by the id of the line. */
export function stepLines(shown: ShownSeries, x: Float64Array, nameOf: (id: string) => string): readonly LineSeries[] {
  const { ns, baseline, shift, crossings } = shown;
  const level = (id: string, value: number, from: number, colour: LineSeries['colour']): LineSeries => ({
    id,
    name: nameOf(id),
    x: Float64Array.of(x[from]!, x[x.length - 1]!),
    y: Float64Array.of(value, value),
    ...(colour !== undefined && { colour }),
    isStep: true,
    isDashed: true,
  });
  const dots = CROSSING_KINDS.flatMap((kind): LineSeries[] => {
    const own = crossings.filter(({ outcome }) => crossingKind(outcome) === kind);
    if (own.length === 0) return [];
    return [
      {
        id: kind,
        name: nameOf(kind),
        x: Float64Array.from(own, ({ at }) => x[at]!),
        y: Float64Array.from(own, ({ at }) => ns[at]!),
        ...(COLOURS[kind] !== undefined && { colour: COLOURS[kind] }),
        isDots: true,
      },
    ];
  });
  return [
    { id: 'step', name: nameOf('step'), x, y: ns, colour: 'compute' },
    ...(baseline ? [level('mean', baseline.meanNs, baseline.from, 'host')] : []),
    ...(baseline && baseline.deviationNs > 0 ? [level('bound', baseline.boundNs, baseline.from, 'runtime')] : []),
    ...(shift ? [level('shift', shift.meanNs, shift.from, 'communication')] : []),
    ...dots,
  ];
}

/** Where the baseline lies, and where one dump ends and the next begins. */
export function stepBands(shown: ShownSeries, x: Float64Array, baselineName: string): readonly AxisBand[] {
  const { baseline } = shown;
  if (!baseline) return [];
  return [{ start: x[baseline.from]!, end: x[baseline.to - 1]!, label: baselineName }];
}

/** Where a further dump begins: its first step, and its name. */
export function partStarts(
  { part, parts }: ShownSeries,
  x: Float64Array,
): readonly { readonly at: number; readonly label: string }[] {
  if (parts.length < 2) return [];
  return [...part].flatMap((own, at) =>
    at === 0 || own !== part[at - 1] ? [{ at: x[at]!, label: parts[own]?.label ?? '' }] : [],
  );
}

/** Position of the step that stands at this place of the axis, or nearest to it. */
export function stepAt(x: Float64Array, wanted: number): number {
  let best = 0;
  for (let at = 1; at < x.length; at++) if (Math.abs(x[at]! - wanted) < Math.abs(x[best]! - wanted)) best = at;
  return best;
}
