import type { ClockMethod, JobClock, RankClock } from '../../src-contract';
import { number, plural } from '../host/describeDump';

/** One line on the ranks' clocks; undefined for a single rank. */
export function clockLine({ ranks, usedCollectives, rejectedCollectives, isAligned }: JobClock): string | undefined {
  if (ranks.length < 2) return undefined;
  const by = (method: ClockMethod) => ranks.filter((rank) => rank.method === method);
  const rejected = rejectedCollectives > 0 ? ` (${number(rejectedCollectives)} more rejected)` : '';
  const collectives = `${plural(usedCollectives, 'collective')}${rejected}`;
  const byPair = by('clock-pair');
  if (isAligned) {
    const ways = [
      ...(usedCollectives > 0 ? [collectives] : []),
      ...(byPair.length > 0 ? [`the clock of their host (${named(byPair)})`] : []),
    ];
    const [offset, error] = [largest(ranks, 'offsetNs'), largest(ranks, 'errorNs')];
    return `Clocks: aligned by ${ways.join(' and ')}; offsets up to ${duration(offset)}, error ≤ ${duration(error)}`;
  }
  const apart = [...by('first-step'), ...by('none')];
  const why =
    usedCollectives === 0
      ? 'no collectives that two ranks have in common'
      : `no collective joins ${named(apart)} with the others`;
  const steps = by('first-step').length > 0 ? '; their first common step is taken to begin at once' : '';
  return `Clocks: not aligned: ${why}, and no clock of one host${steps}`;
}

/** The same for JSON, which has no NaN. */
export function plainClock({ ranks, ...clock }: JobClock): object {
  const plain = (ns: number) => (Number.isNaN(ns) ? undefined : Math.round(ns));
  return {
    ...clock,
    ranks: ranks.map((rank) => ({ ...rank, offsetNs: plain(rank.offsetNs), errorNs: plain(rank.errorNs) })),
  };
}

function largest(ranks: readonly RankClock[], value: 'offsetNs' | 'errorNs'): number {
  return ranks.reduce((most, rank) => Math.max(most, Math.abs(rank[value])), 0);
}

const MAX_NAMED = 4;

function named(ranks: readonly RankClock[]): string {
  const more = ranks.length - MAX_NAMED;
  const labels = ranks.slice(0, MAX_NAMED).map(({ label }) => label);
  return `${labels.join(', ')}${more > 0 ? ` and ${plural(more, 'more', 'more')}` : ''}`;
}

function duration(ns: number): string {
  const [value, unit] = ns < 1e6 ? [ns / 1e3, 'µs'] : ns < 1e9 ? [ns / 1e6, 'ms'] : [ns / 1e9, 's'];
  return `${value.toPrecision(3)} ${unit}`;
}
