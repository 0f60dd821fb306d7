/** Which groups of lanes the timeline shows, by what they are of. Pure. */
import type { DumpState, GroupKind, LaneGroup, LaneId } from '../../../src-contract';

export const LANE_PRESETS = ['everything', 'device', 'communication', 'host', 'overlap'] as const;
export type LanePreset = (typeof LANE_PRESETS)[number];

const kinds: { readonly [P in Exclude<LanePreset, 'everything'>]: readonly GroupKind[] } = {
  device: ['hardware', 'communication', 'overlap', 'counters'],
  communication: ['communication'],
  host: ['python', 'cann', 'other'],
  overlap: ['overlap'],
};

/** What the group's lanes are of: the streams of a GPU stand under the name of the Python process that uses it. */
export function shownKind({ kind, labels }: Pick<LaneGroup, 'kind' | 'labels'>): GroupKind {
  return kind === 'python' && /^GPU\b/i.test(labels) ? 'hardware' : kind;
}

export function isInPreset(group: Pick<LaneGroup, 'kind' | 'labels'>, preset: LanePreset): boolean {
  return preset === 'everything' || kinds[preset].includes(shownKind(group));
}

/** Those that would show something, and not all that there is. */
export function usefulPresets({ ranks }: Pick<DumpState, 'ranks'>): readonly LanePreset[] {
  const groups = ranks.flatMap((rank) => rank.groups);
  const useful = LANE_PRESETS.filter((preset) => {
    const shown = groups.filter((group) => isInPreset(group, preset)).length;
    return preset !== 'everything' && shown > 0 && shown < groups.length;
  });
  return useful.length === 0 ? [] : ['everything', ...useful];
}

/** The folds with what the preset is about unfolded; counters stay as they are. */
export function unfoldedFor(
  preset: LanePreset,
  { ranks }: Pick<DumpState, 'ranks'>,
  folded: ReadonlySet<LaneId>,
): ReadonlySet<LaneId> {
  if (preset === 'everything' || preset === 'device') return folded;
  const shown = ranks.flatMap(({ groups }) => groups.filter((group) => isInPreset(group, preset)).map(({ id }) => id));
  return shown.some((id) => folded.has(id)) ? new Set([...folded].filter((id) => !shown.includes(id))) : folded;
}
