/** The counters of the dump by name, over all ranks. Pure. */
import type { CounterCurve, CounterLane, LaneId, RankIndex, RankState, Unit } from '../../../src-contract';
import { groupTitle, type Translate } from '../../session/lanes/laneTitles';

/** One series of a counter lane of one rank. */
export interface CounterPlace {
  readonly rank: RankIndex;
  readonly rankLabel: string;
  readonly lane: LaneId;
  readonly series: number;
}

/** The same counter on all ranks that have it. */
export interface CounterChoice {
  readonly id: string;
  readonly group: string;
  /** "HBM 0/Read", with the series behind it where the lane has several. */
  readonly name: string;
  readonly unit: Unit;
  /** What a value has to be multiplied by to be in that unit. */
  readonly factor: number;
  readonly places: readonly CounterPlace[];
}

export function counterChoices(ranks: readonly RankState[], translate: Translate): readonly CounterChoice[] {
  const choices = new Map<string, CounterChoice & { readonly places: CounterPlace[] }>();
  for (const rank of ranks) {
    for (const group of rank.groups) {
      for (const lane of group.lanes) {
        if (lane.kind !== 'counter') continue;
        for (const [series, { unit }] of lane.series.entries()) {
          const name = seriesName(lane, series);
          const id = `${group.name}\n${name}`;
          const title = groupTitle(group, translate);
          const own = choices.get(id) ?? { id, group: title, name, ...unitOf(unit), places: [] };
          own.places.push({ rank: rank.index, rankLabel: rank.label, lane: lane.id, series });
          choices.set(id, own);
        }
      }
    }
  }
  return [...choices.values()];
}

function seriesName({ name, series }: CounterLane, at: number): string {
  return series.length > 1 ? `${name} · ${series[at]?.name ?? at}` : name;
}

/** The profilers' KB and MB are powers of two. */
function unitOf(unit: string): { readonly unit: Unit; readonly factor: number } {
  switch (unit) {
    case 'MB/s':
    case 'GB/s':
    case 'MHz':
      return { unit, factor: 1 };
    case '%':
      return { unit: 'percent', factor: 1 };
    case 'KB':
      return { unit: 'bytes', factor: 1 << 10 };
    case 'MB':
      return { unit: 'bytes', factor: 1 << 20 };
    default:
      return { unit: 'none', factor: 1 };
  }
}

/** A curve as points: of each column its greatest and least value and the one that holds on, so that no peak is lost. */
export function curvePoints(
  curve: CounterCurve,
  factor: number,
): { readonly x: Float64Array; readonly y: Float64Array } {
  const x: number[] = [];
  const y: number[] = [];
  curve.startNs.forEach((ns, at) => {
    const [max, min, last] = [curve.maxValue[at]!, curve.minValue[at]!, curve.lastValue[at]!];
    for (const value of max === min ? [last] : [max, min, last]) {
      x.push(ns);
      y.push(value * factor);
    }
  });
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}

/** What says most about a device is chosen first. */
const favourites = [/^ai ?core freq/i, /cpu.*usage/i, /^hbm/i, /roce|nic|rdma/i, /hccs/i, /llc/i];

export function firstChoice(choices: readonly CounterChoice[]): CounterChoice | undefined {
  for (const pattern of favourites) {
    const found = choices.find(({ group, name }) => pattern.test(group) || pattern.test(name));
    if (found) return found;
  }
  return choices[0];
}
