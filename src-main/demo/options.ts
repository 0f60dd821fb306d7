import { chooseParallelSizes, type ParallelSizes, worldSizeOf } from './parallel';

/** What to generate. Everything but `folder` and `signal` decides the bytes; the same values give the same files. */
export interface DemoOptions {
  /** The job's folder; created if missing, must be empty. */
  readonly folder: string;
  /** Ranks to write: the first ones of the job. */
  readonly ranks: number;
  readonly steps: number;
  /** Target of events in one rank's trace_view.json, met as nearly as whole layers and micro-batches allow. */
  readonly eventsPerRank: number;
  /** Unsigned 32-bit integer. */
  readonly seed: number;
  /** Share (0…1) of the framework ops on the main thread that carry a call stack; 0.1 unless told. */
  readonly callStackShare?: number;
  /** Share (0…1) of the launches that carry flow arrows; 1 unless told. */
  readonly flowShare?: number;
  /** Sizes of the parallel dimensions; chosen from `ranks` unless told. Their product may exceed `ranks`. */
  readonly parallel?: ParallelSizes;
  /** Stops the work; what was written so far is removed. */
  readonly signal?: AbortSignal;
}

/** Options with every default filled in. */
export interface DemoPlan {
  readonly folder: string;
  readonly ranks: number;
  readonly steps: number;
  readonly eventsPerRank: number;
  readonly seed: number;
  readonly callStackShare: number;
  readonly flowShare: number;
  readonly parallel: ParallelSizes;
}

export interface DemoProgress {
  readonly bytesWritten: number;
  /** 0…1, by passes and steps. */
  readonly fractionDone: number;
}

/** The options make no sense, or the folder is not empty. The message is a sentence for the user. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** Largest number of ranks; the packs of 8 devices a host get host names of three digits. */
export const maxRanks = 4096;

/** Fills in the defaults. Throws `DemoError` on values out of range. */
export function planDemo(options: DemoOptions): DemoPlan {
  requireInteger('ranks', options.ranks, 1, maxRanks);
  requireInteger('steps', options.steps, 1, 1_000_000);
  requireInteger('eventsPerRank', options.eventsPerRank, 1, 1_000_000_000);
  requireInteger('seed', options.seed, 0, 0xffff_ffff);
  const callStackShare = options.callStackShare ?? 0.1;
  const flowShare = options.flowShare ?? 1;
  requireShare('callStackShare', callStackShare);
  requireShare('flowShare', flowShare);
  const parallel = options.parallel ?? chooseParallelSizes(options.ranks);
  for (const [name, size] of Object.entries(parallel)) {
    requireInteger(`parallel.${name}`, size, 1, maxRanks);
  }
  if (worldSizeOf(parallel) < options.ranks) {
    throw new DemoError(
      `The parallel sizes make a job of ${worldSizeOf(parallel)} ranks, fewer than the ${options.ranks} asked for.`,
    );
  }
  return {
    folder: options.folder,
    ranks: options.ranks,
    steps: options.steps,
    eventsPerRank: options.eventsPerRank,
    seed: options.seed,
    callStackShare,
    flowShare,
    parallel,
  };
}

function requireInteger(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new DemoError(`${name} must be a whole number from ${min} to ${max}, not ${value}.`);
  }
}

function requireShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) {
    throw new DemoError(`${name} must lie between 0 and 1, not ${value}.`);
  }
}
