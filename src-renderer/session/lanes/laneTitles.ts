/** What groups and lanes are called: by the dump; what one has asked for, in the language of the window. Pure. */
import type { LaneGroup } from '../../../src-contract';

export type Translate = (key: string, values: Readonly<Record<string, string | number>>) => string;

/** What of a group its title and those of its lanes depend on. */
export type TitledGroup = Pick<LaneGroup, 'name' | 'path' | 'copy' | 'isOwn' | 'merge'>;

export function groupTitle({ name, path, copy, isOwn, merge }: TitledGroup, translate: Translate): string {
  if (merge?.into === 'work') return translate('made.byWork', {});
  if (merge) return translate(merge.of.length > 1 ? 'made.merged' : 'made.moved', {});
  if (copy) return translate('made.copy', { step: copy.step });
  if (isOwn) return translate('made.own', {});
  return path ? translate('made.path', {}) : name;
}

export function laneTitle({ path, copy, merge }: TitledGroup, lane: string, translate: Translate): string {
  if (merge?.into === 'work') return workTitle(lane, translate);
  if (copy) return translate('made.copiedLane', { lane, step: copy.step });
  if (!path) return lane;
  return path.step === undefined ? translate('made.path', {}) : translate('made.pathOfStep', { step: path.step });
}

/** "communication allReduce": a kind of work, and of communication the type. */
function workTitle(lane: string, translate: Translate): string {
  const [hue = '', type] = lane.split(' ');
  const work = translate(`made.work.${hue}`, {});
  return type === undefined ? work : `${work} · ${type}`;
}
