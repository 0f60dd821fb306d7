import { DemoError } from './demoError';
import { checkFaults } from './faults/checkFaults';
import type { Fault } from './faults/fault';
import { isOfLink } from './faults/linkGroups';
import {
  chooseParallelSizes,
  defaultRanksPerHost,
  type HostTransport,
  type JobLayout,
  type ParallelSizes,
  worldSizeOf,
} from './parallel';

/** What to generate. Everything but `folder` and `signal` decides the bytes; the same values give the same files. */
export interface DemoOptions {
  /** The job's folder; created if missing, must be empty. */
  readonly folder: string;
  /** Ranks to write: the first ones of the job. */
  readonly ranks: number;
  readonly steps: number;
  /** Target of events in one rank's trace_view.json, met as nearly as whole layers and micro-batches allow; 20,000
   *  unless told. */
  readonly eventsPerRank?: number;
  /** Unsigned 32-bit integer. */
  readonly seed: number;
  /** Share (0…1) of the framework ops on the main thread that carry a call stack; 0.1 unless told. */
  readonly callStackShare?: number;
  /** Share (0…1) of the launches that carry flow arrows; 1 unless told. */
  readonly flowShare?: number;
  /** Sizes of the parallel dimensions; chosen from `ranks` unless told. Their product may exceed `ranks`. */
  readonly parallel?: ParallelOptions;
  /** 8 unless told. Other hosts are reached over RDMA. */
  readonly ranksPerHost?: number;
  /** What joins the devices of a host; HCCS unless told. */
  readonly hostTransport?: HostTransport;
  /** Each rank's clock is wrong by up to so much, either way; the truth says by how much. 0 unless told. */
  readonly clockOffsetMs?: number;
  /** Each rank's clock gains or loses up to so many µs a second; the truth says how many. Needs `stepEveryMs`, and text. */
  readonly clockDriftPpm?: number;
  /** A step begins at every multiple of this, as where the profiler records some of them: a long run in little. */
  readonly stepEveryMs?: number;
  /** Layers of a pipeline stage and micro-batches a step, in place of `eventsPerRank`. */
  readonly model?: ModelShape;
  /** Target of rows in kernel_details.csv, in place of `eventsPerRank`. */
  readonly kernelRows?: number;
  /** Whether to write trace_view.json; true unless told. Without it a large job takes seconds. */
  readonly withTimeline?: boolean;
  /** Text files, SQLite databases with the same in them, or both side by side; text unless told. */
  readonly form?: DemoForm;
  /** Writes operator_details.csv, a row for each framework op; true unless a rank has very many of them. */
  readonly withOperatorDetails?: boolean;
  /** Experts in place of each layer's MLP. */
  readonly moe?: MoeOptions;
  /** Serving in place of training: a prefill, then decode steps, over and over. */
  readonly inference?: InferenceOptions;
  /** What to plant. A fault on a rank that is not written shows in those that are. */
  readonly faults?: readonly Fault[];
  /** A run of up to so many launches is kept in memory (150 bytes each), a longer one is simulated anew for each file;
   *  the bytes are the same. 400,000 unless told. */
  readonly maxKeptLaunches?: number;
  /** Stops the work; what was written so far is removed. */
  readonly signal?: AbortSignal;
}

export const demoForms = ['text', 'db', 'both'] as const;
export type DemoForm = (typeof demoForms)[number];

export interface ParallelOptions {
  readonly tensor: number;
  readonly pipeline: number;
  readonly data: number;
  /** 1 unless told, as is `expert`. */
  readonly context?: number;
  /** Divides `context` · `data`: the ranks with the same weights share the experts out. */
  readonly expert?: number;
}

/** Layers on each pipeline stage, and micro-batches a step. */
export interface ModelShape {
  readonly layersPerStage: number;
  readonly microBatches: number;
}

export interface MoeOptions {
  readonly experts: number;
  /** Experts that each token goes to; 2 unless told. */
  readonly topK?: number;
  /** 0: all experts get the same; 1: some get several times the mean. 0.004 unless told. */
  readonly imbalance?: number;
}

export interface InferenceOptions {
  /** Decode steps that follow each prefill. */
  readonly decodeSteps: number;
}

/** Options with every default filled in. */
export interface DemoPlan {
  readonly folder: string;
  readonly ranks: number;
  readonly steps: number;
  readonly seed: number;
  readonly callStackShare: number;
  readonly flowShare: number;
  readonly layout: JobLayout;
  readonly size: PlanSize;
  readonly form: DemoForm;
  readonly withTimeline: boolean;
  readonly withOperatorDetails: boolean;
  readonly moe: Required<MoeOptions> | undefined;
  readonly inference: InferenceOptions | undefined;
  readonly faults: readonly Fault[];
  /** Ranks that are simulated: those written, or all of the job if one of the others has a fault. */
  readonly simulatedRanks: number;
  readonly maxKeptLaunches: number;
}

/** What decides how much happens in a step. */
export type PlanSize =
  | { readonly kind: 'events'; readonly perRank: number }
  | { readonly kind: 'kernelRows'; readonly perRank: number }
  | { readonly kind: 'model'; readonly shape: ModelShape };

export interface DemoProgress {
  readonly bytesWritten: number;
  /** 0…1, by passes and steps. */
  readonly fractionDone: number;
}

/** Largest number of ranks. */
export const maxRanks = 16_384;
/** A day. */
export const maxClockOffsetMs = 86_400_000;
export const maxClockDriftPpm = 100;
export const maxStepEveryMs = 3_600_000;
/** The device's number has five bits in the `pid` of a trace. */
const maxRanksPerHost = 32;
/** Number of the first step: profilers skip the warm-up. */
export const firstStep = 10;
const defaultEvents = 20_000;
/** With more events or kernels a rank, operator_details.csv is more of a burden than of use. */
const maxPerRankWithOperatorDetails = 150_000;

/** Fills in the defaults. Throws `DemoError` on values out of range. */
export function planDemo(options: DemoOptions): DemoPlan {
  requireInteger('ranks', options.ranks, 1, maxRanks);
  requireInteger('steps', options.steps, 1, 1_000_000);
  requireInteger('seed', options.seed, 0, 0xffff_ffff);
  const callStackShare = options.callStackShare ?? 0.1;
  const flowShare = options.flowShare ?? 1;
  requireShare('callStackShare', callStackShare);
  requireShare('flowShare', flowShare);
  const layout = layoutOf(options);
  const size = sizeOf(options);
  const faults = options.faults ?? [];
  const hasTimeline = options.withTimeline !== false;
  checkFaults(faults, { layout, firstStep, steps: options.steps, hasTimeline });
  const inference = options.inference;
  if (inference !== undefined) requireInteger('inference.decodeSteps', inference.decodeSteps, 0, 1_000_000);
  const form = options.form ?? 'text';
  if (form !== 'text' && options.withTimeline === false) {
    throw new DemoError('A database is its timeline: only the text form can do without one.');
  }
  const mostFaulty = Math.max(-1, ...faults.flatMap(ranksOf));
  return {
    folder: options.folder,
    ranks: options.ranks,
    steps: options.steps,
    seed: options.seed,
    callStackShare,
    flowShare,
    layout,
    size,
    form,
    withTimeline: options.withTimeline ?? true,
    withOperatorDetails:
      options.withOperatorDetails ?? (size.kind === 'model' || size.perRank <= maxPerRankWithOperatorDetails),
    moe: options.moe === undefined ? undefined : moeOf(options.moe, layout.sizes),
    inference,
    faults,
    maxKeptLaunches: options.maxKeptLaunches ?? 400_000,
    simulatedRanks: mostFaulty < options.ranks ? options.ranks : worldSizeOf(layout.sizes),
  };
}

export function layoutOf(options: DemoOptions): JobLayout {
  const chosen = options.parallel ?? chooseParallelSizes(options.ranks);
  const sizes: ParallelSizes = { ...chosen, context: chosen.context ?? 1, expert: chosen.expert ?? 1 };
  for (const [name, size] of Object.entries(sizes)) requireInteger(`parallel.${name}`, size, 1, maxRanks);
  if (worldSizeOf(sizes) < options.ranks) {
    throw new DemoError(
      `The parallel sizes make a job of ${worldSizeOf(sizes)} ranks, fewer than the ${options.ranks} asked for.`,
    );
  }
  requireInteger('the size of the job', worldSizeOf(sizes), 1, maxRanks);
  if ((sizes.context * sizes.data) % sizes.expert !== 0) {
    throw new DemoError(
      `parallel.expert must divide context · data, here ${sizes.context * sizes.data}; ${sizes.expert} does not.`,
    );
  }
  if (sizes.expert > 1 && options.moe === undefined) {
    throw new DemoError('Expert parallelism needs experts: say how many there must be.');
  }
  const ranksPerHost = options.ranksPerHost ?? defaultRanksPerHost;
  requireInteger('ranksPerHost', ranksPerHost, 1, maxRanksPerHost);
  const clockOffsetMs = options.clockOffsetMs ?? 0;
  requireInteger('clockOffsetMs', clockOffsetMs, 0, maxClockOffsetMs);
  const stepEveryMs = options.stepEveryMs ?? 0;
  requireInteger('stepEveryMs', stepEveryMs, 0, maxStepEveryMs);
  const clockDriftPpm = options.clockDriftPpm ?? 0;
  if (!(clockDriftPpm >= 0 && clockDriftPpm <= maxClockDriftPpm))
    throw new DemoError(`clockDriftPpm must lie between 0 and ${maxClockDriftPpm}; ${clockDriftPpm} does not.`);
  if (clockDriftPpm > 0 && (stepEveryMs === 0 || (options.form ?? 'text') !== 'text'))
    throw new DemoError('Clocks drift from step to step: say how often one begins, and write text.');
  const hostTransport = options.hostTransport ?? 'HCCS';
  const clocks = { clockOffsetMs, clockDriftPpm, stepEveryNs: stepEveryMs * 1e6 };
  return { sizes, ranksPerHost, hostTransport, ...clocks, seed: options.seed };
}

function sizeOf({ model, kernelRows, eventsPerRank = defaultEvents }: DemoOptions): PlanSize {
  if (model !== undefined) {
    requireInteger('model.layersPerStage', model.layersPerStage, 1, 1_000);
    requireInteger('model.microBatches', model.microBatches, 1, 10_000);
    return { kind: 'model', shape: model };
  }
  if (kernelRows === undefined) {
    requireInteger('eventsPerRank', eventsPerRank, 1, 1_000_000_000);
    return { kind: 'events', perRank: eventsPerRank };
  }
  requireInteger('kernelRows', kernelRows, 1, 100_000_000);
  return { kind: 'kernelRows', perRank: kernelRows };
}

function moeOf({ experts, topK = 2, imbalance = 0.004 }: MoeOptions, sizes: ParallelSizes): Required<MoeOptions> {
  requireInteger('moe.experts', experts, 1, 4096);
  requireInteger('moe.topK', topK, 1, experts);
  requireShare('moe.imbalance', imbalance);
  if (experts % sizes.expert !== 0) {
    throw new DemoError(`The ${experts} experts can't be shared out evenly over ${sizes.expert} ranks.`);
  }
  return { experts, topK, imbalance };
}

function ranksOf(fault: Fault): readonly number[] {
  const ranks = 'rank' in fault && fault.rank !== undefined ? [fault.rank] : [];
  return isOfLink(fault) ? [...ranks, ...(fault.between ?? [])] : ranks;
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
