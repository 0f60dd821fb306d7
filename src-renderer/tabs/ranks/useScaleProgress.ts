import { useEffect, useState } from 'react';
import type { ScaleProgress } from '../../../src-contract';
import { isConnectionClosed } from '../../base/useLatestAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';

/** From one answer to the next question, at least … */
const PAUSE_MS = 2_000;
/** … and no more than this part of the time: of ten thousand ranks a look takes a tenth of a second. */
const COST_FACTOR = 20;
/** Where a run has ended, and somebody may begin the next one. */
const LONG_PAUSE_MS = 15_000;

export interface ScaleShown {
  readonly progress?: ScaleProgress;
  readonly error?: unknown;
}

/** Nothing is left to happen by itself. */
export function isOver({ isReduced, missingCount, queue }: ScaleProgress): boolean {
  if (queue !== undefined) return 'running' in queue && queue.running + queue.waiting === 0;
  return isReduced && missingCount === 0;
}

/** How far `tracelane scale` is with the job that is open, for as long as that changes; empty where it is no folder of its. */
export function useScaleProgress(): ScaleShown {
  const { engine, dumpId } = useSession();
  const isScaled = useSessionState(({ dump }) => dump.clusterFiles.some(({ table }) => table === 'scale-tasks'));
  const [shown, setShown] = useState<ScaleShown>({});
  useEffect(() => {
    if (!isScaled) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const begunMs = performance.now();
      let pauseMs = PAUSE_MS;
      try {
        // Nobody looks at a window that is hidden.
        const progress = document.hidden ? undefined : await engine.scaleProgress(dumpId);
        if (isGone) return;
        if (progress) setShown({ progress });
        if (progress && isOver(progress)) {
          if (progress.isReduced && progress.missingCount === 0) return;
          pauseMs = LONG_PAUSE_MS;
        }
      } catch (error) {
        if (isGone || isConnectionClosed(error)) return;
        setShown((before) => ({ ...before, error }));
      }
      timer = setTimeout(look, Math.max(pauseMs, COST_FACTOR * (performance.now() - begunMs)));
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [engine, dumpId, isScaled]);
  return shown;
}
