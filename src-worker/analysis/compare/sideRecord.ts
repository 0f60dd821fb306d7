import { BESIDE_PARTS, type CompareSide, type SideChoice } from '../../../src-contract';
import { rankNumber } from '../../model/collectives/rankFiles';
import type { DumpContext } from '../../model/dumpContext';
import { kernelFamilies, kernelParts, sideKernels, stepKernels } from './sideKernels';
import { sideOps } from './sideOps';
import { exposedParts, freeParts } from './sideParts';
import { partColumn, stepsOfSide } from './sideSteps';

/**
 * All that a comparison may know of a rank, or of one of its steps. Undefined: nothing tells where its steps went, or it has no
 * such step. Brings the rank’s timeline into memory once, and no other.
 */
export async function compareSide(
  dump: DumpContext,
  { rank: index, step }: SideChoice,
): Promise<CompareSide | undefined> {
  const rank = dump.rankAt(index);
  const ofSide = rank && (await stepsOfSide(dump, { rank: index, step }));
  if (!ofSide) return undefined;
  const { rows, groups, source, isLastStep } = ofSide;
  const kernels = await stepKernels(dump, ofSide);
  return {
    version: 1,
    rank: rankNumber(rank),
    label: rank.label,
    source,
    steps: Float64Array.from(rows, (row) => row.step),
    isLastStep,
    groups,
    beside: Object.fromEntries(BESIDE_PARTS.map((part) => [part, partColumn(rows, part)])) as CompareSide['beside'],
    parts: [
      ...kernelParts(kernels, groups.computing),
      ...(await exposedParts(dump, ofSide)),
      ...(await freeParts(dump, ofSide)),
    ],
    families: kernelFamilies(kernels, rows.length),
    ...(await sideKernels(dump, kernels)),
    ...(await sideOps(dump, ofSide, kernels)),
  };
}
