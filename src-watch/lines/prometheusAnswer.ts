/** What a Prometheus server answers to a range query → samples of step times, a series a rank. */
import type { RankStep } from '../rule/jobSteps';

export interface MetricForm {
  /** A query of PromQL; the name of a histogram's `_sum`, `_count` or `_bucket` stands for the mean of a minute. */
  readonly query: string;
  readonly unit: 's' | 'ms';
  /** Of a series: the label that has its rank. */
  readonly rankLabel: string;
}

/** What may be wrong with a server, or its answer; the words say it (`server.…`). */
export type ServerFault =
  | 'query'
  | 'no-samples'
  | 'auth'
  | 'no-json'
  | 'too-large'
  | 'timeout'
  | 'nobody'
  | 'no-host'
  | 'broken';

export class AnswerError extends Error {
  override readonly name = 'AnswerError';

  /** `detail`: what the server said. */
  constructor(
    readonly fault: ServerFault,
    readonly detail = '',
  ) {
    super(`${fault} ${detail}`.trim());
  }
}

/** As it is sent. */
export function queryOf({ query }: MetricForm): string {
  const [, histogram] = /^([a-zA-Z_:][\w:]*)_(?:sum|count|bucket)$/.exec(query.trim()) ?? [];
  return histogram === undefined ? query : `rate(${histogram}_sum[1m]) / rate(${histogram}_count[1m])`;
}

/** ms, where the name of the metric says so. */
export function unitOf(query: string): MetricForm['unit'] {
  return /_(ms|milliseconds|millis)(_|\b)/.test(query) ? 'ms' : 's';
}

/** A series' samples, each numbered by its instant: `originS` is that of number 0. Throws an `AnswerError`. */
export function samplesOf(
  answer: unknown,
  { unit, rankLabel }: MetricForm,
  originS: number,
  resolutionS: number,
): readonly (readonly RankStep[])[] {
  const { data, status, error } = objectOf(answer);
  if (status !== 'success') throw new AnswerError('query', String(error ?? ''));
  const { result, resultType } = objectOf(data);
  if (resultType !== 'matrix' || !Array.isArray(result)) throw new AnswerError('no-samples');
  const series = result.map(objectOf);
  const names = series.map(({ metric }) => JSON.stringify(Object.entries(objectOf(metric)).sort()));
  const order = [...names].sort();
  const nsPerUnit = unit === 'ms' ? 1e6 : 1e9;
  return series.map(({ metric, values }, at) => {
    const rank = rankOf(objectOf(metric)[rankLabel]) ?? (series.length > 1 ? order.indexOf(names[at]) : undefined);
    if (!Array.isArray(values)) throw new AnswerError('no-samples');
    return values.flatMap((pair: unknown) => {
      const [atS, text] = Array.isArray(pair) ? pair : [];
      const durationNs = Number(text) * nsPerUnit;
      if (typeof atS !== 'number' || typeof text !== 'string' || !(durationNs > 0 && Number.isFinite(durationNs)))
        return [];
      const timeNs = (atS - originS) * 1e9;
      return [{ rank, step: Math.round((atS - originS) / resolutionS), durationNs, timeNs }];
    });
  });
}

function rankOf(label: unknown): number | undefined {
  return typeof label === 'string' && /^\d{1,9}$/.test(label) ? Number(label) : undefined;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
