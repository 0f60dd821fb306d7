/**
 * Scopes of a graph as lanes, one for each depth, of the tasks that ran in them, stream by stream:
 *
 *     Stream 7    Default/net/conv1/Conv2D-op3  Default/net/conv1/Relu-op4  Default/net/fc/MatMul-op5
 *     Scope 1     Default ─────────────────────────────────────────────────────────────────────────
 *     Scope 2     net ─────────────────────────────────────────────────────────────────────────────
 *     Scope 3     conv1 ──────────────────────────────────────────────────  fc ────────────────────
 */
import { MAX_SCOPES, mayHaveScopes, scopesOf } from '../../names/opScopes';
import { endNsOf, type IndexSlices, type SliceTimes } from '../columns/indexSlices';
import { TASK_KIND_SHIFT } from '../columns/segmentColumns';
import type { PackedStrings } from '../rankIndex';
import { packedBytes, packedText } from '../strings';
import type { LaneRows, RunsOfRow } from './laneRows';

export interface ScopedSlices {
  readonly slices: SliceTimes & Pick<IndexSlices, 'flags' | 'name'>;
  readonly names: PackedStrings;
  /** Slices of lane L, in any order, are laneFirst[L] … laneFirst[L + 1]. */
  readonly laneFirst: Uint32Array;
}

/**
 * A run goes on as long as the tasks of its stream are of its scope, and ends where an op comes again: that is the next step.
 * None where no task has a name with scopes.
 */
export function scopeLanes({ slices, names, laneFirst }: ScopedSlices): readonly LaneRows[] {
  const scopes = scopesOfNames(names);
  if (scopes.size === 0) return [];
  const lanes = Array.from({ length: MAX_SCOPES }, (_, depth) => ({
    name: `Scope ${depth + 1}`,
    rows: [] as RunsOfRow[],
  }));
  for (let lane = 0; lane + 1 < laneFirst.length; lane++) {
    const own: number[] = [];
    for (let slice = laneFirst[lane]; slice < laneFirst[lane + 1]; slice++)
      if (slices.flags[slice] >> TASK_KIND_SHIFT !== 0 && scopes.has(slices.name[slice])) own.push(slice);
    own.sort((a, b) => slices.startNs[a] - slices.startNs[b] || endNsOf(slices, b) - endNsOf(slices, a));
    runsOf(own, slices, scopes).forEach((runs, depth) => {
      if (runs.text.length > 0) lanes[depth].rows.push(runs);
    });
  }
  return lanes.filter(({ rows }) => rows.length > 0);
}

function scopesOfNames(names: PackedStrings): ReadonlyMap<number, readonly string[]> {
  const scopes = new Map<number, readonly string[]>();
  for (let name = 0; name < names.ends.length; name++) {
    if (!mayHaveScopes(packedBytes(names, name))) continue;
    const own = scopesOf(packedText(names, name));
    if (own.length > 0) scopes.set(name, own.slice(0, MAX_SCOPES));
  }
  return scopes;
}

/** Of one stream's slices by start: for each depth its runs, none of which overlap. */
function runsOf(
  own: readonly number[],
  slices: ScopedSlices['slices'],
  scopes: ReadonlyMap<number, readonly string[]>,
): readonly RunsOfRow[] {
  const depths = Array.from({ length: MAX_SCOPES }, () => {
    return { runs: { startNs: [] as number[], endNs: [] as number[], text: [] as string[] }, open: '' };
  });
  const seen = new Set<number>();
  let before = -1;
  for (const slice of own) {
    const name = slices.name[slice];
    // A task may be in several parts, one behind the other.
    if (name !== before && seen.has(name)) {
      seen.clear();
      for (const depth of depths) depth.open = '';
    }
    seen.add(name);
    before = name;
    const path = scopes.get(name) ?? [];
    const [startNs, endNs] = [slices.startNs[slice], endNsOf(slices, slice)];
    for (const [at, depth] of depths.entries()) {
      const { runs } = depth;
      const last = runs.text.length - 1;
      const whole = at < path.length ? path.slice(0, at + 1).join('/') : '';
      if (whole !== '' && whole === depth.open) {
        runs.endNs[last] = Math.max(runs.endNs[last], endNs);
        continue;
      }
      const fromNs = last < 0 ? startNs : Math.max(startNs, runs.endNs[last]);
      // What has run meanwhile is within the run before.
      depth.open = whole !== '' && fromNs <= endNs ? whole : '';
      if (depth.open === '') continue;
      runs.startNs.push(fromNs);
      runs.endNs.push(endNs);
      runs.text.push(path[at]);
    }
  }
  return depths.map(({ runs: { startNs, endNs, text } }) => {
    return { startNs: Float64Array.from(startNs), endNs: Float64Array.from(endNs), text };
  });
}
