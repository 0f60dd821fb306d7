import type { RankIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { StepRow } from '../../model/splits/stepRows';
import { stepsOfView } from '../../model/steps/steps';

/** A step of a rank, and how long it took. */
export interface StepLength {
  readonly number: number;
  readonly ns: number;
  /** By the rank's own clock; undefined without a timeline. */
  readonly span?: { readonly startNs: number; readonly endNs: number };
}

/** More steps than these are not kept. */
const MOST_STEPS = 100_000;

/**
 * How long each step took: computing + exposed communication + Free, else as the timeline’s marks on the host have it (a light
 * monitor records little else). Empty for fewer than two steps.
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
  if (rows.length < 2) return (marked?.length ?? 0) < 2 ? [] : (marked ?? []);
  const spans = new Map(marked?.map(({ number, span }) => [number, span]));
  return rows.slice(0, MOST_STEPS).map(({ step, parts }) => {
    const span = spans.get(step);
    return { number: step, ns: parts.computing + parts.notOverlapped + parts.free, ...(span && { span }) };
  });
}
