/** The difference of two steps as a picture: from one’s length to the other’s, part by part. Pure. */
import type { ComparedPart, CompareReport, HueClass, PartName } from '../../src-contract';

export interface WaterfallBar {
  /** `start`, `end`: the two steps, from 0. */
  readonly kind: 'start' | 'part' | 'end';
  readonly part?: PartName;
  readonly colour: HueClass;
  readonly fromNs: number;
  readonly toNs: number;
  /** `toNs` less `fromNs`: exact, where their difference has lost digits. */
  readonly deltaNs: number;
}

/** Parts of a group that make less of all that moves are one. */
const LEAST_SHARE = 0.01;

/** Each part begins where the one before ended; the last one ends at the other side’s step. */
export function waterfall({ step, groups }: CompareReport): readonly WaterfallBar[] {
  const all = groups.flatMap(({ parts }) => parts);
  const movedNs = all.reduce((sum, { change }) => sum + Math.abs(change.delta), 0);
  const shown = groups.flatMap(({ group, parts }) => {
    const large = parts.filter(
      ({ kind, change }) => kind !== 'other' && Math.abs(change.delta) >= LEAST_SHARE * movedNs,
    );
    const restNs = parts.reduce((sum, part) => (large.includes(part) ? sum : sum + part.change.delta), 0);
    const rest: PartName = { group, kind: 'other', name: '' };
    return [...large.map(asStep), ...(large.length < parts.length ? [{ part: rest, deltaNs: restNs }] : [])];
  });
  let atNs = step.a;
  const parts = shown.map(({ part, deltaNs }): WaterfallBar => {
    const fromNs = atNs;
    atNs += deltaNs;
    return { kind: 'part', part, colour: hueOf(part), fromNs, toNs: atNs, deltaNs };
  });
  return [
    { kind: 'start', colour: 'idle', fromNs: 0, toNs: step.a, deltaNs: step.a },
    ...parts,
    { kind: 'end', colour: 'idle', fromNs: 0, toNs: step.b, deltaNs: step.b },
  ];
}

function asStep({ group, kind, name, change }: ComparedPart) {
  return { part: { group, kind, name }, deltaNs: change.delta };
}

/** As the step split has them. */
function hueOf({ group, name }: PartName): HueClass {
  if (group === 'computing') return 'compute';
  if (group === 'free') return 'host';
  return name === 'waiting' ? 'wait' : 'communication';
}

/** What the picture shows: all that moves, with some room, and not from 0 where steps are long and differences small. */
export function waterfallRange(bars: readonly WaterfallBar[]): { readonly fromNs: number; readonly toNs: number } {
  const parts = bars.filter(({ kind }) => kind === 'part');
  const ends = [...parts.flatMap(({ fromNs, toNs }) => [fromNs, toNs]), ...bars.slice(0, 1).map(({ toNs }) => toNs)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = Math.max(0.1 * (high - low), 0.001 * high);
  return { fromNs: Math.max(0, low - room), toNs: high + room };
}
