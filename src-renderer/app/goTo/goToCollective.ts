/** One collective on all ranks that have it: selected, in the view, its lanes one above the other. */
import type { CollectiveName, SliceDetails } from '../../../src-contract';
import { viewAround } from '../../base/timeRange';
import type { DumpSession } from '../../session/session';
import { moveRanks } from '../align/moveRanks';
import type { AppController } from '../appController';

/** `align`: all ranks are moved besides, so that they begin it together with the first. */
export type CollectiveGoal = 'show' | 'align';

/** Share of the view beside the collective, on each side. */
const AIR = 0.5;

export async function goToCollective(
  session: DumpSession,
  controller: Pick<AppController, 'showTab' | 'say'>,
  collective: CollectiveName,
  goal: CollectiveGoal,
): Promise<void> {
  const first = await slicesOf(session, collective);
  if (first.length === 0) {
    const message = 'No timeline that is read has this collective.';
    controller.say({ code: 'collective-not-there', message, params: {} });
    return;
  }
  controller.showTab('timeline');
  if (goal === 'align') {
    const [own, ...others] = first as [SliceDetails, ...SliceDetails[]];
    await moveRanks(
      session,
      others.map(({ ref, startNs }) => ({ rank: ref.rank, byNs: own.startNs - startNs })),
    );
  }
  // By the clock that they are shown by now.
  const slices = goal === 'align' ? await slicesOf(session, collective) : first;
  const startNs = Math.min(...slices.map((own) => own.startNs));
  const endNs = Math.max(...slices.map((own) => own.startNs + own.durationNs));
  const { actions } = session;
  actions.setView(viewAround({ startNs, endNs }, AIR), { isJump: true });
  actions.pinLanes(slices.map(({ lane }) => lane));
  actions.selectSlices(slices);
}

/** Of each rank that is read, by rank. */
async function slicesOf(
  session: DumpSession,
  { step, group, name: op }: CollectiveName,
): Promise<readonly SliceDetails[]> {
  const { engine, dumpId, store } = session;
  const ranks = store.getState().dump.ranks.filter(({ status }) => status === 'ready');
  const found = await Promise.all(
    ranks.map(async ({ index: rank }) => {
      const ref = await engine.ask(dumpId, 'communication.slice', { rank, step, group, op });
      return ref && engine.slice(dumpId, ref);
    }),
  );
  return found.filter((own) => own !== undefined);
}
