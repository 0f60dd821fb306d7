import type { SummaryStep } from '../../../src-contract';
import { medianOf, sumOf } from '../../base/aggregates';
import { durationNsOf } from '../../index/columns/indexSlices';
import type { DumpContext } from '../../model/dumpContext';
import { at } from '../../model/rankJson';
import { stepPositionAt, timelineSteps } from '../../model/steps/timelineSteps';
import type { TableRank } from '../../model/tableRanks';
import { lanesOfKind } from '../../model/timelineLanes';
import { isGroupLane } from '../../names/taskKind';
import { eachSlice } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { TableError } from '../../tables/tableError';

/** What a rank does with its neighbours in the pipeline, in one step. */
export interface StageTalk {
  readonly step: number;
  /** In sends and receives while no data moved: the other side was not there. */
  readonly waitNs: number;
  /**
   * Receives, also those batched with a send; 0 where all calls are batched: the first and the last are then a send or a
   * receive alone, which their names don't tell.
   */
  readonly receiveCount: number;
}

class ReceiveCounter {
  #receives = 0;
  #batches = 0;

  add(name: string): void {
    if (/^(hcom_)?(receive|recv)/i.test(name)) this.#receives++;
    else if (/^(hcom_)?batchsendrecv/i.test(name)) this.#batches++;
  }

  get count(): number {
    return this.#receives === 0 ? 0 : this.#receives + this.#batches;
  }
}

/** Point-to-point calls of a pipeline, by the names that HCCL and NCCL give them. */
const STAGE_CALL = /^(hcom_)?(batchsendrecv|send|recv|receive)|ncclDevKernel_SendRecv|nccl:(send|recv|batch)/i;

/** The same of the step chosen, over steps as with `chooseStep`. Undefined where neither file nor timeline tells. */
export async function stageTalk(dump: DumpContext, rank: TableRank, step: SummaryStep): Promise<StageTalk | undefined> {
  const all = (await fromFile(dump, rank)) ?? (await dump.ofTimeline('stage talk', rank.index, talkOfTimeline));
  if (!all || all.length === 0) return undefined;
  if (typeof step === 'number') return all.find((own) => own.step === step) ?? (all.length === 1 ? all[0] : undefined);
  const combine = step === 'all' ? sumOf : medianOf;
  return {
    step: Number.NaN,
    waitNs: combine(all.map(({ waitNs }) => waitNs)),
    receiveCount: medianOf(all.map(({ receiveCount }) => receiveCount)),
  };
}

/** communication.json tells how long data moved in each call: the rest of the call is waiting. */
async function fromFile(dump: DumpContext, rank: TableRank): Promise<readonly StageTalk[] | undefined> {
  const [path] = dump.paths(rank, 'communication');
  if (path === undefined) return undefined;
  try {
    const steps = await dump.json(path);
    return Object.entries((steps ?? {}) as Readonly<Record<string, unknown>>).map(([name, step]) =>
      talkOfStep(Number(/\d+/.exec(name)?.[0] ?? Number.NaN), at(step, 'p2p')),
    );
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    dump.note(error.notice);
    return undefined;
  }
}

function talkOfStep(step: number, calls: unknown): StageTalk {
  let waitNs = 0;
  const receives = new ReceiveCounter();
  for (const [name, call] of Object.entries((calls ?? {}) as Readonly<Record<string, unknown>>)) {
    // The sum of all the others.
    if (/^total op info/i.test(name)) continue;
    const info = at(call, 'Communication Time Info');
    const ms = (key: string) => {
      const value = at(info, key);
      return typeof value === 'number' ? value : 0;
    };
    waitNs += Math.max(0, ms('Elapse Time(ms)') - ms('Transit Time(ms)')) * 1e6;
    receives.add(name);
  }
  return { step, waitNs, receiveCount: receives.count };
}

/** Whether the slice is a call between stages. */
export function isStageCall(name: string): boolean {
  return STAGE_CALL.test(name);
}

/** Without communication.json all of a call is waiting: how long data moved is not known, and mostly little. */
function talkOfTimeline(view: RankView): readonly StageTalk[] {
  const { slices } = view.index;
  const marked = timelineSteps(view);
  const steps = marked.steps.map(({ number }) => {
    return { step: number, waitNs: 0, callCount: 0, receives: new ReceiveCounter() };
  });
  for (const { lane, name } of lanesOfKind(view, 'communication')) {
    if (!isGroupLane(name)) continue;
    eachSlice(view, lane, (slice) => {
      const text = view.nameText(slices.name[slice]);
      if (!isStageCall(text)) return;
      const startNs = slices.startNs[slice];
      const own = steps[stepPositionAt(marked, startNs)];
      if (!own) return;
      own.waitNs += durationNsOf(slices, slice);
      own.callCount++;
      own.receives.add(text);
    });
  }
  if (!steps.some(({ callCount }) => callCount > 0)) return [];
  return steps.map(({ step, waitNs, receives }) => ({ step, waitNs, receiveCount: receives.count }));
}
