/** What the form of a job that is to be watched has in its fields. Pure. */
import type {
  LiveJobWish,
  LiveMetric,
  LiveProfileWay,
  LiveSource,
  LiveSourceKind,
  LiveStall,
} from '../../../src-contract';
import { stallFields, typedLimit } from './limitFields';
import { webhookOf } from './webhookOf';

/** Ids of `src-watch/lines/logPresets.ts` with their names, which are the same in all languages; a test compares them. */
export const LOG_PRESETS = {
  megatron: 'Megatron-LM',
  mindspeed: 'MindSpeed',
  deepspeed: 'DeepSpeed',
  huggingface: 'Hugging Face Trainer',
  lightning: 'Lightning',
  mindspore: 'MindSpore',
} as const;

export type WayKind = LiveProfileWay['kind'];

export interface JobForm {
  readonly kind: LiveSourceKind;
  /** One a line. */
  readonly paths: string;
  /** `''`: whichever matches; `own`: `pattern`; else the id of a preset. */
  readonly preset: string;
  readonly pattern: string;
  /** Of a server. */
  readonly address: string;
  readonly query: string;
  readonly unit: '' | 's' | 'ms';
  readonly rankLabel: string;
  readonly resolution: string;
  /** Of the pipeline; `''`: nobody has said. */
  readonly stages: string;
  readonly stallFactor: string;
  /** "60s", "10m". */
  readonly stallLeast: string;
  /** `''`: that of the environment, if there is one. */
  readonly webhook: string;
  readonly way: WayKind;
  readonly hosts: string;
  readonly processLimit: string;
  /** `''`: 0. */
  readonly jobId: string;
  readonly folder: string;
  readonly output: string;
  /** `''`: the same, if this machine sees it. */
  readonly dumps: string;
}

export const emptyForm: JobForm = {
  ...{ kind: 'log', paths: '', preset: '', pattern: '' },
  ...{ address: '', query: '', unit: '', rankLabel: 'rank', resolution: '5' },
  ...{ stages: '', stallFactor: '10', stallLeast: '60s', webhook: '' },
  ...{ way: 'none', hosts: '', processLimit: '3', jobId: '', folder: '', output: '', dumps: '' },
};

/** More than any pipeline has. */
const MOST_STAGES = 10_000;

/** Undefined: no path yet, or a pattern of the user's own that is empty. */
export function sourceOf(form: JobForm): LiveSource | undefined {
  const { kind, paths, preset, pattern } = form;
  if (kind === 'prometheus') {
    const metric = metricOf(form);
    return metric && { kind, paths: [], metric };
  }
  const all = paths
    .split('\n')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  if (all.length === 0) return undefined;
  if (kind !== 'log' || preset === '') return { kind, paths: all };
  if (preset !== 'own') return { kind, paths: all, pattern: preset };
  return pattern.trim() === '' ? undefined : { kind, paths: all, pattern };
}

/** Undefined: something that it needs is not there yet. */
export function wishOf(form: JobForm): LiveJobWish | undefined {
  const source = sourceOf(form);
  const profile = wayOf(form);
  const place = form.dumps.trim() || ('output' in (profile ?? {}) ? form.output.trim() : '');
  const stages = Number(form.stages);
  const stall = stallOf(form);
  const webhook = webhookOf(form.webhook);
  if (!source || !profile || !stall || webhook === undefined || !isWhole(stages, 0, MOST_STAGES)) return undefined;
  const dumps = place === '' ? undefined : place;
  const ofJob = { ...(stages > 0 && { stages }), ...(webhook !== '' && { webhook }) };
  return { source, limits: {}, profile, dumps, stall, ...ofJob };
}

function stallOf({ stallFactor, stallLeast }: JobForm): LiveStall | undefined {
  const factor = typedLimit(stallFields.factor, stallFactor);
  const leastNs = typedLimit(stallFields.leastNs, stallLeast);
  return factor === undefined || leastNs === undefined ? undefined : { factor, leastNs };
}

function metricOf({ address, query, unit, rankLabel, resolution }: JobForm): LiveMetric | undefined {
  const resolutionS = Number(resolution);
  const isGood = /^https?:\/\/\S+$/.test(address.trim()) && query.trim() !== '' && rankLabel.trim() !== '';
  if (!isGood || !Number.isInteger(resolutionS) || resolutionS < 1 || resolutionS > 3_600) return undefined;
  const names = { address: address.trim(), query: query.trim(), rankLabel: rankLabel.trim() };
  return { ...names, ...(unit !== '' && { unit }), resolutionS };
}

function wayOf({ way, hosts, processLimit, jobId, folder, output }: JobForm): LiveProfileWay | undefined {
  const place = output.trim();
  switch (way) {
    case 'none':
    case 'command':
      return { kind: way };
    case 'dynamic':
      return folder.trim() === '' || place === '' ? undefined : { kind: way, folder: folder.trim(), output: place };
    case 'npu-daemons':
    case 'gpu-daemons': {
      const limit = Number(processLimit);
      const job = way === 'gpu-daemons' && jobId.trim() !== '' ? Number(jobId) : undefined;
      const isGood = hosts.trim() !== '' && place !== '' && isWhole(limit, 1, 10_000) && isWhole(job ?? 0, 0);
      const ofJob = job === undefined ? {} : { jobId: job };
      return isGood ? { kind: way, hosts: hosts.trim(), processLimit: limit, ...ofJob, output: place } : undefined;
    }
  }
}

function isWhole(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
