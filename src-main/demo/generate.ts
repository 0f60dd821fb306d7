import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { calibrate } from './calibrate';
import { JobDatabases, ranksAtOnce } from './database/jobDatabases';
import { DemoError } from './demoError';
import { originSecond } from './facts/rankFacts';
import { rankFolderName } from './folderName';
import { type DemoOptions, type DemoPlan, type DemoProgress, type ModelShape, planDemo } from './options';
import { placeOf, type RankPlace } from './parallel';
import { Passes } from './passes';
import { demoTruth, effectTruth, RankTotals } from './rankTotals';
import { Programs } from './simulation/programs';
import type { StepRecords } from './simulation/stepRecords';
import { profilerInfo, profilerMetadata } from './tables/profilerInfo';
import { tableFilesOf } from './tables/tableFiles';
import type { TableFile } from './tables/tableWriter';
import { traceBlocks } from './trace/blocks';
import { RankClock } from './trace/clock';
import { type EventOutput, RankTrace } from './trace/rankTrace';
import { TextSink } from './trace/textSink';
import type { DatabaseTruth, DemoTruth, EffectTruth, UnwrittenTruth } from './truth';

const maxChunkBytes = 1 << 20;
const minChunkBytes = 1 << 16;
/** Memory for the chunks of all files that are open at once, three for each. */
const chunkMemoryBytes = 64 << 20;

/** Most operating systems allow a process 1024. */
const maxOpenFiles = 512;

/** Times that a database's rows are given up for whoever waits. */
const rowsBetweenTurns = 16_384;

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
  private readonly ranks: readonly number[];
  private readonly sinks: TextSink[] = [];
  private readonly passes: Passes;
  private readonly passCount: number;
  private readonly tableGroups: readonly (readonly TableFile[])[];
  private readonly databaseGroups: readonly (readonly number[])[];
  private openDatabases: JobDatabases | undefined;
  private closedBytes = 0;
  private readonly shape: ModelShape;
  private readonly traces: readonly RankTrace[];
  private readonly traceSinks: readonly TextSink[];
  private readonly totals: readonly RankTotals[];
  /** Effects of faults on ranks that are simulated only, by rank. */
  private readonly unwritten = new Map<number, EffectTruth[]>();

  constructor(
    private readonly plan: DemoPlan,
    private readonly signal: AbortSignal | undefined,
    private readonly onProgress: ((progress: DemoProgress) => void) | undefined,
  ) {
    this.outputs = Array.from({ length: plan.ranks }, (_, rank) => {
      const place = placeOf(rank, plan.layout);
      const folder = rankFolderName(place, plan.seed);
      return { place, folder, tables: join(plan.folder, folder, 'ASCEND_PROFILER_OUTPUT') };
    });
    this.ranks = this.outputs.map((_, rank) => rank);
    this.shape = calibrate(plan);
    this.tableGroups = groupsOf(tableFilesOf(plan), Math.max(1, Math.floor(maxOpenFiles / plan.ranks)));
    this.databaseGroups = plan.form === 'text' ? [] : groupsOf(this.ranks, ranksAtOnce);
    this.traceSinks = plan.withTimeline && plan.form !== 'db' ? this.openSinks('trace_view.json', 1) : [];
    this.traces = this.outputs.map(({ place }, i) => new RankTrace(place, plan, this.traceSinks[i] ?? nowhere));
    this.totals = this.traces.map(() => new RankTotals());
    const tracePasses = this.traceSinks.length > 0 ? traceBlocks.filter(({ kind }) => kind === 'perStep').length : 0;
    this.passCount = tracePasses + this.tableGroups.length + this.databaseGroups.length;
    this.passes = new Passes(plan, new Programs(plan, this.shape), this.passCount, signal, {
      onFirstPass: (records) => this.count(records),
      onStep: (passesDone) => {
        const bytesWritten = this.bytesWritten();
        this.onProgress?.({ bytesWritten, fractionDone: passesDone / this.passCount });
      },
    });
  }

  async run(): Promise<DemoTruth> {
    this.signal?.throwIfAborted();
    for (const { tables } of this.outputs) await mkdir(tables, { recursive: true });
    if (this.traceSinks.length > 0) await this.writeTraces();
    for (const files of this.tableGroups) await this.writeTables(files);
    const databases: DatabaseTruth[] = [];
    for (const ranks of this.databaseGroups) databases.push(...(await this.writeDatabases(ranks)));
    const truth = await this.writeFacts(databases);
    this.onProgress?.({ bytesWritten: this.bytesWritten(), fractionDone: 1 });
    return truth;
  }

  /** Closes what is open and removes what was written. */
  async discard(): Promise<void> {
    this.openDatabases?.abandon();
    for (const sink of this.sinks) await sink.abandon();
    for (const { folder } of this.outputs) await rm(join(this.plan.folder, folder), { recursive: true, force: true });
    await rm(join(this.plan.folder, 'truth.json'), { force: true });
  }

  private async writeTraces(): Promise<void> {
    const { traces, traceSinks } = this;
    for (const block of traceBlocks) {
      if (block.kind === 'once') {
        for (const trace of traces) block.emit(trace);
        continue;
      }
      await this.passes.eachStep(this.ranks, async (rank, records) => {
        const sink = traceSinks[rank]!;
        for (const _ of block.emit(traces[rank]!, records)) {
          if (sink.isFull) await this.drain(sink);
        }
      });
    }
    for (const trace of traces) trace.end();
    await this.closeSinks(traceSinks);
  }

  /** Writes several tables in one go through the run. */
  private async writeTables(files: readonly TableFile[]): Promise<void> {
    const tables = files.map((file) => ({
      sinks: this.openSinks(file.fileName, files.length),
      writers: this.traces.map((trace) => file.create(trace)),
    }));
    for (const { sinks, writers } of tables) {
      for (const [rank, writer] of writers.entries()) sinks[rank]!.write(writer.begin());
    }
    await this.passes.eachStep(this.ranks, async (rank, records) => {
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

  /** Writes the databases of some ranks in one go through the run: all tables of a rank are in one file. */
  private async writeDatabases(ranks: readonly number[]): Promise<readonly DatabaseTruth[]> {
    const facts = ranks.map((rank) => this.traces[rank]!);
    const databases = await JobDatabases.open(
      facts,
      ranks.map((rank) => this.outputs[rank]!.tables),
    );
    this.openDatabases = databases;
    let waiting = 0;
    await this.passes.eachStep(ranks, async (rank, records) => {
      for (const _ of databases.step(ranks.indexOf(rank), records)) {
        if (++waiting % rowsBetweenTurns !== 0) continue;
        // SQLite writes within the call: without a turn for others nobody could abort.
        await setImmediate();
        this.signal?.throwIfAborted();
      }
    });
    const truths = databases.close(ranks.map((rank) => this.totals[rank]!));
    this.openDatabases = undefined;
    this.closedBytes += truths.reduce((sum, { bytes }) => sum + bytes, 0);
    return truths;
  }

  /** The small files, and the truth. */
  private async writeFacts(databases: readonly DatabaseTruth[]): Promise<DemoTruth> {
    for (const [i, { place, folder }] of this.outputs.entries()) {
      const path = join(this.plan.folder, folder);
      const { clock } = this.traces[i]!;
      const { endNs } = this.totals[i]!;
      const info = profilerInfo(place, this.plan, clock.nanos(endNs), clock.aheadNs(endNs));
      await writeFile(join(path, `profiler_info_${place.rank}.json`), info);
      await writeFile(join(path, 'profiler_metadata.json'), profilerMetadata(place, this.plan));
    }
    const ranks = this.outputs.map(({ place, folder }, i) =>
      this.totals[i]!.truth(place, folder, this.traceSinks[i]?.bytesWritten ?? 0, this.traces[i]!.counts, databases[i]),
    );
    const unwritten: UnwrittenTruth[] = [...this.unwritten].map(([rank, effects]) => ({ rank, effects }));
    const truth = demoTruth(this.plan, this.shape, ranks, unwritten);
    await writeFile(join(this.plan.folder, 'truth.json'), JSON.stringify(truth, undefined, 1));
    return truth;
  }

  private count(records: readonly StepRecords[]): void {
    for (const rank of this.ranks) this.totals[rank]!.addStep(this.traces[rank]!, records[rank]!);
    records.slice(this.ranks.length).forEach(({ faultEffects }, i) => {
      if (faultEffects.length === 0) return;
      const rank = this.ranks.length + i;
      const clock = new RankClock(originSecond(this.plan.seed), placeOf(rank, this.plan.layout));
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
    const open = this.sinks.reduce((sum, sink) => sum + sink.bytesWritten, this.openDatabases?.bytesWritten ?? 0);
    return this.closedBytes + open;
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

function groupsOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
