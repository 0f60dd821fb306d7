/** What is said of a clock. Pure. */
import type { TFunction } from 'i18next';
import type { DumpClock, RankClock, ShownClock } from '../../../src-contract';
import { formatDuration, MINUS } from '../../base/format';

/** One line: which kind of clock is in force, and how far off it may be. */
export function clockSummary(t: TFunction, clock: DumpClock): string {
  const kind = t(`clock.${kindOf(clock)}`);
  const { 'first-step': byStep = 0, none = 0 } = clock.rankCounts;
  const others = clock.mode === 'clocks' ? byStep + none : clock.mode === 'steps' && byStep > 0 ? none : 0;
  const { moved } = clock.choice;
  return [
    ...(moved ? [t('clock.moved', { duration: signed(moved.byNs) })] : []),
    Number.isNaN(clock.errorNs) || clock.mode !== 'clocks'
      ? kind
      : t('clock.withError', { kind, error: formatDuration(clock.errorNs) }),
    ...(clock.hasDrift ? [t('clock.withDrift')] : []),
    ...(clock.apartNs === undefined ? [] : [t('clock.apart', { duration: formatDuration(clock.apartNs) })]),
    ...(others > 0 ? [t('clock.notAligned', { count: others })] : []),
  ].join(' · ');
}

/** Nothing compares the ranks of this dump, or not all of them, or one was moved: times across ranks are not to be relied on. */
export function isDoubtful({ mode, rankCounts, choice }: DumpClock): boolean {
  if (choice.moved) return true;
  if (mode === 'measuring') return false;
  return mode !== 'clocks' || (rankCounts['first-step'] ?? 0) + (rankCounts.none ?? 0) > 0;
}

function kindOf({ mode, rankCounts }: DumpClock) {
  switch (mode) {
    case 'measuring':
    case 'off':
      return mode;
    case 'steps':
      return (rankCounts['first-step'] ?? 0) > 0 ? 'steps' : 'nothing';
    case 'clocks': {
      const hasCollectives = (rankCounts.collectives ?? 0) > 0;
      const hasPairs = (rankCounts['clock-pair'] ?? 0) > 0;
      return hasCollectives ? (hasPairs ? 'both' : 'collectives') : 'hosts';
    }
  }
}

/** The cells of a rank's row, in the order of `clockColumns`. */
export function rankCells(t: TFunction, clock: RankClock): readonly string[] {
  const isTold = !Number.isNaN(clock.offsetNs);
  return [
    clock.label,
    t(`clock.method.${clock.method}`),
    isTold ? signed(clock.offsetNs) : '—',
    Number.isNaN(clock.errorNs) ? '—' : `±${formatDuration(clock.errorNs)}`,
    driftText(t, clock),
    clock.usedCalls + clock.rejectedCalls > 0
      ? t('clock.calls', { used: clock.usedCalls, left: clock.rejectedCalls })
      : '—',
  ];
}

export const clockColumns = ['rank', 'by', 'offset', 'error', 'drift', 'pairs'] as const;

function driftText(t: TFunction, { method, rate, rateError }: RankClock): string {
  if (method !== 'collectives') return '—';
  if (Number.isNaN(rateError)) return t('clock.driftUnknown');
  return `${(rate * 1e6).toFixed(3)} ± ${(rateError * 1e6).toFixed(3)} ppm`;
}

function signed(ns: number): string {
  const whole = Math.round(ns);
  return `${whole > 0 ? '+' : whole < 0 ? MINUS : ''}${formatDuration(Math.abs(whole))}`;
}

/** All of it, a tab between two cells: what is in force, then a line for each rank with offsets to the ns. */
export function clockAsText(t: TFunction, clock: ShownClock): string {
  const lines = clock.ranks.map((rank) => {
    const cells = [...rankCells(t, rank)];
    cells[2] = Number.isNaN(rank.offsetNs) ? '' : String(Math.round(rank.offsetNs));
    cells[3] = Number.isNaN(rank.errorNs) ? '' : String(Math.round(rank.errorNs));
    return cells.join('\t');
  });
  const header = clockColumns.map((column) => {
    const name = t(`clock.column.${column}`);
    return column === 'offset' || column === 'error' ? `${name} (ns)` : name;
  });
  return [clockSummary(t, clock), header.join('\t'), ...lines].join('\n');
}
