/** Two ranks, or two steps of one rank, one above the other: a rank is moved by its clock, a step's lanes are shown once more. */
import type {
  CopiedLane,
  DumpId,
  DumpState,
  Engine,
  LaneId,
  MovedRank,
  RankState,
  SidePlace,
} from '../../src-contract';

/** How much later a rank is shown than by the clock alone: 0 where it is not moved. */
export function movedNsOf({ clock }: { readonly clock?: DumpState['clock'] | undefined }, rank: number): number {
  return clock?.choice.moved?.find((own) => own.rank === rank)?.byNs ?? 0;
}

/** The ranks that are moved, with one moved so much further; undefined: none is any more. */
export function movedFurther(
  moved: readonly MovedRank[],
  further: readonly MovedRank[],
): readonly MovedRank[] | undefined {
  const byRank = new Map(moved.map(({ rank, byNs }) => [rank, byNs]));
  for (const { rank, byNs } of further) byRank.set(rank, Math.round((byRank.get(rank) ?? 0) + byNs));
  const all = [...byRank].flatMap(([rank, byNs]) => (byNs === 0 ? [] : [{ rank, byNs }]));
  return all.length > 0 ? all : undefined;
}

/** Two ranks, or two steps of one, stand one above the other. */
export function isAligned({ clock, ranks }: Pick<DumpState, 'clock' | 'ranks'>): boolean {
  return (
    (clock?.choice.moved ?? []).length > 0 || ranks.some(({ groups }) => groups.some(({ copy }) => copy !== undefined))
  );
}

export interface StepCopy {
  readonly rank: RankState;
  /** The profiler's number. */
  readonly step: number;
  readonly byNs: number;
}

/**
 * The device's lanes, those that the step is seen on, and those of `others` that are the rank's. Undefined: nothing is there to
 * copy.
 */
export async function copyStep(
  engine: Engine,
  dump: DumpId,
  { rank, step, byNs }: StepCopy,
  { startNs, endNs, slices: seen }: SidePlace,
  others: readonly LaneId[],
): Promise<readonly CopiedLane[] | undefined> {
  const seenOn = await Promise.all(seen.map((own) => engine.slice(dump, own)));
  const own = rank.groups.filter(({ copy, path }) => !copy && !path);
  const all = new Set(own.flatMap(({ lanes }) => lanes.map(({ id }) => id)));
  const device = own.flatMap((group) => (group.kind === 'hardware' ? group.lanes : []));
  const slices = device.filter(({ kind }) => kind === 'slices').map(({ id }) => id);
  const wanted = [...others, ...seenOn.flatMap((own) => own?.lane ?? [])].filter((lane) => all.has(lane));
  const lanes = [...new Set([...wanted, ...slices])];
  return engine.copyLanes(dump, { rank: rank.index, step, lanes, startNs, endNs, byNs });
}

/** As it was when the dump was open before. */
export async function copyStepAgain(
  engine: Engine,
  dump: DumpId,
  copy: StepCopy,
  others: readonly LaneId[],
): Promise<void> {
  const side = { rank: copy.rank.index, step: copy.step };
  const places = await engine.ask(dump, 'compare.places', { a: side, b: side });
  if (places) await copyStep(engine, dump, copy, places.b, others);
}
