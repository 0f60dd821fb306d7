/** Makes the list of rows (rows.ts) of the ranks and of how the user has arranged them. Pure, and run for every fold of a thousand ranks. */
import type { GroupKind, LaneGroup, LaneId, LaneInfo, RankState } from '../../../src-contract';
import {
  type LaneArrangement,
  type LaneMatcher,
  laneMatcher,
  ordered,
  orderKey,
  plainArrangement,
} from '../../session/lanes/laneArrangement';
import { deviceFirst, kindsInOrder } from '../../session/lanes/laneOrder';
import { isInPreset, type LanePreset, shownKind } from '../../session/lanes/lanePresets';
import { stoodFor } from '../../session/lanes/mergedLanes';
import { foldedRankHeight, laneRow } from './laneRows';
import { metrics } from './metrics';
import type { RowModel, TimelineRow } from './rows';

/** What is absent is as it is at first. */
export interface RowsInput extends Partial<LaneArrangement> {
  readonly folded: ReadonlySet<LaneId>;
  readonly foldedRanks: ReadonlySet<number>;
  /** Groups of something else are not there; 'everything' unless told. */
  readonly lanePreset?: LanePreset;
  /** In the order in which they stand above all others. */
  readonly pinned?: readonly LaneId[];
  /** What lanes of communication are for: the filter finds them by it. */
  readonly groupNames?: ReadonlyMap<LaneId, string>;
}

interface PlacedLane {
  readonly rank: RankState;
  readonly group: LaneGroup;
  readonly lane: LaneInfo;
}

/**
 * Flattens the ranks into rows. A lane without events and without a name to show for it is still a row. `fixedSpace`: CSS
 * pixels that pinned lanes may take from those that are scrolled; further ones are scrolled too.
 */
export function buildRowModel(ranks: readonly RankState[], input: RowsInput, fixedSpace = 0): RowModel {
  return new RowList(ranks, input).build(fixedSpace);
}

class RowList {
  private readonly rows: TimelineRow[] = [];
  private readonly rowOfLane = new Map<LaneId, number>();
  private readonly pinned: ReadonlySet<LaneId>;
  private readonly matcher: LaneMatcher | undefined;
  private readonly lanePreset: LanePreset;
  private readonly arrangement: LaneArrangement;
  /** Others stand for them. */
  private readonly stoodFor: ReadonlySet<LaneId>;
  private top = 0;

  constructor(
    private readonly ranks: readonly RankState[],
    private readonly input: RowsInput,
  ) {
    this.pinned = new Set(input.pinned);
    this.arrangement = { ...plainArrangement, ...input };
    this.stoodFor = stoodFor(ranks, this.arrangement.merged);
    this.matcher = laneMatcher(this.arrangement.laneFilter, input.groupNames);
    this.lanePreset = input.lanePreset ?? 'everything';
  }

  build(fixedSpace: number): RowModel {
    const { rows, rowOfLane } = this;
    const pinned = this.pinnedLanes();
    const heights = pinned.map((placed) => this.rowOf(placed).height);
    let [fixedCount, fixedHeight] = [0, 0];
    while (fixedCount < heights.length && fixedHeight + heights[fixedCount] <= fixedSpace)
      fixedHeight += heights[fixedCount++];
    this.top = 0 - fixedHeight;
    for (const placed of pinned) this.pushLane(placed, { isPinned: true });
    if (this.arrangement.laneGrouping === 'kind') this.addKinds();
    else for (const rank of this.ranksInOrder()) this.addRank(rank);
    this.placeStoodFor();
    return { rows, totalHeight: this.top, fixedCount, fixedHeight, rowOfLane };
  }

  private push(row: TimelineRow): number {
    this.top += row.height;
    return this.rows.push(row) - 1;
  }

  private rowOf({ rank, group, lane }: PlacedLane): TimelineRow {
    return laneRow(rank, group, lane, this.top, this.input.folded.has(lane.id), this.arrangement.laneHeights);
  }

  private pushLane(placed: PlacedLane, kind?: Pick<TimelineRow, 'isPinned' | 'isByKind'>): void {
    const row = this.rowOf(placed);
    // It was made just now: copies of a hundred thousand took most of the time.
    this.rowOfLane.set(placed.lane.id, this.push(kind ? Object.assign(row, kind) : row));
  }

  /** Those that are there, in the order of `pinned`. */
  private pinnedLanes(): readonly PlacedLane[] {
    if (this.pinned.size === 0) return [];
    const found = new Map<LaneId, PlacedLane>();
    for (const rank of this.ranks)
      for (const group of rank.groups)
        for (const lane of group.lanes)
          if (this.pinned.has(lane.id) && this.isInForce(group) && !this.stoodFor.has(lane.id))
            found.set(lane.id, { rank, group, lane });
    return (this.input.pinned ?? []).flatMap((id) => found.get(id) ?? []);
  }

  private ranksInOrder(): readonly RankState[] {
    const { hiddenRanks, laneOrder } = this.arrangement;
    const { matcher } = this;
    const all = ordered(this.ranks, laneOrder.get(orderKey.ranks), ({ index }) => index);
    if (hiddenRanks.size === 0 && matcher === undefined) return all;
    return all.filter((rank) => !hiddenRanks.has(rank.index) && matcher?.rank(rank) !== false);
  }

  /** Lanes that stood for others, and do no more, are none. */
  private isInForce({ id, merge }: LaneGroup): boolean {
    return merge === undefined || this.arrangement.merged.has(id);
  }

  /** A lane that another stands for is where that is. */
  private placeStoodFor(): void {
    if (this.stoodFor.size === 0) return;
    for (const { groups } of this.ranks)
      for (const { merge, lanes, id } of groups) {
        const row = this.arrangement.merged.has(id)
          ? this.rowOfLane.get(lanes.length === 1 ? lanes[0].id : id)
          : undefined;
        if (row !== undefined) for (const own of merge?.of ?? []) this.rowOfLane.set(own, row);
      }
  }

  private isGroupShown(group: LaneGroup): boolean {
    return (
      this.isInForce(group) &&
      // Others stand for all of it.
      !(this.stoodFor.size > 0 && group.lanes.length > 0 && group.lanes.every(({ id }) => this.stoodFor.has(id))) &&
      isInPreset(group, this.lanePreset) &&
      !this.arrangement.hidden.has(group.id) &&
      this.matcher?.group(group) !== false
    );
  }

  /** Of a group that is shown, those that are neither pinned nor hidden nor left out. */
  private lanesShown(rank: RankState, group: LaneGroup): readonly LaneInfo[] {
    const { hidden, laneOrder } = this.arrangement;
    const { matcher, pinned } = this;
    const lanes = ordered(group.lanes, laneOrder.get(orderKey.ofGroup(group.id)), ({ id }) => id);
    const isByLane = matcher?.isByLane === true;
    if (hidden.size === 0 && pinned.size === 0 && this.stoodFor.size === 0 && !isByLane) return lanes;
    return lanes.filter(
      (lane) =>
        !hidden.has(lane.id) &&
        !this.stoodFor.has(lane.id) &&
        !this.isPinned(lane) &&
        (!isByLane || matcher.lane(rank, group, lane)),
    );
  }

  private isPinned({ id }: LaneInfo): boolean {
    return this.pinned.has(id) && this.rowOfLane.has(id);
  }

  private addRank(rank: RankState): void {
    const { matcher, rowOfLane } = this;
    const isByLane = matcher?.isByLane === true;
    const order = this.arrangement.laneOrder.get(orderKey.ofRank(rank.index));
    const groups = ordered(deviceFirst(rank.groups), order, ({ id }) => id);
    const lanesOf = isByLane
      ? new Map(groups.map((group) => [group.id, this.isGroupShown(group) ? this.lanesShown(rank, group) : []]))
      : undefined;
    const isEmpty = lanesOf !== undefined && [...lanesOf.values()].every((lanes) => lanes.length === 0);
    if (isEmpty) return;
    const isFolded = !isByLane && this.input.foldedRanks.has(rank.index);
    const rankRow = this.push({
      kind: 'rank',
      key: `rank-${rank.index}`,
      rank,
      top: this.top,
      height: isFolded ? foldedRankHeight(rank) : metrics.rankHeight,
      isFoldable: rank.groups.length > 0 && !isByLane,
      isFolded,
    });
    for (const group of groups) {
      const isShown = !isFolded && this.isGroupShown(group) && lanesOf?.get(group.id)?.length !== 0;
      if (isShown) this.addGroup(rank, group, lanesOf?.get(group.id));
      else {
        rowOfLane.set(group.id, rankRow);
        for (const lane of group.lanes) if (!this.isPinned(lane)) rowOfLane.set(lane.id, rankRow);
      }
    }
  }

  private addGroup(rank: RankState, group: LaneGroup, found: readonly LaneInfo[] | undefined): void {
    const { rowOfLane } = this;
    const isFolded = found === undefined && this.input.folded.has(group.id);
    const groupRow = this.push({
      kind: 'group',
      key: `group-${group.id}`,
      rank,
      group,
      top: this.top,
      height: metrics.groupHeight,
      isFoldable: group.lanes.length > 0 && found === undefined,
      isFolded,
    });
    rowOfLane.set(group.id, groupRow);
    const lanes = found ?? (isFolded ? [] : this.lanesShown(rank, group));
    // What has no row of its own is where its group is.
    if (lanes !== group.lanes)
      for (const lane of group.lanes) if (!this.isPinned(lane)) rowOfLane.set(lane.id, groupRow);
    for (const lane of lanes) this.pushLane({ rank, group, lane });
  }

  /** The lanes of all ranks by kind, those of one name together, in the order in which names first come. */
  private addKinds(): void {
    const kinds = new Map<GroupKind, Map<string, PlacedLane[]>>();
    const without: RankState[] = [];
    for (const rank of this.ranksInOrder()) {
      if (rank.groups.length === 0) without.push(rank);
      for (const group of deviceFirst(rank.groups)) {
        if (!this.isGroupShown(group)) continue;
        const kind = shownKind(group);
        // A process that is named by its number is another one on each rank.
        const process = group.pid === '' ? group.name : group.name.replace(group.pid, '');
        const byName = kinds.get(kind) ?? new Map<string, PlacedLane[]>();
        kinds.set(kind, byName);
        for (const lane of this.lanesShown(rank, group)) {
          const name = `${process}\n${lane.name}`;
          const same = byName.get(name);
          if (same) same.push({ rank, group, lane });
          else byName.set(name, [{ rank, group, lane }]);
        }
      }
    }
    for (const kind of kindsInOrder) {
      const lanes = [...(kinds.get(kind)?.values() ?? [])].flat();
      if (lanes.length > 0) this.addKind(kind, lanes);
    }
    // What is not read yet is asked for when it is on screen.
    if (this.matcher?.isByLane !== true) for (const rank of without) this.addRank(rank);
  }

  private addKind(groupKind: GroupKind, lanes: readonly PlacedLane[]): void {
    const isFolded = this.matcher?.isByLane !== true && this.arrangement.foldedKinds.has(groupKind);
    const row = this.push({
      kind: 'kind',
      key: `kind-${groupKind}`,
      groupKind,
      lanes: lanes.map(({ lane }) => lane.id),
      rank: lanes[0].rank,
      top: this.top,
      height: metrics.rankHeight,
      isFoldable: this.matcher?.isByLane !== true,
      isFolded,
    });
    for (const placed of lanes) {
      this.rowOfLane.set(placed.group.id, row);
      if (isFolded) this.rowOfLane.set(placed.lane.id, row);
      else this.pushLane(placed, { isByKind: true });
    }
  }
}
