/** Collectives that have no end in a rank's timeline, and what the rank did last: for hangs. */
import { lanesOf } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { deviceTasks } from '../deviceTasks';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import type { Collective } from './collective';
import { unendedIn } from './collectives';

export interface LastWork {
  /** Collectives that were begun and not ended. */
  readonly unfinished: readonly UnfinishedCollective[];
  /** The device's last task, and the host's last call; undefined: none is recorded. */
  readonly task: string | undefined;
  readonly call: string | undefined;
}

export interface UnfinishedCollective extends Pick<Collective, 'step' | 'group' | 'name' | 'type'> {
  readonly slice: number;
  /** Until the recording ends. */
  readonly waitedNs: number;
}

export async function lastWork(dump: DumpContext, rank: TableRank, view: RankView): Promise<LastWork> {
  const { startNs, name } = view.index.slices;
  const unfinished = (await unendedIn(dump, rank, view)).map(
    ({ step, group, name: own, type, slice }): UnfinishedCollective => {
      return { step, group, name: own, type, slice, waitedNs: view.index.endNs - startNs[slice] };
    },
  );
  const tasks = deviceTasks(view).slice;
  const task = tasks.length === 0 ? undefined : view.nameText(name[tasks[tasks.length - 1]]);
  return { unfinished, task, call: lastCall(view) };
}

/** The call of the host that begins last. */
function lastCall(view: RankView): string | undefined {
  const { index } = view;
  let last: number | undefined;
  for (const { position, kind } of lanesOf(view)) {
    if (position >= index.lanes.length) break;
    if (kind === 'hardware' || kind === 'communication' || kind === 'overlap' || kind === 'counters') continue;
    for (let row = index.laneFirstRow[position]; row < index.laneFirstRow[position + 1]; row++) {
      const slice = index.rowFirstSlice[row + 1] - 1;
      if (slice < index.rowFirstSlice[row]) continue;
      if (last === undefined || index.slices.startNs[slice] > index.slices.startNs[last]) last = slice;
    }
  }
  return last === undefined ? undefined : view.nameText(index.slices.name[last]);
}
