import type { InferenceOptions } from '../options';
import type { ParallelSizes } from '../parallel';
import { modelDims } from './opSpec';
import type { StepPhase } from './program';

/** How much one micro-batch of a step brings to one rank. */
export interface Workload {
  readonly phase: StepPhase;
  /** Tokens of the rank's part of the sequence; sequences, where each gets one token more. */
  readonly tokens: number;
  /** Tokens that each of them attends to. */
  readonly contextTokens: number;
}

/** Sequences that are decoded together. */
const decodeBatch = 16;

export function workloadOf(phase: StepPhase, sizes: ParallelSizes): Workload {
  const contextTokens = modelDims.sequence;
  const tokens = phase === 'decode' ? decodeBatch : Math.round(modelDims.tokens / sizes.context);
  return { phase, tokens, contextTokens };
}

/** What the step at this place of the run is for. */
export function phaseAt(stepIndex: number, inference: InferenceOptions | undefined): StepPhase {
  if (inference === undefined) return 'training';
  return stepIndex % (inference.decodeSteps + 1) === 0 ? 'prefill' : 'decode';
}

/** The phases that a run goes through, each once. */
export function phasesOf(inference: InferenceOptions | undefined): readonly StepPhase[] {
  return inference === undefined ? ['training'] : ['prefill', 'decode'];
}
