import { DemoError } from '../demo/demoError';
import { parseFault } from '../demo/faults/faultText';
import {
  type DemoForm,
  type DemoOptions,
  demoForms,
  type InferenceOptions,
  type ModelShape,
  type MoeOptions,
  type ParallelOptions,
} from '../demo/options';
import { shareOf, wholeNumber } from './numbers';
import { UsageError } from './usageError';

/** What a demo dump is made of, as the command line tells. */
export type DemoSetup = Omit<DemoOptions, 'folder' | 'signal'> & {
  /** Summaries of the ranks in place of their dumps. */
  readonly isSummaries?: true;
};

export const demoOptions = {
  ranks: { type: 'string' },
  steps: { type: 'string' },
  events: { type: 'string' },
  seed: { type: 'string' },
  tp: { type: 'string' },
  pp: { type: 'string' },
  dp: { type: 'string' },
  cp: { type: 'string' },
  ep: { type: 'string' },
  'ranks-per-host': { type: 'string' },
  'host-link': { type: 'string' },
  'clock-offset-ms': { type: 'string' },
  'clock-drift-ppm': { type: 'string' },
  'step-every-ms': { type: 'string' },
  layers: { type: 'string' },
  'micro-batches': { type: 'string' },
  'kernel-rows': { type: 'string' },
  'no-timeline': { type: 'boolean' },
  form: { type: 'string' },
  stacks: { type: 'string' },
  experts: { type: 'string' },
  'top-k': { type: 'string' },
  imbalance: { type: 'string' },
  'decode-steps': { type: 'string' },
  fault: { type: 'string', multiple: true },
} as const;

/** A step of summaries unless told: many ranks, each with little. */
const summariesModel: ModelShape = { layersPerStage: 1, microBatches: 4 };
const summariesSteps = 2;

type Values = Readonly<Record<string, unknown>>;

const defaults = { ranks: 2, steps: 3, events: 20_000, seed: 1, topK: 2, layers: 2, microBatches: 8 } as const;
const mostRanks = 4096;
/** Of summaries, which are small. */
const mostSummaries = 16_384;

/** Throws a `UsageError` for a value that is none; whether the values fit together is the generator's to say. */
export function demoSetup(values: Values): DemoSetup {
  const isSummaries = values.form === 'summaries';
  const most = isSummaries ? mostSummaries : mostRanks;
  const parallel = parallelOf(values, most);
  const world =
    parallel === undefined
      ? defaults.ranks
      : parallel.tensor * parallel.pipeline * parallel.data * (parallel.context ?? 1);
  const model = modelOf(values) ?? (isSummaries && values.events === undefined ? summariesModel : undefined);
  const moe = moeOf(values);
  const inference = inferenceOf(values);
  const callStackShare = shareOf('--stacks', values.stacks);
  const hostTransport = hostLink(values['host-link']);
  const form = isSummaries ? undefined : formOf(values.form);
  return {
    ranks: wholeNumber('--ranks', values.ranks, world, 1, most),
    steps: wholeNumber('--steps', values.steps, isSummaries ? summariesSteps : defaults.steps, 1, 1_000_000),
    eventsPerRank: wholeNumber('--events', values.events, defaults.events, 1, 1_000_000_000),
    seed: wholeNumber('--seed', values.seed, defaults.seed, 0, 2 ** 32 - 1),
    ...(parallel === undefined ? {} : { parallel }),
    ...(values['ranks-per-host'] === undefined
      ? {}
      : { ranksPerHost: wholeNumber('--ranks-per-host', values['ranks-per-host'], 8, 1, 32) }),
    ...(hostTransport === undefined ? {} : { hostTransport }),
    ...(values['clock-offset-ms'] === undefined
      ? {}
      : { clockOffsetMs: wholeNumber('--clock-offset-ms', values['clock-offset-ms'], 0, 0, 86_400_000) }),
    ...(values['clock-drift-ppm'] === undefined
      ? {}
      : { clockDriftPpm: wholeNumber('--clock-drift-ppm', values['clock-drift-ppm'], 0, 0, 100) }),
    ...(values['step-every-ms'] === undefined
      ? {}
      : { stepEveryMs: wholeNumber('--step-every-ms', values['step-every-ms'], 0, 0, 3_600_000) }),
    ...(model === undefined ? {} : { model }),
    ...(values['kernel-rows'] === undefined
      ? {}
      : { kernelRows: wholeNumber('--kernel-rows', values['kernel-rows'], 1, 1, 100_000_000) }),
    ...(values['no-timeline'] === true ? { withTimeline: false } : {}),
    ...(form === undefined ? {} : { form }),
    ...(isSummaries ? { isSummaries } : {}),
    ...(callStackShare === undefined ? {} : { callStackShare }),
    ...(moe === undefined ? {} : { moe }),
    ...(inference === undefined ? {} : { inference }),
    ...(Array.isArray(values.fault) ? { faults: values.fault.map((text) => faultOf(String(text))) } : {}),
  };
}

/** Given any of them, those that are not given are 1. */
function parallelOf(values: Values, most: number): ParallelOptions | undefined {
  const names = ['tp', 'pp', 'dp', 'cp', 'ep'] as const;
  if (names.every((name) => values[name] === undefined)) return undefined;
  const [tensor, pipeline, data, context, expert] = names.map((name) =>
    wholeNumber(`--${name}`, values[name], 1, 1, most),
  ) as [number, number, number, number, number];
  return { tensor, pipeline, data, context, expert };
}

function modelOf(values: Values): ModelShape | undefined {
  if (values.layers === undefined && values['micro-batches'] === undefined) return undefined;
  return {
    layersPerStage: wholeNumber('--layers', values.layers, defaults.layers, 1, 1_000),
    microBatches: wholeNumber('--micro-batches', values['micro-batches'], defaults.microBatches, 1, 10_000),
  };
}

function moeOf(values: Values): MoeOptions | undefined {
  const imbalance = shareOf('--imbalance', values.imbalance);
  if (values.experts === undefined) {
    if (imbalance === undefined && values['top-k'] === undefined) return undefined;
    throw new UsageError('--top-k and --imbalance need --experts.');
  }
  return {
    experts: wholeNumber('--experts', values.experts, 1, 1, 4096),
    topK: wholeNumber('--top-k', values['top-k'], defaults.topK, 1, 4096),
    ...(imbalance === undefined ? {} : { imbalance }),
  };
}

function inferenceOf(values: Values): InferenceOptions | undefined {
  const text = values['decode-steps'];
  return text === undefined ? undefined : { decodeSteps: wholeNumber('--decode-steps', text, 0, 0, 1_000_000) };
}

function hostLink(value: unknown): 'HCCS' | 'PCIE' | undefined {
  if (value === undefined) return undefined;
  const transport = String(value).toUpperCase();
  if (transport === 'HCCS' || transport === 'PCIE') return transport;
  throw new UsageError(`--host-link is hccs or pcie, not "${String(value)}".`);
}

function formOf(value: unknown): DemoForm | undefined {
  if (value === undefined) return undefined;
  const form = demoForms.find((known) => known === value);
  if (form !== undefined) return form;
  throw new UsageError(`--form is text, db, both or summaries, not "${String(value)}".`);
}

function faultOf(text: string): ReturnType<typeof parseFault> {
  try {
    return parseFault(text);
  } catch (error) {
    if (error instanceof DemoError) throw new UsageError(`--fault: ${error.message}`);
    throw error;
  }
}
