/** Which lanes the statistics of a marked range count. Pure. */
import type { DumpState, LaneId } from '../../src-worker/api';

/** `all`, `rank:<RankIndex>` or `group:<LaneGroup.id>`: the value of an option in a list. */
export type ScopeKey = string;

export interface ScopeOption {
  readonly key: ScopeKey;
  /** Undefined: everything. */
  readonly label: string | undefined;
  readonly lanes: readonly LaneId[];
}

/** Everything; each rank when there are several; each process that has slices. */
export function scopeOptions(dump: Pick<DumpState, 'ranks'>): readonly ScopeOption[] {
  const ranks: ScopeOption[] = [];
  const groups: ScopeOption[] = [];
  const everything: LaneId[] = [];
  for (const rank of dump.ranks) {
    const ofRank: LaneId[] = [];
    for (const group of rank.groups) {
      const lanes = group.lanes.filter((lane) => lane.kind === 'slices').map((lane) => lane.id);
      if (lanes.length === 0) continue;
      ofRank.push(...lanes);
      const label = dump.ranks.length > 1 ? `${rank.label} · ${group.name}` : group.name;
      groups.push({ key: `group:${group.id}`, label, lanes });
    }
    everything.push(...ofRank);
    if (dump.ranks.length > 1 && ofRank.length > 0)
      ranks.push({ key: `rank:${rank.index}`, label: rank.label, lanes: ofRank });
  }
  return [{ key: 'all', label: undefined, lanes: everything }, ...ranks, ...groups];
}
