import { useEffect, useMemo, useRef, useState } from 'react';
import type { LiveEvent, LiveJob, LiveSeries } from '../../../src-contract';
import { sameParts } from '../../base/sameParts';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import { useLive } from './live';
import { stretchView } from './liveCurves';
import type { LiveWindow } from './liveWindow';

/** More rows than pixels say nothing more. */
const ROWS = 1_500;

/**
 * The steps of a stretch, asked for anew when the job goes on; the answer before stays until then, and what of it is as it was stays
 * the same object. `view`: what is in sight; undefined: everything. `isOfView`: the answer is of that, and not of what was in sight before.
 */
export function useLiveSeries(job: LiveJob, { stretch, zoomed }: LiveWindow, ranks: readonly number[]) {
  const { engine } = useLive();
  const last = useRef<{ readonly id: string; readonly value: LiveSeries }>(undefined);
  const before = last.current?.id === job.id ? last.current.value : undefined;
  const hasExtent = before?.extent !== undefined;
  const wanted = JSON.stringify([job.id, zoomed ?? stretch]);
  const { value: answer } = useLatestAnswer<{ readonly of: string; readonly value: LiveSeries }>(
    // The first steps are shown at once, and what follows at the pace of answers. The last hour is one question, although it moves.
    JSON.stringify([wanted, ranks, job.stepCount > 0, hasExtent]),
    async () => {
      const view = zoomed ?? stretchView(stretch, last.current?.value.extent);
      // Up to now, where nobody has zoomed: there may be steps since the last answer.
      const range = view && { startMs: view.start, endMs: zoomed ? view.end : Number.MAX_SAFE_INTEGER };
      const value = await engine.liveSeries({ job: job.id, ...(range && { range }), rows: ROWS, ranks });
      return { of: wanted, value };
    },
    { version: `${job.stepCount} ${job.eventCount}` },
  );
  const value = answer?.value;
  const series = useMemo(() => (value ? sameParts(before, value) : before), [value, before]);
  useEffect(() => {
    if (series) last.current = { id: job.id, value: series };
  }, [series, job.id]);
  const extent = series?.extent;
  const view = useMemo(() => zoomed ?? stretchView(stretch, extent), [zoomed, stretch, extent]);
  return { series, view, isOfView: answer?.of === wanted };
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
