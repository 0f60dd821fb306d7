/** Calls of the runtime on the host, as executions of functions. */
import { endNsOf } from '../../index/indexSlices';
import { lanesOf } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { Executions } from './functionTimes';

/** What profilers call calls of CUDA, HIP, MUSA and XPU: "cuda_runtime", "hip_driver". */
const RUNTIME_CATEGORY = /_(runtime|driver)$/i;

/** All slices of CANN’s lanes, and of a runtime’s category elsewhere on the host. Times are the index’s own. */
export function runtimeExecutions(view: RankView): Executions {
  const found = new Executions();
  const { slices, categories, lanes, laneFirstRow, rowFirstSlice } = view.index;
  const isRuntime = categories.map((category) => RUNTIME_CATEGORY.test(category));
  const codeOfName = new Map<number, number>();
  for (const { position, kind } of lanesOf(view)) {
    if (position >= lanes.length || kind === 'hardware' || kind === 'communication' || kind === 'overlap') continue;
    const end = rowFirstSlice[laneFirstRow[position + 1]];
    for (let slice = rowFirstSlice[laneFirstRow[position]]; slice < end; slice++) {
      if (kind !== 'cann' && !isRuntime[slices.category[slice]]) continue;
      const name = slices.name[slice];
      const code = codeOfName.get(name) ?? found.codeOf(view.nameText(name));
      codeOfName.set(name, code);
      found.add(code, slices.startNs[slice], endNsOf(slices, slice), slice);
    }
  }
  return found;
}
