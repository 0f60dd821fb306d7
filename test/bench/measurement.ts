import { monitorEventLoopDelay } from 'node:perf_hooks';

/** One stage on one file, measured in a process of its own. Sizes are bytes, times ms. */
export interface Measurement {
  /** Of the file on disk. */
  readonly sizeBytes: number;
  readonly events: number;
  readonly wallMs: number;
  /** Of all threads, user and system. */
  readonly cpuMs: number;
  /** Largest resident set of the process so far: with Node itself, some 45 MB. */
  readonly peakBytes: number;
  /** What else the stage has to tell, by name with its unit. */
  readonly details: Readonly<Record<string, number>>;
}

export interface Stopwatch {
  /** Wall and processor time since the start, peak memory until now. */
  read(): Pick<Measurement, 'wallMs' | 'cpuMs' | 'peakBytes'>;
}

export function startStopwatch(): Stopwatch {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  return {
    read() {
      const wallMs = performance.now() - startMs;
      const { user, system } = process.cpuUsage(startCpu);
      return { wallMs, cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024 };
    },
  };
}

/** Resolution of the event loop's clock. */
const LOOP_STEP_MS = 5;

export interface EventLoopWatch {
  /** The longest that this thread could not have answered anything, since the start. */
  longestMs(): number;
}

export function watchEventLoop(): EventLoopWatch {
  const delay = monitorEventLoopDelay({ resolution: LOOP_STEP_MS });
  delay.enable();
  return {
    longestMs() {
      delay.disable();
      // What is measured is from one beat to the next.
      return Math.max(0, delay.max / 1e6 - LOOP_STEP_MS);
    },
  };
}

/** The value below which this share (0…1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
