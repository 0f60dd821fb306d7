import type { ParallelSizes } from '../parallel';
import type { CollectiveTemplate } from './collectiveTemplates';
import type { OpTemplate } from './opSpec';

/** Thread that issues a launch: the training loop itself, or autograd's. */
export type LaunchThread = 'main' | 'backward';

/** A frame or op that stays open while others run inside it. `python`: a Python function; `op`: a framework op. */
export interface Scope {
  readonly category: 'python' | 'op';
  readonly name: string;
}

interface LaunchCommon {
  readonly thread: LaunchThread;
  /** Call stack for the trace, escaped for JSON, innermost first; '' on autograd's thread, which has none. */
  readonly callStack: string;
  /** `forward`: this op has a backward op, taken from the same stack by a `backward` one. */
  readonly autograd: 'none' | 'forward' | 'backward';
}

export interface KernelLaunch extends LaunchCommon {
  readonly kind: 'kernel';
  readonly op: OpTemplate;
  /** Of an op that works on the tokens of this rank's experts: what it is for a number of them. */
  readonly expert?: ExpertWork;
}

export interface ExpertWork {
  /** Number of the layer in the whole model. */
  readonly layer: number;
  readonly opFor: (tokens: number) => OpTemplate;
}

export interface CollectiveLaunch extends LaunchCommon {
  readonly kind: 'collective';
  readonly op: CollectiveTemplate;
  /** The kernels issued after it need its result. */
  readonly isBlocking: boolean;
  /** Of an exchange of tokens: the layer in the whole model, whose experts get uneven shares. */
  readonly expertLayer?: number;
}

/** Copies the next batch to the device, on the copy stream. */
export interface CopyLaunch extends LaunchCommon {
  readonly kind: 'copyToDevice';
  readonly sizeBytes: number;
}

export type Launch = KernelLaunch | CollectiveLaunch | CopyLaunch;

export type Instruction =
  | Launch
  | { readonly kind: 'enter'; readonly scope: Scope }
  | { readonly kind: 'leave' }
  /** The host works for about this long without launching anything. */
  | { readonly kind: 'host'; readonly meanNs: number; readonly work: 'dataloader' | 'other' }
  /** Where memory is kept for good, if the rank has a leak. */
  | { readonly kind: 'retain'; readonly callStack: string }
  /** A micro-batch's forward begins; backwards take them in the same order. */
  | { readonly kind: 'beginForward' }
  /** The main thread waits in `backward()` while autograd's thread works. */
  | { readonly kind: 'beginBackward' }
  | { readonly kind: 'endBackward' }
  /** Kernels issued from here on wait for the group's stream. */
  | { readonly kind: 'waitGroup'; readonly group: CollectiveTemplate['group'] }
  /** Kernels issued from here on wait for the oldest receive that none has waited for. */
  | { readonly kind: 'waitReceive' }
  /** The main thread waits for the device. */
  | { readonly kind: 'synchronize' };

/** One step of one pipeline stage, in the order in which the host issues it. */
export interface StepProgram {
  readonly stage: number;
  readonly phase: StepPhase;
  readonly instructions: readonly Instruction[];
  /** Kernels that the main thread launches. */
  readonly mainKernels: number;
}

/** What a step is for: a training step, or one of the two kinds of a served model. */
export type StepPhase = 'training' | 'prefill' | 'decode';

/** Fewest micro-batches with which the pipeline still shows its schedule. */
export function minMicroBatches(sizes: ParallelSizes): number {
  return sizes.pipeline > 1 ? 2 * sizes.pipeline : 1;
}
