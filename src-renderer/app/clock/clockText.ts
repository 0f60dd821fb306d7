/** What is said of a clock. Pure. */
import type { TFunction } from 'i18next';
import type { DumpClock, RankClock, ShownClock } from '../../../src-contract';
import { type ColumnUnit, formatInColumn, unitOfOffsets } from '../../base/columnUnit';
import { formatDuration, signedDuration } from '../../base/format';
import { movedNsOf } from '../../session/alignment';

/** One line: which kind of clock is in force, and how far off it may be. */
export function clockSummary(t: TFunction, clock: DumpClock): string {
  const kind = t(`clock.${kindOf(clock)}`);
  const { 'first-step': byStep = 0, none = 0 } = clock.rankCounts;
  const others = clock.mode === 'clocks' ? byStep + none : clock.mode === 'steps' && byStep > 0 ? none : 0;
  const { moved = [] } = clock.choice;
  return [
    ...(moved.length === 1 ? [t('clock.moved', { duration: signedDuration(moved[0].byNs) })] : []),
    ...(moved.length > 1 ? [t('clock.severalMoved', { count: moved.length })] : []),
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
  if (choice.moved && choice.moved.length > 0) return true;
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

/** What the times of each column are written in: those of all ranks are compared by eye. */
export interface ClockUnits {
  readonly offset?: ColumnUnit | undefined;
  readonly error?: ColumnUnit | undefined;
  readonly moved?: ColumnUnit | undefined;
}

export function clockUnits(clock: Pick<ShownClock, 'ranks' | 'choice'>): ClockUnits {
  return {
    offset: unitOfOffsets(clock.ranks.map(({ offsetNs }) => Math.round(offsetNs))),
    error: unitOfOffsets(clock.ranks.map(({ errorNs }) => errorNs)),
    moved: unitOfOffsets((clock.choice.moved ?? []).map(({ byNs }) => byNs)),
  };
}

/** The cells of a rank's row, in the order of `clockColumns`. */
export function rankCells(t: TFunction, clock: RankClock, movedNs: number, units: ClockUnits): readonly string[] {
  const isTold = !Number.isNaN(clock.offsetNs);
  return [
    clock.label,
    t(`clock.method.${clock.method}`),
    isTold ? signedIn(clock.offsetNs, units.offset) : '—',
    Number.isNaN(clock.errorNs) ? '—' : `±${formatInColumn(clock.errorNs, 'duration', units.error)}`,
    driftText(t, clock),
    clock.usedCalls + clock.rejectedCalls > 0
      ? t('clock.calls', { used: clock.usedCalls, left: clock.rejectedCalls })
      : '—',
    movedNs === 0 ? '—' : signedIn(movedNs, units.moved),
  ];
}

function signedIn(ns: number, unit: ColumnUnit | undefined): string {
  const whole = Math.round(ns);
  return `${whole > 0 ? '+' : ''}${formatInColumn(whole, 'duration', unit)}`;
}

export const clockColumns = ['rank', 'by', 'offset', 'error', 'drift', 'pairs', 'moved'] as const;

function driftText(t: TFunction, { method, rate, rateError }: RankClock): string {
  if (method !== 'collectives') return '—';
  if (Number.isNaN(rateError)) return t('clock.driftUnknown');
  return `${(rate * 1e6).toFixed(3)} ± ${(rateError * 1e6).toFixed(3)} ppm`;
}

/** All of it, a tab between two cells: what is in force, then a line for each rank with offsets to the ns. */
export function clockAsText(t: TFunction, clock: ShownClock): string {
  const units = clockUnits(clock);
  const lines = clock.ranks.map((rank) => {
    const movedNs = movedNsOf({ clock }, rank.rank);
    const cells = [...rankCells(t, rank, movedNs, units)];
    cells[6] = movedNs === 0 ? '' : String(movedNs);
    cells[2] = Number.isNaN(rank.offsetNs) ? '' : String(Math.round(rank.offsetNs));
    cells[3] = Number.isNaN(rank.errorNs) ? '' : String(Math.round(rank.errorNs));
    return cells.join('\t');
  });
  const header = clockColumns.map((column) => {
    const name = t(`clock.column.${column}`);
    return column === 'offset' || column === 'error' || column === 'moved' ? `${name} (ns)` : name;
  });
  return [clockSummary(t, clock), header.join('\t'), ...lines].join('\n');
}
