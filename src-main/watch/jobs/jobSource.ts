import type { LiveSource } from '../../../src-contract';
import { isLogPreset } from '../../../src-watch/lines/logPresets';
import { unitOf } from '../../../src-watch/lines/prometheusAnswer';
import { userPattern } from '../../../src-watch/lines/userPattern';
import { authorizationFor, type MetricLogin } from '../metricLogin';
import type { LineForm } from '../readerOf';
import type { SourceForm } from '../sourceOf';

/** Of files that have lines. Throws a `PatternError` where the pattern is none. */
export function lineFormOf({ kind, pattern = '' }: LiveSource): LineForm | undefined {
  if (kind === 'prometheus' || kind === 'dumps') return undefined;
  if (kind !== 'log') return { kind };
  if (pattern.trim() === '') return { kind: 'log', preset: undefined };
  return isLogPreset(pattern) ? { kind: 'log', preset: pattern } : { kind: 'pattern', pattern: userPattern(pattern) };
}

/** What it told of in the past is still there when the program is started the next time: msMonitor deletes what it has rotated. */
export function isReadAgain({ kind }: LiveSource): boolean {
  return kind === 'log' || kind === 'steps';
}

/** Throws a `PatternError` where the pattern is none. */
export function formOf(source: LiveSource, login: MetricLogin | undefined): SourceForm {
  const { metric } = source;
  if (!metric) return lineFormOf(source) ?? { kind: 'dumps' };
  const { address, query, unit = unitOf(query), rankLabel, resolutionS } = metric;
  return { kind: 'prometheus', query, unit, rankLabel, resolutionS, authorization: authorizationFor(address, login) };
}

/** The files, or the address of the server. */
export function placesOf({ paths, metric }: LiveSource): readonly string[] {
  return metric ? [metric.address] : paths;
}
