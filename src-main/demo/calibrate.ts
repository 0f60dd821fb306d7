import { type ModelShape, minMicroBatches } from './model/program';
import type { DemoPlan } from './options';
import { placeOf } from './parallel';
import { buildPrograms, JobSimulation } from './simulation/jobSimulation';
import { traceBlocks } from './trace/blocks';
import { RankTrace } from './trace/rankTrace';

/** Deeper models than this get more micro-batches instead. */
const maxLayersPerStage = 40;
const triedMicroBatches = 6;

/**
 * The model whose steps have about the wanted number of events on rank 0. Events grow with layers, micro-batches and
 * their product; four small steps, counted and thrown away, tell by how much.
 */
export function calibrate(plan: DemoPlan): ModelShape {
  const targetPerStep = plan.eventsPerRank / plan.steps;
  const fewest = minMicroBatches(plan.parallel);
  const count = (layersPerStage: number, microBatches: number): number =>
    eventsPerStep(plan, { layersPerStage, microBatches });
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

/** Events of rank 0's second step. */
function eventsPerStep(plan: DemoPlan, shape: ModelShape): number {
  const trace = new RankTrace(placeOf(0, plan.seed), plan, { write: () => undefined });
  const job = new JobSimulation(plan.ranks, plan.parallel, buildPrograms(plan.parallel, shape), plan.seed);
  job.step();
  const records = job.step()[0]!;
  for (const block of traceBlocks) {
    if (block.kind === 'perStep') for (const _ of block.emit(trace, records));
  }
  return Object.values(trace.counts).reduce((sum, events) => sum + events, 0);
}
