/** What is to be said of the preparation of data, most important first. Pure. */
import type { TFunction } from 'i18next';
import type { DataBottleneck, DataPreparation } from '../../../../src-contract';
import { formatUnit } from '../../../base/formatUnit';
import { joinSentences } from '../../../base/joinSentences';

export interface DataSentence {
  readonly id: string;
  readonly text: string;
  readonly tone: 'plain' | 'warning';
  /** The operator that it speaks of. */
  readonly operator?: number;
}

/** At most this many operators are named: what to change first. */
const MOST_BOTTLENECKS = 2;

export function dataSentences(value: DataPreparation, t: TFunction): readonly DataSentence[] {
  const bottlenecks = value.pipeline?.bottlenecks ?? [];
  return [
    verdictSentence(value, t),
    ...bottlenecks.slice(0, MOST_BOTTLENECKS).map((own) => bottleneckSentence(own, value, t)),
    ...timesSentence(value, t),
    ...cpuSentence(value, t),
  ];
}

function verdictSentence({ verdict, hostQueue, deviceQueue }: DataPreparation, t: TFunction): DataSentence {
  const { stage, stepCount, heldCount, heldByProcessing, heldByTransfer } = verdict;
  const count = (n: number | undefined) => formatUnit(n ?? 0, 'count');
  const numbers = {
    steps: count(stepCount),
    held: count(heldCount),
    processing: count(heldByProcessing),
    transfer: count(heldByTransfer),
    hostEmpty: count(hostQueue?.emptyCount),
    hostSteps: count(hostQueue?.sizes.length),
  };
  const parts = [t(`summary.data.verdict.${stage}`, numbers)];
  if (deviceQueue && heldCount > 0) parts.push(t('summary.data.held', numbers));
  const isSlow = stage === 'processing' || stage === 'transfer';
  return { id: 'verdict', text: joinSentences(parts), tone: isSlow ? 'warning' : 'plain' };
}

function bottleneckSentence(own: DataBottleneck, { pipeline }: DataPreparation, t: TFunction): DataSentence {
  const operator = pipeline?.operators.find(({ id }) => id === own.operator);
  const percent = (share: number) => formatUnit(Math.round(100 * share), 'count');
  const workers = operator && !Number.isNaN(operator.workers) ? String(operator.workers) : '—';
  const reason = t(`summary.data.bottleneck.${own.reason}`, {
    operator: `${operator?.type} (${own.operator})`,
    input: percent(own.inputUsage),
    output: percent(own.outputUsage),
    cpu: percent(own.cpuPerWorker),
  });
  const advice = own.advice.map((id) => t(`summary.data.advice.${id}`, { workers }));
  return {
    id: `bottleneck ${own.operator}`,
    text: joinSentences([reason, ...advice]),
    tone: 'warning',
    operator: own.operator,
  };
}

function timesSentence({ hostTimes, fetchTimes }: DataPreparation, t: TFunction): DataSentence[] {
  const mean = (values: Float64Array | undefined) => {
    const known = (values ?? new Float64Array()).filter((ns) => !Number.isNaN(ns));
    return known.length === 0 ? Number.NaN : Math.round(known.reduce((sum, ns) => sum + ns, 0) / known.length);
  };
  const [get, send, fetch] = [mean(hostTimes?.getNs), mean(hostTimes?.sendNs), mean(fetchTimes?.fetchNs)];
  const times = { get: formatUnit(get, 'duration'), send: formatUnit(send, 'duration') };
  const parts = [
    ...(Number.isNaN(get) ? [] : [t(Number.isNaN(send) ? 'summary.data.timesGet' : 'summary.data.timesHost', times)]),
    ...(Number.isNaN(fetch) ? [] : [t('summary.data.timesFetch', { fetch: formatUnit(fetch, 'duration') })]),
  ];
  return parts.length === 0 ? [] : [{ id: 'times', text: joinSentences(parts), tone: 'plain' }];
}

function cpuSentence({ cpu }: DataPreparation, t: TFunction): DataSentence[] {
  if (!cpu) return [];
  const mean = (values: Float64Array) => {
    const known = values.filter((value) => !Number.isNaN(value));
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const { machine, process, processorCount } = cpu;
  const percent = (values: Float64Array) => formatUnit(Math.round(100 * mean(values)), 'count');
  const numbers = {
    user: percent(machine.user),
    system: percent(machine.system),
    process: formatUnit(Number((mean(process.user) + mean(process.system)).toFixed(1)), 'none'),
    processors: Number.isNaN(processorCount) ? '—' : formatUnit(processorCount, 'count'),
    switches: formatUnit(Math.round(mean(machine.contextSwitches)), 'count'),
  };
  const parts = [t('summary.data.cpuSentence', numbers)];
  if (cpu.threads) parts.push(t(`summary.data.threads.${cpu.threads}`));
  return [{ id: 'cpu', text: joinSentences(parts), tone: cpu.threads ? 'warning' : 'plain' }];
}
