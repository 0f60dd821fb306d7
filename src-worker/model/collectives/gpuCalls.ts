import type { ArgEntry } from '../../../src-contract';
import type { RankView } from '../../query/rankView';
import { readSliceArgs } from '../../query/slice/sliceArgs';
import { launches, outwards } from '../launches';
import { annotatedCall, type CallArgs, completed, kinetoCall } from './callArgs';

/** The op that c10d records of each of its calls; newer versions write group, size and number into its args. */
const RECORDED_CALL = 'record_param_comms';
/** The annotation that its backends put around a launch: "nccl:all_reduce". */
const ANNOTATION = /^(nccl|rccl|xccl|gloo|ucc):/;

/**
 * What a GPU's trace tells of these kernels beside their names: their own args, completed from the host's call that
 * launched them, found by the launch; where there is none, from an annotation around the kernel itself. The file is read
 * once for the kernels and once for the host.
 */
export async function gpuCalls(view: RankView, kernels: readonly number[]): Promise<ReadonlyMap<number, CallArgs>> {
  const calls = new Map<number, CallArgs>();
  await readSliceArgs(view.index, kernels, (kernel, args) => calls.set(kernel, kinetoCall(args)));
  const lacking = kernels.filter((kernel) => !isWhole(calls.get(kernel)));
  const around = hostSlices(view, lacking);
  const told = await readHost(view, new Set([...around.values()].flat()));
  for (const [kernel, slices] of around) {
    for (const slice of slices) {
      const own = told.get(slice);
      const known = calls.get(kernel);
      if (own) calls.set(kernel, known ? completed(known, own) : own);
    }
  }
  return calls;
}

function isWhole(call: CallArgs | undefined): boolean {
  return call?.type !== undefined && call.group !== undefined && !Number.isNaN(call.sizeBytes);
}

/** Of each kernel: the recorded call and the annotations around its launch, else around itself; innermost first. */
function hostSlices(view: RankView, kernels: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const { callOf } = launches(view);
  const tells = (slice: number) => {
    const name = view.nameText(view.index.slices.name[slice]);
    return name === RECORDED_CALL || ANNOTATION.test(name);
  };
  return new Map(kernels.map((kernel) => [kernel, [...outwards(view, callOf(kernel) ?? kernel)].filter(tells)]));
}

async function readHost(view: RankView, slices: ReadonlySet<number>): Promise<ReadonlyMap<number, CallArgs>> {
  const told = new Map<number, CallArgs>();
  const tell = (slice: number, args: readonly ArgEntry[]) => {
    const name = view.nameText(view.index.slices.name[slice]);
    told.set(slice, name === RECORDED_CALL ? kinetoCall(args) : annotatedCall(name, args));
  };
  // An annotation on the device has no args, and its name tells all the same.
  for (const slice of slices) tell(slice, []);
  await readSliceArgs(view.index, slices, tell);
  return told;
}
