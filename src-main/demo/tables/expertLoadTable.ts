import { ExpertLoad } from '../model/expertLoad';
import { workloadOf } from '../model/workload';
import type { StepRecords } from '../simulation/stepRecords';
import { crlf } from './cells';
import type { TableFile } from './tableWriter';

/**
 * expert_load.csv: tokens that each of the rank's experts got in each layer and step, over all micro-batches. Experts
 * are numbered through the layer. The tensor-parallel ranks of an expert all write the same. No profiler writes this
 * file; it is what a training script would log of its router.
 */
export const expertLoadFile: TableFile = {
  fileName: 'expert_load.csv',
  create: ({ plan, place }) => {
    const { moe, layout } = plan;
    const load = moe === undefined ? undefined : new ExpertLoad(moe, layout.sizes, layout.seed);
    return {
      begin: () => `Step,Layer,Expert,Tokens${crlf}`,
      step: (records) => {
        if (load === undefined) return [];
        const { tokens } = workloadOf(records.phase, layout.sizes);
        const first = load.firstExpertOf(place.rank);
        return [...forwardPasses(records)].map(([layer, passes]) =>
          load
            .of(records.step, layer, place.rank, tokens)
            .tokens.slice(first, first + load.expertsPerRank)
            .map((each, i) => `${records.step},${layer},${first + i},${each * passes}${crlf}`)
            .join(''),
        );
      },
      end: () => '',
    };
  },
};

/** How often each layer's experts were gone through forwards, by layer. */
function forwardPasses({ launches }: StepRecords): Map<number, number> {
  const passes = new Map<number, number>();
  for (const launch of launches.launch) {
    if (launch.kind !== 'kernel' || launch.expert === undefined || launch.op.kernel.type !== 'SwiGlu') continue;
    const { layer } = launch.expert;
    passes.set(layer, (passes.get(layer) ?? 0) + 1);
  }
  return passes;
}
