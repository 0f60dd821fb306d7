import type { CommunicationScope } from '../../../src-contract';
import type { Collective, LinkTraffic } from './collective';
import { isOfType } from './summedTypes';

/** True for an op that the scope asks about. */
export function opInScope(op: Collective, { step, group, type, op: name }: CommunicationScope): boolean {
  return (
    (step === undefined || op.step === step) &&
    (group === undefined || op.group === group) &&
    (type === undefined || op.type === type) &&
    (name === undefined || op.name === name)
  );
}

/**
 * Links of the scope, without counting anything twice: where a single collective is asked about, its own links; else the
 * sums over collectives, and single ones only where there are no sums.
 */
export function linksInScope(links: readonly LinkTraffic[], scope: CommunicationScope): readonly LinkTraffic[] {
  const { step, group, type, op } = scope;
  const isOfAll = step === undefined && group === undefined && type === undefined;
  const within = isOfAll
    ? links
    : links.filter(
        (link) =>
          (step === undefined || link.step === step) &&
          (group === undefined || link.group === group) &&
          (type === undefined || isOfType(link.type, type)),
      );
  if (op !== undefined) return within.filter((link) => link.op === op);
  // As of most: a large job has them by the hundred thousand, and they are not copied.
  if (within.every((link) => link.op === '')) return within;
  const sums = within.filter((link) => link.op === '');
  return sums.length > 0 ? sums : within;
}
