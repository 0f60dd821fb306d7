import { type ModelShape, type StepProgram, stageOf } from '../model/program';
import { buildStep } from '../model/transformerStep';
import type { ParallelSizes } from '../parallel';
import { RankSimulation } from './rankSimulation';
import { Rendezvous } from './rendezvous';
import type { StepRecords } from './stepRecords';

/** Number of the first step: profilers skip the warm-up. */
export const firstStep = 10;

/**
 * All ranks of the job side by side. Asking for the steps again from a new simulation gives the same records, so a long
 * run is never held in memory: each block of the files goes through it anew.
 */
export class JobSimulation {
  private readonly ranks: readonly RankSimulation[];
  private nextStep = firstStep;

  constructor(rankCount: number, sizes: ParallelSizes, shape: ModelShape, seed: number) {
    const rendezvous = new Rendezvous(rankCount, seed);
    const programs = new Map<number, StepProgram>();
    this.ranks = Array.from({ length: rankCount }, (_, rank) => {
      const stage = stageOf(rank, sizes);
      let program = programs.get(stage);
      if (program === undefined) {
        program = buildStep(stage, sizes, shape);
        programs.set(stage, program);
      }
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
