/** Calls of the runtime on the host, as executions of functions. */
import { endNsOf } from '../../index/indexSlices';
import { lanesOf } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { Executions } from './functionTimes';

/** What profilers call calls of CUDA, HIP, MUSA and XPU: "cuda_runtime", "hip_driver". */
const RUNTIME_CATEGORY = /_(runtime|driver)$/i;

/** All slices of CANN’s lanes, and of a runtime’s category elsewhere on the host. Times are the index’s own. */
export function runtimeExecutions(view: RankView): Executions {
  const { slices, names, categories, lanes, laneFirstRow, rowFirstSlice } = view.index;
  const isRuntime = categories.map((category) => RUNTIME_CATEGORY.test(category));
  const hasRuntime = isRuntime.includes(true);
  // Lanes that can have none are not gone through: they are most of the host's slices.
  const ranges = lanesOf(view).flatMap(({ position, kind }) => {
    if (position >= lanes.length || kind === 'hardware' || kind === 'communication' || kind === 'overlap') return [];
    if (kind !== 'cann' && !hasRuntime) return [];
    const [first, end] = [rowFirstSlice[laneFirstRow[position]], rowFirstSlice[laneFirstRow[position + 1]]];
    return [{ isWhole: kind === 'cann', first, end }];
  });
  const found = new Executions(ranges.reduce((sum, { isWhole, first, end }) => sum + (isWhole ? end - first : 0), 0));
  // Of each name its function and 1.
  const codeOfName = new Uint32Array(names.ends.length);
  for (const { isWhole, first, end } of ranges) {
    for (let slice = first; slice < end; slice++) {
      if (!isWhole && !isRuntime[slices.category[slice]]) continue;
      const name = slices.name[slice];
      if (codeOfName[name] === 0) codeOfName[name] = found.codeOf(view.nameText(name)) + 1;
      found.add(codeOfName[name] - 1, slices.startNs[slice], endNsOf(slices, slice), slice);
    }
  }
  return found;
}
