import type { ModelShape, StepProgram } from '../model/program';
import { buildStep } from '../model/transformerStep';
import { type ParallelSizes, pipelineStageOf } from '../parallel';
import { RankSimulation } from './rankSimulation';
import { Rendezvous } from './rendezvous';
import type { StepRecords } from './stepRecords';

/** Number of the first step: profilers skip the warm-up. */
export const firstStep = 10;

/** The step of every pipeline stage; made once, gone through often. */
export function buildPrograms(sizes: ParallelSizes, shape: ModelShape): readonly StepProgram[] {
  return Array.from({ length: sizes.pipeline }, (_, stage) => buildStep(stage, sizes, shape));
}

/**
 * All ranks of the job side by side. Asking for the steps again from a new simulation gives the same records, so a long
 * run is never held in memory: each block of the files goes through it anew.
 */
export class JobSimulation {
  private readonly ranks: readonly RankSimulation[];
  private nextStep = firstStep;

  constructor(rankCount: number, sizes: ParallelSizes, programs: readonly StepProgram[], seed: number) {
    const rendezvous = new Rendezvous(rankCount, seed);
    this.ranks = Array.from({ length: rankCount }, (_, rank) => {
      const program = programs[pipelineStageOf(rank, sizes)]!;
      return new RankSimulation(rank, sizes, seed, program, rendezvous);
    });
  }

  /** Records of the next step, by rank. */
  step(): readonly StepRecords[] {
    for (const rank of this.ranks) rank.beginStep(this.nextStep);
    this.nextStep++;
    let waiting: readonly RankSimulation[] = this.ranks;
    while (waiting.length > 0) waiting = waiting.filter((rank) => !rank.advance());
    return this.ranks.map((rank) => rank.records);
  }
}
