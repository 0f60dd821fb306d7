/** What groups and lanes are called: by the dump; what one has asked for, in the language of the window. Pure. */
import type { LaneGroup } from '../../src-contract';

type Translate = (key: string, values: Readonly<Record<string, string | number>>) => string;

/** What of a group its title and those of its lanes depend on. */
export type TitledGroup = Pick<LaneGroup, 'name' | 'path' | 'copy'>;

export function groupTitle({ name, path, copy }: TitledGroup, translate: Translate): string {
  if (copy) return translate('made.copy', { step: copy.step });
  return path ? translate('made.path', {}) : name;
}

export function laneTitle({ path, copy }: TitledGroup, lane: string, translate: Translate): string {
  if (copy) return translate('made.copiedLane', { lane, step: copy.step });
  if (!path) return lane;
  return path.step === undefined ? translate('made.path', {}) : translate('made.pathOfStep', { step: path.step });
}
