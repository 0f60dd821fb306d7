/** Where the host’s calls of its runtime stand: all of CANN’s lanes, and what is of a runtime’s category elsewhere. */
import { lanesOf } from '../query/laneSlices';
import type { RankView } from '../query/rankView';

/** What profilers call calls of CUDA, HIP, MUSA and XPU: "cuda_runtime", "hip_driver". */
const RUNTIME_CATEGORY = /_(runtime|driver)$/i;

export interface RuntimeLanes {
  /** By position in the index’s own lanes. `isWhole`: all slices are calls; else those of whom `isRuntime` says so. */
  readonly lanes: readonly { readonly position: number; readonly isWhole: boolean }[];
  readonly isRuntime: (slice: number) => boolean;
}

/** Lanes that can have none are left out: they are most of the host’s slices. */
export function runtimeLanes(view: RankView): RuntimeLanes {
  const { slices, categories, lanes } = view.index;
  const ofRuntime = categories.map((category) => RUNTIME_CATEGORY.test(category));
  const hasRuntime = ofRuntime.includes(true);
  return {
    lanes: lanesOf(view).flatMap(({ position, kind }) => {
      if (position >= lanes.length || kind === 'hardware' || kind === 'communication' || kind === 'overlap') return [];
      return kind === 'cann' || hasRuntime ? [{ position, isWhole: kind === 'cann' }] : [];
    }),
    isRuntime: (slice) => ofRuntime[slices.category[slice]],
  };
}
