import { useEffect, useRef, useState } from 'react';
import type { LiveEvent, LiveJob, LiveSeries } from '../../../src-contract';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import type { AxisRange } from '../../ui/chart/chartProps';
import { useLive } from './live';

/** More rows than pixels say nothing more. */
const ROWS = 1_500;

/** The steps of a stretch, asked for anew when the job goes on; the answer before stays until then. */
export function useLiveSeries(job: LiveJob, view: AxisRange | undefined, ranks: readonly number[]) {
  const { engine } = useLive();
  const range = view && { range: { startMs: view.start, endMs: view.end } };
  const answer = useLatestAnswer<LiveSeries>(
    // The first steps are shown at once, and what follows at the pace of answers.
    JSON.stringify([job.id, view, ranks, job.stepCount > 0]),
    () => engine.liveSeries({ job: job.id, ...range, rows: ROWS, ranks }),
    { version: `${job.stepCount} ${job.eventCount}` },
  );
  const last = useRef<{ readonly id: string; readonly value: LiveSeries }>(undefined);
  if (answer.value) last.current = { id: job.id, value: answer.value };
  return { ...answer, value: answer.value ?? (last.current?.id === job.id ? last.current.value : undefined) };
}

/** What has happened, as far as it is known; grows. */
export function useLiveEvents(job: LiveJob): readonly LiveEvent[] {
  const { engine } = useLive();
  const [events, setEvents] = useState<readonly LiveEvent[]>([]);
  const known = useRef<{ readonly id: string; readonly events: readonly LiveEvent[] }>({ id: '', events: [] });
  useEffect(() => {
    let isWanted = true;
    const before = known.current.id === job.id ? known.current.events : [];
    const after = before.at(-1)?.number ?? 0;
    if (job.eventCount <= after && before.length > 0) return;
    engine
      .liveEvents(job.id, after)
      .then((more) => {
        if (!isWanted) return;
        known.current = { id: job.id, events: [...before, ...more] };
        setEvents(known.current.events);
      })
      // The job has just been removed, or the banner says that the host is gone.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [engine, job.id, job.eventCount]);
  return known.current.id === job.id ? events : [];
}
