import { ExpertLoad } from '../model/expertLoad';
import { type DemoPlan, firstStep } from '../options';
import { LinkFaults } from './linkFaults';
import type { Programs } from './programs';
import { RankSimulation } from './rankSimulation';
import { Rendezvous } from './rendezvous';
import type { StepRecords } from './stepRecords';

/**
 * All ranks of the job side by side. Asking for the steps again from a new simulation gives the same records, so a long
 * run is never held in memory: each block of the files goes through it anew.
 */
export class JobSimulation {
  private readonly ranks: readonly RankSimulation[];
  private readonly rendezvous: Rendezvous;
  private nextStep = firstStep;

  constructor(
    private readonly plan: DemoPlan,
    programs: Programs,
  ) {
    const { simulatedRanks, layout, moe } = plan;
    this.rendezvous = new Rendezvous(simulatedRanks, layout, LinkFaults.inStep(plan.faults, firstStep));
    const expertLoad = moe === undefined ? undefined : new ExpertLoad(moe, layout.sizes, layout.seed);
    this.ranks = Array.from(
      { length: simulatedRanks },
      (_, rank) => new RankSimulation(rank, plan, programs, this.rendezvous, expertLoad),
    );
  }

  /** Records of the next step, by rank; also of ranks that are simulated but not written. */
  step(): readonly StepRecords[] {
    this.rendezvous.beginStep(LinkFaults.inStep(this.plan.faults, this.nextStep));
    for (const rank of this.ranks) rank.beginStep(this.nextStep);
    this.nextStep++;
    let waiting: readonly RankSimulation[] = this.ranks;
    while (waiting.length > 0) {
      const before = waiting.map(({ position }) => position);
      const still = waiting.filter((rank) => !rank.advance());
      if (still.length === waiting.length && still.every(({ position }, i) => position === before[i])) {
        hang(still);
        break;
      }
      waiting = still;
    }
    return this.ranks.map((rank) => rank.records);
  }
}

/** All of these wait, for one that never comes or for each other; the recording is ended a while later. */
function hang(ranks: readonly RankSimulation[]): void {
  const cause = ranks.find(({ stoppedBy }) => stoppedBy !== undefined)?.stoppedBy;
  if (cause === undefined) throw new Error('The ranks wait for each other.');
  const untilNs = Math.max(...ranks.map(({ idleNs }) => idleNs)) + cause.milliseconds * 1e6;
  for (const rank of ranks) rank.hang(cause, untilNs);
}
