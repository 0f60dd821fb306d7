import type { DemoPlan, ModelShape } from './options';
import { type ParallelSizes, placeOf } from './parallel';
import { JobSimulation } from './simulation/jobSimulation';
import { Programs } from './simulation/programs';
import type { StepRecords } from './simulation/stepRecords';
import { kernelRows } from './tables/kernelRows';
import { traceBlocks } from './trace/blocks';
import { RankTrace } from './trace/rankTrace';

/** Deeper models than this get more micro-batches instead. */
const maxLayersPerStage = 40;
const triedMicroBatches = 6;

/**
 * The model whose steps have about the wanted number of events, or of rows in kernel_details.csv, on rank 0. Both grow
 * with layers, micro-batches and their product; four small steps, counted and thrown away, tell by how much.
 */
export function calibrate(plan: DemoPlan): ModelShape {
  const { size } = plan;
  if (size.kind === 'model') return size.shape;
  const targetPerStep = size.perRank / plan.steps;
  const countOf = size.kind === 'events' ? eventsOf : kernelRowsOf;
  const fewest = minMicroBatches(plan.layout.sizes);
  const count = (layersPerStage: number, microBatches: number): number =>
    countPerStep(plan, { layersPerStage, microBatches }, countOf);
  const c11 = count(1, fewest);
  if (c11 >= targetPerStep) return { layersPerStage: 1, microBatches: fewest };
  const c21 = count(2, fewest);
  const c12 = count(1, 2 * fewest);
  const c22 = count(2, 2 * fewest);
  const perUnit = (c22 - c21 - c12 + c11) / fewest;
  const perLayer = c21 - c11 - perUnit * fewest;
  const perMicroBatch = (c12 - c11) / fewest - perUnit;
  const fixed = c11 - perLayer - (perMicroBatch + perUnit) * fewest;
  const predict = (layers: number, microBatches: number): number =>
    fixed + perLayer * layers + (perMicroBatch + perUnit * layers) * microBatches;
  let best: ModelShape = { layersPerStage: 1, microBatches: fewest };
  let bestError = Math.abs(c11 - targetPerStep);
  // A few more micro-batches than needed are tried: with few layers, one more or less makes a large difference.
  for (let microBatches = fewest, tried = 0; tried < triedMicroBatches; microBatches++) {
    const layers = (targetPerStep - fixed - perMicroBatch * microBatches) / (perLayer + perUnit * microBatches);
    if (layers > maxLayersPerStage) continue;
    tried++;
    const layersPerStage = Math.max(1, Math.round(layers));
    const error = Math.abs(predict(layersPerStage, microBatches) - targetPerStep);
    if (error < bestError * 0.7) {
      best = { layersPerStage, microBatches };
      bestError = error;
    }
  }
  return best;
}

/** Fewest micro-batches with which the pipeline still shows its schedule. */
function minMicroBatches(sizes: ParallelSizes): number {
  return sizes.pipeline > 1 ? 2 * sizes.pipeline : 1;
}

/** Rank 0's second step: the first one has a beginning that the others have not. Served: the mean of a cycle's. */
function countPerStep(
  plan: DemoPlan,
  shape: ModelShape,
  countOf: (plan: DemoPlan, records: StepRecords) => number,
): number {
  // Faults don't decide the size of the model.
  const job = new JobSimulation({ ...plan, simulatedRanks: plan.ranks, faults: [] }, new Programs(plan, shape));
  const first = job.step()[0]!;
  const second = countOf(plan, job.step()[0]!);
  if (plan.inference === undefined) return second;
  const { decodeSteps } = plan.inference;
  return (countOf(plan, first) + decodeSteps * second) / (decodeSteps + 1);
}

function kernelRowsOf(_plan: DemoPlan, records: StepRecords): number {
  return kernelRows(records).length;
}

function eventsOf(plan: DemoPlan, records: StepRecords): number {
  const trace = new RankTrace(placeOf(0, plan.layout), plan, { write: () => undefined });
  for (const block of traceBlocks) {
    if (block.kind === 'perStep') for (const _ of block.emit(trace, records));
  }
  return Object.values(trace.counts).reduce((sum, events) => sum + events, 0);
}
