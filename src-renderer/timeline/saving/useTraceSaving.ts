/** Saving a part of the timeline as a trace: how far it is, what came of it, and that it can be stopped. */
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { saveFile } from '../../ui/saveFile';
import { type SavedTrace, saveTrace, type TracePart } from './saveTrace';

interface TraceSaving {
  /** 0 to 1 while it runs. */
  readonly share: number | undefined;
  /** What was saved last. */
  readonly saved: Pick<SavedTrace, 'slices' | 'arrows'> | undefined;
  start(part: TracePart): Promise<void>;
  cancel(): void;
}

/** It is stopped when the component goes. An error is shown by the window. */
export function useTraceSaving(): TraceSaving {
  const session = useSession();
  const shell = useShell();
  const [share, setShare] = useState<number>();
  const [saved, setSaved] = useState<TraceSaving['saved']>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (part: TracePart): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setSaved(undefined);
    setShare(0);
    try {
      const { engine, dumpId, store } = session;
      const { signal } = controller;
      const trace = await saveTrace({ engine, dump: dumpId, part, progress: setShare, signal });
      if (signal.aborted) return;
      saveFile(trace.blob, `${store.getState().dump.title} trace.${trace.ending}`);
      setSaved({ slices: trace.slices, arrows: trace.arrows });
    } catch (error) {
      if (!controller.signal.aborted) shell.reportError(error);
    } finally {
      if (running.current === controller) setShare(undefined);
    }
  };
  return { share, saved, start, cancel: () => running.current?.abort() };
}
