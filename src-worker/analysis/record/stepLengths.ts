import type { RankIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { StepRow } from '../../model/splits/stepRows';
import type { StepLength } from '../../model/stepSeries/series';
import { stepsOfView } from '../../model/steps/steps';

/** More steps than these are not kept. */
const MOST_STEPS = 100_000;

/**
 * How long each step took: computing + exposed communication + Free, else as the timeline’s marks on the host have it (a light
 * monitor records little else). Empty where nothing numbers the steps.
 */
export async function stepLengths(
  dump: DumpContext,
  index: RankIndex | undefined,
  rows: readonly StepRow[],
): Promise<readonly StepLength[]> {
  const marked =
    index === undefined
      ? undefined
      : await dump.ofTimeline('lengths of steps', index, (view) => {
          const { from, steps } = stepsOfView(dump, view);
          if (from === 'none') return [];
          return steps.slice(0, MOST_STEPS).map(({ number, hostStartNs, hostEndNs }): StepLength => {
            const span = { startNs: hostStartNs + view.offsetNs, endNs: hostEndNs + view.offsetNs };
            return { number, ns: hostEndNs - hostStartNs, span };
          });
        });
  if (marked && rows.length < 2 && marked.length > rows.length) return marked;
  const spans = new Map(marked?.map(({ number, span }) => [number, span]));
  return rows.slice(0, MOST_STEPS).flatMap(({ step, parts }) => {
    if (Number.isNaN(step)) return [];
    const span = spans.get(step);
    return { number: step, ns: parts.computing + parts.notOverlapped + parts.free, ...(span && { span }) };
  });
}
