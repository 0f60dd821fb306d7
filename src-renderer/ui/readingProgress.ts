import { createContext, useContext, useSyncExternalStore } from 'react';

/** How far what is being read is; undefined where that is not known. */
export interface ReadingProgress {
  readonly ranksDone: number;
  readonly ranksTotal: number;
}

interface ProgressSource {
  getState(): ReadingProgress | undefined;
  subscribe(listener: () => void): () => void;
}

/** Whoever reads provides it for all that says "Reading…". */
export const ReadingProgressContext = createContext<ProgressSource>({
  getState: () => undefined,
  subscribe: () => () => {},
});

export function useReadingProgress(): ReadingProgress | undefined {
  const source = useContext(ReadingProgressContext);
  return useSyncExternalStore(source.subscribe, source.getState);
}
