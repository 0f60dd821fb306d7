import { createServer, type Server } from 'node:http';
import type { DoneStep, StepHistory } from './stepHistory';

/** Of each rank; and the number of the step, of the job. */
const TIME = 'training_step_time_seconds';
const STEP = 'training_step';
/** As far back as Prometheus looks for a sample. */
const LOOK_BACK_MS = 300_000;
/** As many points as it gives of a series. */
const MOST_POINTS = 11_000;

/** A status and JSON. */
type Reply = readonly [status: number, body: object];

/** A Prometheus of its own: `/metrics`, and `/api/v1/query_range` and `/api/v1/query` of two gauges, the time of a step (a series a rank) and its number. */
export function metricsServer(history: StepHistory, ranks: number): Server {
  return createServer(({ url = '/', method }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (method === 'GET' && pathname === '/metrics') {
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
      response.end(exposition(history.last, ranks));
      return;
    }
    const [status, body] =
      method === 'GET' ? reply(pathname, searchParams, history, ranks) : bad('method not allowed', 405);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

function reply(path: string, query: URLSearchParams, history: StepHistory, ranks: number): Reply {
  if (path === '/api/v1/query_range') return range(query, history, ranks);
  if (path === '/api/v1/query') return instant(query, history, ranks);
  return bad('not found', 404);
}

function exposition(last: DoneStep | undefined, ranks: number): string {
  const linesOf = (metric: string, help: string): string[] => [
    `# HELP ${metric} ${help}`,
    `# TYPE ${metric} gauge`,
    ...(last ? allSeries(ranks) : []).flatMap(({ labels, valueAt }) => {
      const { __name__: name, ...rest } = labels;
      const inside = Object.entries(rest).map(([label, value]) => `${label}="${value}"`);
      return name === metric && last ? `${name}{${inside.join()}} ${valueAt(last)}` : [];
    }),
  ];
  const lines = [
    ...linesOf(TIME, 'Time of the last training step.'),
    ...linesOf(STEP, 'Number of the last training step.'),
  ];
  return `${lines.join('\n')}\n`;
}

function range(query: URLSearchParams, history: StepHistory, ranks: number): Reply {
  const chosen = selection(query.get('query') ?? '', ranks);
  const [start, end] = [timeOf(query.get('start')), timeOf(query.get('end'))];
  const step = durationOf(query.get('step'));
  if (typeof chosen === 'string') return bad(chosen);
  if (!(step > 0)) return bad('zero or negative query resolution step widths are not accepted');
  if (!(end >= start)) return bad('end timestamp must not be before start time');
  if ((end - start) / step > MOST_POINTS) return bad('exceeded maximum resolution of 11,000 points per timeseries.');
  const points: [number, DoneStep][] = [];
  for (let at = 0; start + at * step <= end + 1e-6; at++) {
    const time = start + at * step;
    const found = history.at(time * 1000, LOOK_BACK_MS);
    if (found) points.push([time, found]);
  }
  const result = (points.length === 0 ? [] : chosen).map(({ labels, valueAt }) => ({
    metric: labels,
    values: points.map(([time, found]) => [time, valueAt(found)]),
  }));
  return [200, { status: 'success', data: { resultType: 'matrix', result } }];
}

function instant(query: URLSearchParams, history: StepHistory, ranks: number): Reply {
  const chosen = selection(query.get('query') ?? '', ranks);
  if (typeof chosen === 'string') return bad(chosen);
  const time = query.has('time') ? timeOf(query.get('time')) : Date.now() / 1000;
  const found = history.at(time * 1000, LOOK_BACK_MS);
  const result = (found ? chosen : []).map(({ labels, valueAt }) => ({
    metric: labels,
    value: [time, valueAt(found!)],
  }));
  return [200, { status: 'success', data: { resultType: 'vector', result } }];
}

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  valueAt(step: DoneStep): string;
}

function allSeries(ranks: number): readonly Series[] {
  const times = Array.from({ length: ranks }, (_, rank) => ({
    labels: { __name__: TIME, job: 'demo', rank: String(rank) },
    valueAt: ({ durationMs }: DoneStep) => String(durationMs / 1000),
  }));
  return [...times, { labels: { __name__: STEP, job: 'demo' }, valueAt: ({ step }) => String(step) }];
}

/** Of `metric` or `metric{rank="1"}`; a sentence for what it does not know. Another metric has no series. */
function selection(query: string, ranks: number): readonly Series[] | string {
  const [, metric, inside = ''] = /^\s*([a-zA-Z_:][\w:]*)\s*(?:\{([^{}]*)\})?\s*$/.exec(query) ?? [];
  if (metric === undefined) return 'invalid parameter "query": this stand-in knows plain selectors alone';
  const wanted: Record<string, string> = { __name__: metric };
  for (const part of inside.split(',').filter((own) => own.trim() !== '')) {
    const [, label, value] = /^\s*(\w+)\s*=\s*"([^"]*)"\s*$/.exec(part) ?? [];
    if (label === undefined) return `invalid parameter "query": ${part} is no label="value"`;
    wanted[label] = value;
  }
  const entries = Object.entries(wanted);
  return allSeries(ranks).filter(({ labels }) => entries.every(([label, value]) => labels[label] === value));
}

/** Seconds since the epoch, or a date by RFC 3339. */
function timeOf(value: string | null): number {
  if (value === null || value === '') return Number.NaN;
  const seconds = Number(value);
  return Number.isNaN(seconds) ? Date.parse(value) / 1000 : seconds;
}

/** Seconds, or "15s", "1m", "500ms". */
function durationOf(value: string | null): number {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value ?? '') ?? [];
  return Number(count) * { ms: 0.001, s: 1, m: 60, h: 3600 }[unit as 'ms' | 's' | 'm' | 'h'];
}

function bad(error: string, status = 400): Reply {
  return [status, { status: 'error', errorType: 'bad_data', error }];
}
