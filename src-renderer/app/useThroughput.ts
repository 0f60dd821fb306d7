import { useEffect, useRef, useState } from 'react';

interface Sample {
  readonly timeMs: number;
  readonly bytes: number;
}

/** Over how long the rate is taken: long enough to be calm, short enough to notice a stall. */
const WINDOW_MS = 3_000;

/** Bytes a second over the last seconds, from the bytes done so far; undefined until there is something to say. */
export function useThroughput(bytesDone: number, isActive: boolean): number | undefined {
  const samples = useRef<readonly Sample[]>([]);
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    if (!isActive) {
      samples.current = [];
      setRate(undefined);
      return;
    }
    const now = { timeMs: performance.now(), bytes: bytesDone };
    samples.current = [...samples.current.filter((sample) => sample.timeMs > now.timeMs - WINDOW_MS), now];
    setRate(throughput(samples.current));
  }, [bytesDone, isActive]);
  return rate;
}

/** Bytes a second between the first and the last sample; undefined under 0.3 s or without progress. */
export function throughput(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return undefined;
  const [elapsedMs, bytes] = [last.timeMs - first.timeMs, last.bytes - first.bytes];
  return elapsedMs >= 300 && bytes > 0 ? (bytes / elapsedMs) * 1000 : undefined;
}
