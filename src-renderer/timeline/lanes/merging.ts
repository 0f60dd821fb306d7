/** Lanes put together, moved in time, and taken apart again. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LaneGroup, LaneId, LaneMergeKind, RankState } from '../../../src-contract';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import type { RowModel, SliceRow, TimelineRow } from '../rows/rows';

/** Says what could not be done. */
type Say = Pick<Shell, 'say' | 'reportError'>;

interface Wish {
  readonly rank: RankState;
  readonly lanes: readonly LaneId[];
  readonly into: LaneMergeKind;
  readonly byNs: number;
}

export function mergeLanes({ actions }: DumpSession, shell: Say | undefined, wish: Wish): void {
  actions.mergeLanes(wish).then(
    (isDone) => {
      const message = 'There are no slices on these lanes.';
      if (!isDone) shell?.say({ code: 'merge-without-slices', message, params: {} });
    },
    (error: unknown) => shell?.reportError(error),
  );
}

/** A lane so much later than it is now. */
export function moveLane(session: DumpSession, shell: Say | undefined, row: SliceRow, furtherNs: number): void {
  const { merge } = row.group;
  // Of lanes by kind of work all are moved: they stand for the same.
  const lanes = merge?.into === 'work' ? row.group.lanes.map(({ id }) => id) : [row.lane.id];
  const byNs = Math.round(laneOffsetNs(row.group) + furtherNs);
  mergeLanes(session, shell, { rank: row.rank, lanes, into: merge?.into ?? 'one', byNs });
}

/** How much later the lanes of a group are shown than they are. */
export function laneOffsetNs({ merge }: Pick<LaneGroup, 'merge'>): number {
  return merge?.byNs ?? 0;
}

/** The lane of slices that stands below this one, of the same rank. */
export function laneBelow({ rows }: RowModel, row: TimelineRow): SliceRow | undefined {
  const at = rows.findIndex(({ key }) => key === row.key);
  const next = at < 0 ? undefined : rows.slice(at + 1).find(({ kind }) => kind !== 'group');
  return next?.kind === 'slices' && next.rank.index === row.rank.index ? next : undefined;
}

/** The lanes of slices of a group that are shown: those that a filter or hiding has left. */
export function shownLanes({ rows }: RowModel, group: LaneGroup): readonly LaneId[] {
  return rows.flatMap((row) => (row.kind === 'slices' && row.group.id === group.id ? [row.lane.id] : []));
}

/** The lane whose offset is being typed. */
export interface LaneOffsetState {
  readonly row: SliceRow | undefined;
}

/** The same for all who ask for it, as long as the dump is open. */
export function laneOffsetOf(session: DumpSession): StoreApi<LaneOffsetState> {
  return session.viewState('laneOffset', () => createStore<LaneOffsetState>()(() => ({ row: undefined })));
}
