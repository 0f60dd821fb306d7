import { firstBusyNs, idleBeforeNs, splitOf } from './facts/stepSplits';
import type { FaultEffect } from './faults/fault';
import type { DemoPlan, ModelShape } from './options';
import type { RankPlace } from './parallel';
import type { StepRecords } from './simulation/stepRecords';
import type { RankClock } from './trace/clock';
import type { PhaseCounts, RankTrace } from './trace/rankTrace';
import type { DatabaseTruth, DemoTruth, EffectTruth, RankTruth, StepTruth, UnwrittenTruth } from './truth';

/** Adds up what one rank's dump holds, step by step. */
export class RankTotals {
  private readonly steps: StepTruth[] = [];
  private readonly effects: EffectTruth[] = [];
  private readonly flowLinks = { async_task_queue: 0, HostToDevice: 0, async_npu: 0, fwdbwd: 0 };
  private kernelCount = 0;
  private collectiveCount = 0;
  private firstNs = Number.POSITIVE_INFINITY;
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
      if (launch.autograd === 'backward' && forwards.has(sequence) && trace.plan.withTimeline) this.flowLinks.fwdbwd++;
      if (!hasFlows || !trace.plan.withTimeline) continue;
      this.flowLinks.async_task_queue++;
      this.flowLinks.async_npu++;
      this.flowLinks.HostToDevice += tasks;
    }
    const split = splitOf(records);
    this.endLastStep(trace, records);
    this.effects.push(...records.faultEffects.map((effect) => effectTruth(effect, trace.clock)));
    this.firstNs = Math.min(this.firstNs, records.startNs);
    this.lastNs = records.hang?.untilNs ?? records.endNs;
    // A step that never ended is none.
    if (records.hang !== undefined) return;
    this.steps.push({
      step: records.step,
      startNs: trace.clock.nanos(records.startNs),
      endNs: trace.clock.nanos(records.endNs),
      deviceStartNs: trace.clock.nanos(firstBusyNs(records)),
      deviceEndNs: trace.clock.nanos(records.deviceEndNs),
      computingNs: split.computingNs,
      communicationNs: split.communicationNs,
      notOverlappedNs: split.notOverlappedNs,
      freeNs: split.freeNs,
    });
  }

  /** On the device a step goes on until the next one begins. */
  private endLastStep(trace: RankTrace, next: StepRecords): void {
    const last = this.steps.pop();
    if (last === undefined) return;
    const freeNs = last.freeNs + idleBeforeNs(next);
    this.steps.push({ ...last, freeNs, deviceEndNs: trace.clock.nanos(firstBusyNs(next)) });
  }

  /** Beginning and end of the profiling, ns since the job's origin. */
  get startNs(): number {
    return this.firstNs - 2_000_000;
  }
  get endNs(): number {
    return this.lastNs + 50_000_000;
  }

  truth(
    place: RankPlace,
    folder: string,
    traceBytes: number,
    counts: PhaseCounts,
    databases: DatabaseTruth | undefined,
  ): RankTruth {
    return {
      rank: place.rank,
      hostName: place.hostName,
      deviceId: place.deviceId,
      clockOffsetNs: place.clockOffsetNs,
      clockDriftPpm: place.clockDriftPpm,
      folder,
      traceBytes,
      counts,
      eventCount: Object.values(counts).reduce((sum, events) => sum + events, 0),
      ...(databases === undefined ? {} : { databases }),
      flowLinks: this.flowLinks,
      kernelCount: this.kernelCount,
      collectiveCount: this.collectiveCount,
      steps: this.steps,
      effects: this.effects,
    };
  }
}

/** Times on the rank's clock, whole ns. */
export function effectTruth({ startNs, endNs, extraNs, ...effect }: FaultEffect, clock: RankClock): EffectTruth {
  return { ...effect, extraNs: Math.round(extraNs), startNs: clock.nanos(startNs), endNs: clock.nanos(endNs) };
}

export function demoTruth(
  plan: DemoPlan,
  shape: ModelShape,
  ranks: readonly RankTruth[],
  unwritten: readonly UnwrittenTruth[],
): DemoTruth {
  const { layout, moe, inference, faults } = plan;
  return {
    seed: plan.seed,
    parallel: layout.sizes,
    ranksPerHost: layout.ranksPerHost,
    hostTransport: layout.hostTransport,
    ...shape,
    ...(moe === undefined ? {} : { moe }),
    ...(inference === undefined ? {} : { inference }),
    faults,
    ranks,
    unwritten,
  };
}
