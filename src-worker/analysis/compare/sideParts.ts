import type { FreeOwner, SidePart } from '../../../src-contract';
import { intersection, totalNs, union, unionOf } from '../../index/intervals/intervals';
import { planeTasksIn } from '../../model/collectives/planeTasks';
import type { DumpContext } from '../../model/dumpContext';
import { freeOwnersBySteps } from '../../model/freeTime/freeOwners';
import { stepsOfView } from '../../model/steps/steps';
import { stepPositionAt } from '../../model/steps/timelineSteps';
import { positionOf, type SideSteps } from './sideSteps';

/**
 * Exposed communication: waiting (a plane waits for a peer, whatever others do), moving data while none waits, the rest. A part of
 * its own, `untold`, where the timeline has no planes, or there is none.
 */
export async function exposedParts(dump: DumpContext, side: SideSteps): Promise<readonly SidePart[]> {
  const whole = side.groups.exposed;
  const byStep = await dump.ofTimeline('exposed by steps', side.index, async (view) => {
    const { exposed, waits, moving, hasPlanes } = await planeTasksIn(dump, view);
    if (!exposed || !hasPlanes) return undefined;
    const steps = stepsOfView(dump, view);
    const ofStep = steps.steps.map((): { startNs: number; endNs: number }[] => []);
    for (const [at, startNs] of exposed.startNs.entries())
      ofStep[stepPositionAt(steps, startNs - view.offsetNs)]?.push({ startNs, endNs: exposed.endNs[at] });
    const waiting = union(waits.startNs, waits.endNs);
    const busy = union([...waits.startNs, ...moving.startNs], [...waits.endNs, ...moving.endNs]);
    return steps.steps.map(({ number }, at) => {
      const own = unionOf(ofStep[at]);
      const waitingNs = totalNs(intersection(waiting, own));
      return { number, waitingNs, movingNs: totalNs(intersection(busy, own)) - waitingNs };
    });
  });
  if (!byStep) return [{ group: 'exposed', kind: 'untold', name: '', ns: whole }];
  const columns = { moving: zeros(whole), waiting: zeros(whole), rest: whole.slice() };
  for (const { number, waitingNs, movingNs } of byStep) {
    const at = positionOf(side, number);
    if (at < 0) continue;
    columns.waiting[at] += waitingNs;
    columns.moving[at] += movingNs;
    columns.rest[at] -= waitingNs + movingNs;
  }
  return Object.entries(columns).map(([name, ns]) => ({ group: 'exposed', kind: 'named', name, ns }));
}

/** Free by who kept the device waiting; `untold` where there is no timeline. What it measures is never more than the file’s Free. */
export async function freeParts(dump: DumpContext, side: SideSteps): Promise<readonly SidePart[]> {
  const whole = side.groups.free;
  const byStep = await dump.ofTimeline('free owners by steps', side.index, (view) => {
    const owners = freeOwnersBySteps(view);
    return owners && stepsOfView(dump, view).steps.map(({ number }, at) => ({ number, owners: owners[at] }));
  });
  if (!byStep) return [{ group: 'free', kind: 'untold', name: '', ns: whole }];
  const columns = new Map<FreeOwner, Float64Array>();
  const columnOf = (owner: FreeOwner): Float64Array => {
    const own = columns.get(owner) ?? zeros(whole);
    columns.set(owner, own);
    return own;
  };
  for (const { number, owners } of byStep) {
    const at = positionOf(side, number);
    if (at >= 0) for (const [owner, ns] of owners) columnOf(owner)[at] += ns;
  }
  for (let at = 0; at < whole.length; at++) {
    const measured = [...columns.values()].reduce((sum, own) => sum + own[at], 0);
    if (measured > whole[at]) for (const own of columns.values()) own[at] *= whole[at] / measured;
    else columnOf('unrecorded')[at] += whole[at] - measured;
  }
  return [...columns].map(([name, ns]) => ({ group: 'free', kind: 'named', name, ns }));
}

function zeros({ length }: Float64Array): Float64Array {
  return new Float64Array(length);
}
