import type { ModelShape } from './model/program';
import type { DemoPlan } from './options';
import type { RankPlace } from './parallel';
import type { StepRecords } from './simulation/stepRecords';
import { splitOf } from './tables/stepTrace';
import type { PhaseCounts, RankTrace } from './trace/rankTrace';
import type { DemoTruth, RankTruth, StepTruth } from './truth';

/** Adds up what one rank's dump holds, step by step. */
export class RankTotals {
  private readonly steps: StepTruth[] = [];
  private readonly flowLinks = { async_task_queue: 0, HostToDevice: 0, async_npu: 0, fwdbwd: 0 };
  private kernelCount = 0;
  private collectiveCount = 0;
  private lastNs = 0;

  addStep(trace: RankTrace, records: StepRecords): void {
    const { launches, firstIds } = records;
    const forwards = new Set<number>();
    for (let row = 0; row < launches.launch.length; row++) {
      const launch = launches.launch[row]!;
      const tasks = launches.secondStartNs[row]! >= 0 ? 2 : 1;
      if (launch.kind === 'kernel') this.kernelCount += tasks;
      if (launch.kind === 'collective') this.collectiveCount++;
      const sequence = launches.sequence[row]!;
      const hasFlows = trace.hasFlows(firstIds.launch + row);
      if (launch.autograd === 'forward' && hasFlows) forwards.add(sequence);
      if (launch.autograd === 'backward' && forwards.has(sequence)) this.flowLinks.fwdbwd++;
      if (!hasFlows) continue;
      this.flowLinks.async_task_queue++;
      this.flowLinks.async_npu++;
      this.flowLinks.HostToDevice += tasks;
    }
    const split = splitOf(records);
    this.steps.push({
      step: records.step,
      startNs: trace.clock.nanos(records.startNs),
      endNs: trace.clock.nanos(records.endNs),
      deviceStartNs: trace.clock.nanos(records.deviceStartNs),
      deviceEndNs: trace.clock.nanos(records.deviceEndNs),
      computingNs: split.computingNs,
      communicationNs: split.communicationNs,
      notOverlappedNs: split.notOverlappedNs,
      freeNs: split.freeNs,
    });
    this.lastNs = records.endNs;
  }

  /** End of the profiling, epoch ns on the rank's clock. */
  endNs(trace: RankTrace): string {
    return trace.clock.nanos(this.lastNs + 50_000_000);
  }

  truth(place: RankPlace, folder: string, traceBytes: number, counts: PhaseCounts): RankTruth {
    return {
      rank: place.rank,
      folder,
      traceBytes,
      counts,
      eventCount: Object.values(counts).reduce((sum, events) => sum + events, 0),
      flowLinks: this.flowLinks,
      kernelCount: this.kernelCount,
      collectiveCount: this.collectiveCount,
      steps: this.steps,
    };
  }
}

export function demoTruth(plan: DemoPlan, shape: ModelShape, ranks: readonly RankTruth[]): DemoTruth {
  return { seed: plan.seed, parallel: plan.parallel, ...shape, ranks };
}
