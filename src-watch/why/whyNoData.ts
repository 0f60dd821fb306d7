/** Why a source of step times tells of no step. */
import type { ServerFault } from '../lines/prometheusAnswer';

/** How a source is doing: a file, a database, a folder of dumps, a server. */
export interface SourceStatus {
  /** A path, or an address. */
  readonly path: string;
  /** `silent`: it has been asked, and does not answer. */
  readonly state: 'new' | 'missing' | 'unreachable' | 'silent' | 'following';
  /** Of `unreachable`: the system's code; of a server what is wrong with it, a `ServerFault`. */
  readonly reason: string | undefined;
  /** What a server said to it. */
  readonly detail?: string;
  /** Lines, rows or answers so far. */
  readonly lineCount: number;
  /** It has told of a step. */
  readonly isKnown: boolean;
  readonly lastLine: string | undefined;
  readonly rank: number | undefined;
  /** What it has to have: lines that a pattern matches, markers of steps among all else, series that a query finds. */
  readonly needs: 'lines' | 'markers' | 'series' | 'dumps';
  /** Nothing new has come for so long, by the watcher's clock. */
  readonly unchangedMs: number;
}

export type NoDataReason =
  | { readonly kind: 'no-file' | 'silent' | 'no-series' | 'no-dump'; readonly path: string }
  | { readonly kind: 'unreachable'; readonly path: string; readonly code: string }
  | { readonly kind: 'server'; readonly path: string; readonly fault: ServerFault; readonly detail: string }
  /** So many lines, and none is understood. */
  | { readonly kind: 'no-match' | 'no-markers'; readonly path: string; readonly lineCount: number }
  /** It is there, and nothing is written to it. */
  | { readonly kind: 'unchanged'; readonly path: string; readonly unchangedMs: number };

export interface NoDataLimits {
  /** From when on something that is not there is missed. */
  readonly lateMs: number;
  /** So many lines without a step are enough to say so. */
  readonly lines: number;
  /** A source that has never told of a step, and to which nothing has been written for so long. */
  readonly unchangedMs: number;
}

export const usualNoData: NoDataLimits = { lateMs: 10_000, lines: 1_000, unchangedMs: 60_000 };

/** For whoever asks: of a source that has told of no step yet there is always a reason. */
export const askedNoData: NoDataLimits = { lateMs: 0, lines: 1, unchangedMs: 0 };

/** `watchedMs`: since the watcher looks. Undefined: steps come, or it is too early to say. */
export function whyNoData(
  source: SourceStatus,
  watchedMs: number,
  limits: NoDataLimits = usualNoData,
): NoDataReason | undefined {
  const { path, state, reason, lineCount, isKnown, needs, unchangedMs } = source;
  const isLate = watchedMs >= limits.lateMs;
  if (state === 'silent') return { kind: 'silent', path };
  if (state === 'unreachable' && needs === 'series')
    return { kind: 'server', path, fault: reason as ServerFault, detail: source.detail ?? '' };
  if (state === 'unreachable') return { kind: 'unreachable', path, code: reason ?? '' };
  if (state === 'missing') return isLate ? { kind: 'no-file', path } : undefined;
  if (isKnown) return undefined;
  if (needs === 'series' || needs === 'dumps')
    return isLate && state === 'following' ? { kind: needs === 'series' ? 'no-series' : 'no-dump', path } : undefined;
  const isUnchanged = unchangedMs >= limits.unchangedMs;
  if (lineCount >= limits.lines || (isUnchanged && lineCount > 0))
    return { kind: needs === 'markers' ? 'no-markers' : 'no-match', path, lineCount };
  return isUnchanged ? { kind: 'unchanged', path, unchangedMs } : undefined;
}
