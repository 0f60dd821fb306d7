import { calibrate } from './calibrate';
import { counterSamples } from './facts/counterSamples';
import { rankFolderName } from './folderName';
import { type DemoOptions, type DemoPlan, planDemo } from './options';
import { placeOf } from './parallel';
import { demoTruth, RankTotals } from './rankTotals';
import { JobSimulation } from './simulation/jobSimulation';
import { Programs } from './simulation/programs';
import type { StepRecords } from './simulation/stepRecords';
import { profilerInfo, profilerMetadata } from './tables/profilerInfo';
import { tableFilesOf } from './tables/tableFiles';
import { type EventOutput, RankTrace } from './trace/rankTrace';
import type { DemoTruth, RankTruth } from './truth';

/** What a rank's dump without a timeline holds, and what its timeline would tell of the device's frequency. */
export interface RankWithoutTimeline {
  readonly rank: number;
  /** Paths below the job's folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** In order. */
  readonly frequency: readonly { readonly timeNs: number; readonly mhz: number }[];
  readonly truth: RankTruth;
}

const nowhere: EventOutput = { write: () => undefined };

/** What `generateDemo` writes with `withTimeline: false`, of some of the ranks, one after another. The whole job is simulated for it, and kept for these ranks. */
export function* ranksWithoutTimeline(options: DemoOptions, ranks: readonly number[]): Generator<RankWithoutTimeline> {
  const plan = planDemo({ ...options, withTimeline: false });
  const job = new JobSimulation(plan, new Programs(plan, calibrate(plan)));
  const kept = ranks.map((): StepRecords[] => []);
  for (let step = 0; step < plan.steps; step++) {
    const records = job.step();
    for (const [at, rank] of ranks.entries()) kept[at]!.push(records[rank]!);
  }
  for (const [at, rank] of ranks.entries()) {
    yield rankOf(plan, rank, kept[at]!);
    kept[at] = [];
  }
}

/** Of the job, from what is true of its ranks. */
export function truthOfRanks(options: DemoOptions, ranks: readonly RankTruth[]): DemoTruth {
  const plan = planDemo({ ...options, withTimeline: false });
  return demoTruth(plan, calibrate(plan), ranks, []);
}

function rankOf(plan: DemoPlan, rank: number, steps: readonly StepRecords[]): RankWithoutTimeline {
  const place = placeOf(rank, plan.layout);
  const folder = rankFolderName(place, plan.seed);
  const trace = new RankTrace(place, plan, nowhere);
  const totals = new RankTotals();
  const frequency: { timeNs: number; mhz: number }[] = [];
  for (const records of steps) {
    totals.addStep(trace, records);
    for (const sample of counterSamples(trace, records))
      if (sample.kind === 'frequency') frequency.push({ timeNs: sample.atNs, mhz: sample.mhz });
  }
  const tables = tableFilesOf(plan).map((file) => {
    const writer = file.create(trace);
    const parts = [writer.begin()];
    for (const records of steps) parts.push(...writer.step(records));
    parts.push(writer.end());
    return { path: `${folder}/ASCEND_PROFILER_OUTPUT/${file.fileName}`, text: parts.join('') };
  });
  const { clock, counts } = trace;
  const info = profilerInfo(place, plan, clock.nanos(totals.endNs), clock.aheadNs(totals.endNs));
  return {
    rank,
    files: [
      ...tables,
      { path: `${folder}/profiler_info_${rank}.json`, text: info },
      { path: `${folder}/profiler_metadata.json`, text: profilerMetadata(place, plan) },
    ],
    frequency,
    truth: totals.truth(place, folder, 0, counts, undefined),
  };
}
