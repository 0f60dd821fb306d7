/** Which lanes the statistics of a marked range count. Pure. */
import type { DumpState, LaneGroup, LaneId } from '../../../../src-contract';
import { groupTitle, type Translate } from '../../../session/lanes/laneTitles';
import { isUnmerged } from '../../../session/lanes/mergedLanes';

/** `all`, `rank:<RankIndex>` or `group:<LaneGroup.id>`: the value of an option in a list. */
export type ScopeKey = string;

export interface ScopeOption {
  readonly key: ScopeKey;
  /** Undefined: everything. */
  readonly label: string | undefined;
}

const MOST_NAMES = 20;

/** Names of lanes, each once, for a note about them. */
export function lanesText({ ranks }: Pick<DumpState, 'ranks'>, lanes: ReadonlySet<LaneId>): string {
  const names = new Set<string>();
  for (const rank of ranks)
    for (const group of rank.groups) for (const lane of group.lanes) if (lanes.has(lane.id)) names.add(lane.name);
  const shown = [...names].slice(0, MOST_NAMES).join('\n');
  return names.size > MOST_NAMES ? `${shown}\n…` : shown;
}

const hasSlices = (group: LaneGroup) => group.lanes.some((lane) => lane.kind === 'slices');

/** Everything; each rank when there are several; each process that has slices. */
export function scopeOptions(dump: Pick<DumpState, 'ranks'>, translate: Translate): readonly ScopeOption[] {
  const ranks: ScopeOption[] = [];
  const groups: ScopeOption[] = [];
  for (const rank of dump.ranks) {
    const shown = rank.groups.filter((group) => isUnmerged(group) && hasSlices(group));
    if (dump.ranks.length > 1 && shown.length > 0) ranks.push({ key: `rank:${rank.index}`, label: rank.label });
    for (const group of shown) {
      const title = groupTitle(group, translate);
      const label = dump.ranks.length > 1 ? `${rank.label} · ${title}` : title;
      groups.push({ key: `group:${group.id}`, label });
    }
  }
  return [{ key: 'all', label: undefined }, ...ranks, ...groups];
}

/** The lanes of an option, as the dump has them now. */
export function scopeLanes(dump: Pick<DumpState, 'ranks'>, scope: ScopeKey): readonly LaneId[] {
  return dump.ranks.flatMap((rank) =>
    rank.groups
      .filter(isUnmerged)
      .filter((group) => scope === 'all' || scope === `rank:${rank.index}` || scope === `group:${group.id}`)
      .flatMap((group) => group.lanes.map((lane) => lane.id)),
  );
}
