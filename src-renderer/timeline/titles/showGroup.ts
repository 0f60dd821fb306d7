import type { LaneId } from '../../../src-contract';
import { noLaneFilter } from '../../session/laneArrangement';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';

/** Only the lanes of the communication group that this lane is of, on all ranks that are read. */
export async function showGroupOf(
  session: DumpSession,
  shell: Shell | undefined,
  lane: LaneId,
  job?: string,
): Promise<void> {
  const groups = await session.questions.follow((id) =>
    session.engine.ask(session.dumpId, 'communication.groupLanes', job === undefined ? {} : { job }, id),
  );
  const group = groups.find(({ lanes }) => lanes.includes(lane));
  if (group) {
    const { name, lanes } = group;
    session.actions.filterLanes({ ...noLaneFilter, lanes: { name, ids: new Set(lanes) } });
  } else {
    const message = 'No collective on this lane tells of a communication group.';
    shell?.say({ code: 'lane-without-group', message, params: {} });
  }
}
