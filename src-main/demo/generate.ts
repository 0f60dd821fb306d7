import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calibrate } from './calibrate';
import { DemoError } from './demoError';
import { originSecond } from './facts/rankFacts';
import { type DemoOptions, type DemoPlan, type DemoProgress, type ModelShape, planDemo } from './options';
import { placeOf, type RankPlace } from './parallel';
import { demoTruth, effectTruth, RankTotals } from './rankTotals';
import { JobSimulation } from './simulation/jobSimulation';
import { Programs } from './simulation/programs';
import type { StepRecords } from './simulation/stepRecords';
import { profilerInfo, profilerMetadata } from './tables/profilerInfo';
import { tableFilesOf } from './tables/tableFiles';
import type { TableFile } from './tables/tableWriter';
import { traceBlocks } from './trace/blocks';
import { RankClock } from './trace/clock';
import { type EventOutput, RankTrace } from './trace/rankTrace';
import { TextSink } from './trace/textSink';
import type { DemoTruth, EffectTruth, UnwrittenTruth } from './truth';

const maxChunkBytes = 1 << 20;
const minChunkBytes = 1 << 16;
/** Memory for the chunks of all files that are open at once, three for each. */
const chunkMemoryBytes = 64 << 20;

/** Most operating systems allow a process 1024. */
const maxOpenFiles = 512;

/** Of a rank without a timeline. */
const nowhere: EventOutput = { write: () => undefined };

/** Where one rank's files go. */
interface RankOutput {
  readonly place: RankPlace;
  /** Name in the job's folder. */
  readonly folder: string;
  /** Path of the rank's ASCEND_PROFILER_OUTPUT. */
  readonly tables: string;
}

/**
 * Writes a multi-rank `*_ascend_pt` dump of a transformer into `options.folder`, and `truth.json` beside the ranks. Same options, same bytes. Memory does not grow with the number of steps, but with the events of one step over
 * all ranks: some 35 bytes each, beside 150 MB.
 *
 * Rejects with `DemoError` (options out of range, folder not empty), with the signal's reason when aborted, or with the
 * file system's error; in all cases nothing of the dump is left behind.
 */
export async function generateDemo(
  options: DemoOptions,
  onProgress?: (progress: DemoProgress) => void,
): Promise<DemoTruth> {
  const plan = planDemo(options);
  await mkdir(plan.folder, { recursive: true });
  if ((await readdir(plan.folder)).length > 0) {
    throw new DemoError(`${plan.folder} is not empty. Name a new folder for the demo dump.`);
  }
  const generation = new Generation(plan, options.signal, onProgress);
  try {
    return await generation.run();
  } catch (error) {
    await generation.discard();
    throw error;
  }
}

class Generation {
  private readonly outputs: readonly RankOutput[];
  private readonly sinks: TextSink[] = [];
  private readonly passes: number;
  private readonly tableGroups: readonly (readonly TableFile[])[];
  private passesDone = 0;
  private kept: (readonly StepRecords[])[] | undefined = [];
  private launches = 0;
  private closedBytes = 0;
  private readonly shape: ModelShape;
  private readonly programs: Programs;
  /** Effects of faults on ranks that are simulated only, by rank. */
  private readonly unwritten = new Map<number, EffectTruth[]>();

  constructor(
    private readonly plan: DemoPlan,
    private readonly signal: AbortSignal | undefined,
    private readonly onProgress: ((progress: DemoProgress) => void) | undefined,
  ) {
    this.outputs = Array.from({ length: plan.ranks }, (_, rank) => {
      const place = placeOf(rank, plan.layout);
      const folder = folderName(place, plan.seed);
      return { place, folder, tables: join(plan.folder, folder, 'ASCEND_PROFILER_OUTPUT') };
    });
    this.shape = calibrate(plan);
    this.programs = new Programs(plan, this.shape);
    const tableFiles = tableFilesOf(plan);
    const filesPerGroup = Math.max(1, Math.floor(maxOpenFiles / plan.ranks));
    this.tableGroups = Array.from({ length: Math.ceil(tableFiles.length / filesPerGroup) }, (_, i) =>
      tableFiles.slice(i * filesPerGroup, (i + 1) * filesPerGroup),
    );
    const tracePasses = plan.withTimeline ? traceBlocks.filter(({ kind }) => kind === 'perStep').length : 0;
    this.passes = tracePasses + this.tableGroups.length;
  }

  async run(): Promise<DemoTruth> {
    this.signal?.throwIfAborted();
    for (const { tables } of this.outputs) await mkdir(tables, { recursive: true });
    const sinks = this.plan.withTimeline ? this.openSinks('trace_view.json', 1) : [];
    const traces = this.outputs.map(({ place }, i) => new RankTrace(place, this.plan, sinks[i] ?? nowhere));
    if (this.plan.withTimeline) await this.writeTraces(traces, sinks);
    const totals = traces.map(() => new RankTotals());
    for (const [i, files] of this.tableGroups.entries()) {
      await this.writeTables(files, traces, (rank, records) => {
        if (i === 0) totals[rank]!.addStep(traces[rank]!, records);
      });
    }
    const traceBytes = traces.map((_, i) => sinks[i]?.bytesWritten ?? 0);
    const truth = await this.writeFacts(traces, totals, traceBytes);
    this.onProgress?.({ bytesWritten: this.bytesWritten(), fractionDone: 1 });
    return truth;
  }

  /** Closes what is open and removes what was written. */
  async discard(): Promise<void> {
    for (const sink of this.sinks) await sink.abandon();
    for (const { folder } of this.outputs) await rm(join(this.plan.folder, folder), { recursive: true, force: true });
    await rm(join(this.plan.folder, 'truth.json'), { force: true });
  }

  private async writeTraces(traces: readonly RankTrace[], sinks: readonly TextSink[]): Promise<void> {
    for (const block of traceBlocks) {
      if (block.kind === 'once') {
        for (const trace of traces) block.emit(trace);
        continue;
      }
      await this.eachStep(async (rank, records) => {
        const sink = sinks[rank]!;
        for (const _ of block.emit(traces[rank]!, records)) {
          if (sink.isFull) await this.drain(sink);
        }
      });
    }
    for (const trace of traces) trace.end();
    await this.closeSinks(sinks);
  }

  /** Writes several tables in one go through the run. */
  private async writeTables(
    files: readonly TableFile[],
    traces: readonly RankTrace[],
    onStep: (rank: number, records: StepRecords) => void,
  ): Promise<void> {
    const tables = files.map((file) => ({
      sinks: this.openSinks(file.fileName, files.length),
      writers: traces.map((trace) => file.create(trace)),
    }));
    for (const { sinks, writers } of tables) {
      for (const [rank, writer] of writers.entries()) sinks[rank]!.write(writer.begin());
    }
    await this.eachStep(async (rank, records) => {
      onStep(rank, records);
      for (const { sinks, writers } of tables) {
        const sink = sinks[rank]!;
        for (const text of writers[rank]!.step(records)) {
          sink.write(text);
          if (sink.isFull) await this.drain(sink);
        }
      }
    });
    for (const { sinks, writers } of tables) {
      for (const [rank, writer] of writers.entries()) sinks[rank]!.write(writer.end());
    }
    await this.closeSinks(tables.flatMap(({ sinks }) => sinks));
  }

  /** The small files, and the truth. */
  private async writeFacts(
    traces: readonly RankTrace[],
    totals: readonly RankTotals[],
    traceBytes: readonly number[],
  ): Promise<DemoTruth> {
    for (const [i, { place, folder }] of this.outputs.entries()) {
      const path = join(this.plan.folder, folder);
      const endNs = totals[i]!.endNs(traces[i]!);
      await writeFile(join(path, `profiler_info_${place.rank}.json`), profilerInfo(place, this.plan, endNs));
      await writeFile(join(path, 'profiler_metadata.json'), profilerMetadata(place, this.plan));
    }
    const ranks = this.outputs.map(({ place, folder }, i) =>
      totals[i]!.truth(place, folder, traceBytes[i]!, traces[i]!.counts),
    );
    const unwritten: UnwrittenTruth[] = [...this.unwritten].map(([rank, effects]) => ({ rank, effects }));
    const truth = demoTruth(this.plan, this.shape, ranks, unwritten);
    await writeFile(join(this.plan.folder, 'truth.json'), JSON.stringify(truth, undefined, 1));
    return truth;
  }

  /** Goes through the run once more: every step, every rank. */
  private async eachStep(visit: (rank: number, records: StepRecords) => Promise<void>): Promise<void> {
    const { ranks, steps } = this.plan;
    const kept = this.passesDone > 0 ? this.kept : undefined;
    const job = new JobSimulation(this.plan, this.programs);
    for (let step = 0; step < steps; step++) {
      this.signal?.throwIfAborted();
      const records = kept?.[step] ?? job.step();
      if (this.passesDone === 0) this.keep(records);
      for (let rank = 0; rank < ranks; rank++) await visit(rank, records[rank]!);
      if (this.passesDone === 0) this.noteUnwritten(records.slice(ranks), ranks);
      this.onProgress?.({
        bytesWritten: this.bytesWritten(),
        fractionDone: (this.passesDone + (step + 1) / steps) / this.passes,
      });
    }
    this.passesDone++;
  }

  /** Keeps the steps of a small run; a long one is simulated anew for every pass. */
  private keep(records: readonly StepRecords[]): void {
    this.launches += records.reduce((sum, { launches }) => sum + launches.launch.length, 0);
    if (this.launches > this.plan.maxKeptLaunches) this.kept = undefined;
    this.kept?.push(records);
  }

  private noteUnwritten(records: readonly StepRecords[], firstRank: number): void {
    records.forEach(({ faultEffects }, i) => {
      if (faultEffects.length === 0) return;
      const rank = firstRank + i;
      const clock = new RankClock(originSecond(this.plan.seed), placeOf(rank, this.plan.layout).clockOffsetNs);
      const effects = this.unwritten.get(rank) ?? [];
      this.unwritten.set(rank, effects);
      effects.push(...faultEffects.map((effect) => effectTruth(effect, clock)));
    });
  }

  /** A file of this name for every rank; `filesPerRank` of such are open at once. */
  private openSinks(fileName: string, filesPerRank: number): TextSink[] {
    const share = Math.floor(chunkMemoryBytes / (3 * this.plan.ranks * filesPerRank));
    const chunkBytes = Math.min(maxChunkBytes, Math.max(minChunkBytes, share));
    const sinks = this.outputs.map(({ tables }) => new TextSink(join(tables, fileName), chunkBytes));
    this.sinks.push(...sinks);
    return sinks;
  }

  private bytesWritten(): number {
    return this.sinks.reduce((sum, sink) => sum + sink.bytesWritten, this.closedBytes);
  }

  private async drain(sink: TextSink): Promise<void> {
    this.signal?.throwIfAborted();
    await sink.drain();
  }

  private async closeSinks(sinks: readonly TextSink[]): Promise<void> {
    for (const sink of sinks) {
      await sink.close();
      this.closedBytes += sink.bytesWritten;
    }
    this.sinks.length = 0;
  }
}

/** `node-001_3112040_20250804093512345_ascend_pt`. */
function folderName(place: RankPlace, seed: number): string {
  const digits = new Date(originSecond(seed) * 1000).toISOString().replace(/\D/g, '');
  return `${place.hostName}_${place.hostPid}_${digits}_ascend_pt`;
}
