import type { GroupKind } from '../../../src-contract';
import { packedBytes } from '../../index/strings';
import type { RankView } from '../../query/rankView';

/** Calls `visit` for each slice of the lane, row after row; within a row by start. */
export function eachSlice(view: RankView, lane: number, visit: (slice: number) => void): void {
  const { laneFirstRow, rowFirstSlice } = view.index;
  // The slices of a lane's rows stand one behind the other.
  const end = rowFirstSlice[laneFirstRow[lane + 1]];
  for (let slice = rowFirstSlice[laneFirstRow[lane]]; slice < end; slice++) visit(slice);
}

/** Positions of the lanes in groups of that kind, with the lane's name. */
export function lanesOfKind(view: RankView, kind: GroupKind): { readonly lane: number; readonly name: string }[] {
  const groups = new Set(view.index.groups.filter((group) => group.kind === kind).map(({ localId }) => localId));
  return view.index.lanes.flatMap(({ groupLocalId, name }, lane) => (groups.has(groupLocalId) ? [{ lane, name }] : []));
}

export function groupKindOfLane(view: RankView, lane: number): GroupKind | undefined {
  const { groupLocalId } = view.index.lanes[lane];
  return view.index.groups.find(({ localId }) => localId === groupLocalId)?.kind;
}

/** A step as a slice on a host thread marks it. Times are the index's own. */
export interface HostStep {
  readonly step: number;
  readonly startNs: number;
  readonly endNs: number;
}

const STEP_PREFIX = new TextEncoder().encode('ProfilerStep#');

/** The slices "ProfilerStep#N" of the host, by start. A GPU trace repeats them on the device's streams: not those. */
export function hostSteps(view: RankView): HostStep[] {
  const { names, slices, categories, lanes } = view.index;
  const stepOfName = new Map<number, number>();
  for (let name = 0; name < names.ends.length; name++) {
    const bytes = packedBytes(names, name);
    if (!startsWith(bytes, STEP_PREFIX)) continue;
    const step = Number(view.nameText(name).slice(STEP_PREFIX.length));
    if (Number.isInteger(step)) stepOfName.set(name, step);
  }
  if (stepOfName.size === 0) return [];
  const steps = new Map<number, HostStep>();
  for (let lane = 0; lane < lanes.length; lane++) {
    const kind = groupKindOfLane(view, lane);
    if (kind === 'hardware' || kind === 'communication' || kind === 'overlap') continue;
    eachSlice(view, lane, (slice) => {
      const step = stepOfName.get(slices.name[slice]);
      if (step === undefined || categories[slices.category[slice]]?.startsWith('gpu')) return;
      const known = steps.get(step);
      const [startNs, endNs] = [slices.startNs[slice], slices.endNs[slice]];
      if (!known || endNs - startNs > known.endNs - known.startNs) steps.set(step, { step, startNs, endNs });
    });
  }
  return [...steps.values()].sort((a, b) => a.startNs - b.startNs);
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length > prefix.length && prefix.every((byte, i) => bytes[i] === byte);
}

/** Arrows from the host to the device, by what profilers call them. */
const LAUNCH_CATEGORIES = /^(HostToDevice|async_npu|torch_to_npu|ac2g|async_cpu_to_gpu)$/;

/** Calls `visit` for each arrow of the host's that ends on a device slice. Times are the index's own. */
export function eachLaunch(view: RankView, visit: (fromSlice: number, fromNs: number, toSlice: number) => void): void {
  const { flows } = view.index;
  flows.categories.forEach((category, position) => {
    if (!LAUNCH_CATEGORIES.test(category)) return;
    const end = flows.categoryFirst[position + 1];
    for (let link = flows.categoryFirst[position]; link < end; link++)
      visit(flows.fromSlice[link], flows.fromNs[link], flows.toSlice[link]);
  });
}
