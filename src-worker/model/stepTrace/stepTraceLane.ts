import { endNsOf } from '../../index/columns/indexSlices';
import { isStepTraceLane } from '../../names/taskKind';
import { eachSlice } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { addSpan, largest, stepsOf } from './iterationTable';
import type { TracedStep } from './tracedStep';

/** The iterations that the timeline's own lanes tell, in the index's times; none where it has no such lane. */
export function stepTraceOfLanes(view: RankView): readonly TracedStep[] {
  const { lanes, slices } = view.index;
  const graphs = lanes.map(({ name }, lane) => {
    const found: Parameters<typeof addSpan>[0] = new Map();
    if (!isStepTraceLane(name)) return [];
    eachSlice(view, lane, (slice) => {
      const span = { startNs: slices.startNs[slice], endNs: endNsOf(slices, slice) };
      addSpan(found, view.nameText(slices.name[slice]), span);
    });
    return stepsOf(found);
  });
  return largest(graphs);
}
