/** Calls of the runtime on the host, as executions of functions. */
import { endNsOf } from '../../index/columns/indexSlices';
import type { RankView } from '../../query/rankView';
import { runtimeLanes } from '../runtimeLanes';
import { Executions } from './functionTimes';

/** Times are the index’s own. */
export function runtimeExecutions(view: RankView): Executions {
  const { slices, names, laneFirstRow, rowFirstSlice } = view.index;
  const { lanes, isRuntime } = runtimeLanes(view);
  const ranges = lanes.map(({ position, isWhole }) => {
    const [first, end] = [rowFirstSlice[laneFirstRow[position]], rowFirstSlice[laneFirstRow[position + 1]]];
    return { isWhole, first, end };
  });
  const found = new Executions(ranges.reduce((sum, { isWhole, first, end }) => sum + (isWhole ? end - first : 0), 0));
  // Of each name its function and 1.
  const codeOfName = new Uint32Array(names.ends.length);
  for (const { isWhole, first, end } of ranges) {
    for (let slice = first; slice < end; slice++) {
      if (!isWhole && !isRuntime(slice)) continue;
      const name = slices.name[slice];
      if (codeOfName[name] === 0) codeOfName[name] = found.codeOf(view.nameText(name)) + 1;
      found.add(codeOfName[name] - 1, slices.startNs[slice], endNsOf(slices, slice), slice);
    }
  }
  return found;
}
