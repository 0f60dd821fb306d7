import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calibrate } from './calibrate';
import type { ModelShape } from './model/program';
import { DemoError, type DemoOptions, type DemoPlan, type DemoProgress, planDemo } from './options';
import { placeOf, type RankPlace } from './parallel';
import { demoTruth, RankTotals } from './rankTotals';
import { JobSimulation } from './simulation/jobSimulation';
import { profilerInfo, profilerMetadata } from './tables/profilerInfo';
import { tableFiles } from './tables/tableFiles';
import { traceBlocks } from './trace/blocks';
import { originSecond, RankTrace } from './trace/rankTrace';
import { TextSink } from './trace/textSink';
import type { DemoTruth } from './truth';

const maxChunkBytes = 1 << 20;
const minChunkBytes = 1 << 16;
/** Memory for the chunks of all files that are open at once, two for each. */
const chunkMemoryBytes = 64 << 20;

/** A rank's folder, its file under way and what was counted so far. */
interface RankOutput {
  readonly place: RankPlace;
  readonly folder: string;
  readonly tables: string;
}

/**
 * Writes a multi-rank `*_ascend_pt` dump of a transformer's training into `options.folder`, and `truth.json` beside the
 * ranks. Same options, same bytes. Memory does not grow with the number of steps.
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
  private passesDone = 0;
  private bytesWritten = 0;
  private shape: ModelShape = { layersPerStage: 1, microBatches: 1 };

  constructor(
    private readonly plan: DemoPlan,
    private readonly signal: AbortSignal | undefined,
    private readonly onProgress: ((progress: DemoProgress) => void) | undefined,
  ) {
    this.outputs = Array.from({ length: plan.ranks }, (_, rank) => {
      const place = placeOf(rank, plan.seed);
      const folder = folderName(place, plan.seed);
      return { place, folder, tables: join(plan.folder, folder, 'ASCEND_PROFILER_OUTPUT') };
    });
    this.passes = traceBlocks.filter(({ kind }) => kind === 'perStep').length + tableFiles.length + 1;
  }

  async run(): Promise<DemoTruth> {
    this.signal?.throwIfAborted();
    this.shape = calibrate(this.plan);
    for (const { tables } of this.outputs) await mkdir(tables, { recursive: true });
    const sinks = this.openSinks('trace_view.json');
    const traces = this.outputs.map(({ place }, i) => new RankTrace(place, this.plan, sinks[i]!));
    await this.writeTraces(traces, sinks);
    for (const file of tableFiles) await this.writeTable(file, traces);
    const truth = await this.writeFacts(
      traces,
      sinks.map((sink) => sink.bytesWritten),
    );
    this.onProgress?.({ bytesWritten: this.bytesWritten, fractionDone: 1 });
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

  private async writeTable(file: (typeof tableFiles)[number], traces: readonly RankTrace[]): Promise<void> {
    const sinks = this.openSinks(file.fileName);
    const writers = traces.map((trace) => file.create(trace));
    writers.forEach((writer, rank) => {
      sinks[rank]!.write(writer.begin());
    });
    await this.eachStep(async (rank, records) => {
      const sink = sinks[rank]!;
      for (const text of writers[rank]!.step(records)) {
        sink.write(text);
        if (sink.isFull) await this.drain(sink);
      }
    });
    writers.forEach((writer, rank) => {
      sinks[rank]!.write(writer.end());
    });
    await this.closeSinks(sinks);
  }

  /** The small files, and the truth. */
  private async writeFacts(traces: readonly RankTrace[], traceBytes: readonly number[]): Promise<DemoTruth> {
    const totals = traces.map(() => new RankTotals());
    await this.eachStep(async (rank, records) => totals[rank]!.addStep(traces[rank]!, records));
    for (const [i, { place, folder }] of this.outputs.entries()) {
      const path = join(this.plan.folder, folder);
      const endNs = totals[i]!.endNs(traces[i]!);
      await writeFile(join(path, `profiler_info_${place.rank}.json`), profilerInfo(place, this.plan, endNs));
      await writeFile(join(path, 'profiler_metadata.json'), profilerMetadata(place, this.plan));
    }
    const ranks = this.outputs.map(({ place, folder }, i) =>
      totals[i]!.truth(place, folder, traceBytes[i]!, traces[i]!.counts),
    );
    const truth = demoTruth(this.plan, this.shape, ranks);
    await writeFile(join(this.plan.folder, 'truth.json'), JSON.stringify(truth, undefined, 1));
    return truth;
  }

  /** Goes through the run once more: every step, every rank. */
  private async eachStep(
    visit: (rank: number, records: ReturnType<JobSimulation['step']>[number]) => Promise<void>,
  ): Promise<void> {
    const { ranks, parallel, seed, steps } = this.plan;
    const job = new JobSimulation(ranks, parallel, this.shape, seed);
    for (let step = 0; step < steps; step++) {
      this.signal?.throwIfAborted();
      const records = job.step();
      for (let rank = 0; rank < ranks; rank++) await visit(rank, records[rank]!);
      this.onProgress?.({
        bytesWritten: this.bytesWritten,
        fractionDone: (this.passesDone + (step + 1) / steps) / this.passes,
      });
    }
    this.passesDone++;
  }

  private openSinks(fileName: string): TextSink[] {
    const share = Math.floor(chunkMemoryBytes / (2 * this.plan.ranks));
    const chunkBytes = Math.min(maxChunkBytes, Math.max(minChunkBytes, share));
    const sinks = this.outputs.map(({ tables }) => new TextSink(join(tables, fileName), chunkBytes));
    this.sinks.push(...sinks);
    return sinks;
  }

  private async drain(sink: TextSink): Promise<void> {
    this.signal?.throwIfAborted();
    const before = sink.bytesWritten;
    await sink.drain();
    this.bytesWritten += sink.bytesWritten - before;
  }

  private async closeSinks(sinks: readonly TextSink[]): Promise<void> {
    for (const sink of sinks) {
      const before = sink.bytesWritten;
      await sink.close();
      this.bytesWritten += sink.bytesWritten - before;
    }
    this.sinks.length = 0;
  }
}

/** `node-001_3112040_20250804093512345_ascend_pt`. */
function folderName(place: RankPlace, seed: number): string {
  const digits = new Date(originSecond(seed) * 1000).toISOString().replace(/\D/g, '');
  return `${place.hostName}_${place.hostPid}_${digits}_ascend_pt`;
}
