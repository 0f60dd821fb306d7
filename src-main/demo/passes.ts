import type { DemoPlan } from './options';
import { JobSimulation } from './simulation/jobSimulation';
import type { Programs } from './simulation/programs';
import type { StepRecords } from './simulation/stepRecords';

export interface PassListener {
  /** Every step once, with the ranks that are simulated but not written. */
  readonly onFirstPass: (records: readonly StepRecords[]) => void;
  /** After every step; the fraction of a pass that is done. */
  readonly onStep: (passesDone: number) => void;
}

/** Goes through the run, step by step, as often as its files need it. */
export class Passes {
  private passesDone = 0;
  private kept: (readonly StepRecords[])[] | undefined = [];
  private launches = 0;

  constructor(
    private readonly plan: DemoPlan,
    private readonly programs: Programs,
    private readonly passCount: number,
    private readonly signal: AbortSignal | undefined,
    private readonly listener: PassListener,
  ) {}

  /** Goes through the run once more: every step, every rank of those. */
  async eachStep(
    ranks: readonly number[],
    visit: (rank: number, records: StepRecords) => Promise<void>,
  ): Promise<void> {
    const { steps } = this.plan;
    const kept = this.passesDone > 0 ? this.kept : undefined;
    const job = new JobSimulation(this.plan, this.programs);
    for (let step = 0; step < steps; step++) {
      this.signal?.throwIfAborted();
      const records = kept?.[step] ?? job.step();
      if (this.passesDone === 0) {
        this.keep(records);
        this.listener.onFirstPass(records);
      }
      for (const rank of ranks) await visit(rank, records[rank]!);
      this.listener.onStep(this.passesDone + (step + 1) / steps);
    }
    this.passesDone++;
  }

  /** Keeps the steps of a small run that is gone through again; a long one is simulated anew for every pass. */
  private keep(records: readonly StepRecords[]): void {
    if (this.passCount === 1) return;
    this.launches += records.reduce((sum, { launches }) => sum + launches.launch.length, 0);
    if (this.launches > this.plan.maxKeptLaunches) this.kept = undefined;
    this.kept?.push(records);
  }
}
