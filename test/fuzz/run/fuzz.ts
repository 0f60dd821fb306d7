import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Format, Input } from '../format';
import { type MutantId, mutantOf } from '../mutant';
import { quickTemporaryFolder } from '../program/program';
import { type Failure, Failures } from './failures';
import { minimised } from './minimise';
import { type Ending, WorkerProcess } from './workerProcess';

export interface FuzzOptions {
  readonly formats: readonly Format[];
  /** Mutants of each format; whichever of the two is reached first. */
  readonly count?: number;
  readonly seconds?: number;
  readonly seed: number;
  /** Number of the first mutant. */
  readonly from: number;
  readonly processes: number;
  /** The built child.ts. */
  readonly childPath: string;
  /** Where what fails is written, the smallest that can be made of it in reasonable time; nowhere unless told. */
  readonly failuresFolder?: string;
  readonly onProgress?: (format: string, done: number, failures: number) => void;
}

export interface FormatReport {
  readonly format: string;
  readonly mutants: number;
  readonly seconds: number;
  readonly medianMs: number;
  readonly maxMs: number;
  readonly maxPeakBytes: number;
}

export interface FuzzReport {
  readonly formats: readonly FormatReport[];
  readonly failures: Failures;
}

/** Gives the program mutants of each format in turn, and goes on after each that it fails at. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const folder = mkdtempSync(join(quickTemporaryFolder(), 'tracelane-fuzz-'));
  const run = new FuzzRun(options, folder);
  try {
    const formats: FormatReport[] = [];
    for (const format of options.formats) formats.push(await run.format(format));
    return { formats, failures: run.failures };
  } finally {
    await run.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of a format; the further ones are kept as they are, or a bad run would take hours. */
const MOST_MINIMISED = 10;

class FuzzRun {
  readonly #minimised = new Map<string, number>();
  readonly failures = new Failures();
  readonly #workers: readonly WorkerProcess[];

  constructor(
    readonly options: FuzzOptions,
    folder: string,
  ) {
    const { childPath } = options;
    this.#workers = Array.from({ length: options.processes }, () => new WorkerProcess({ childPath, folder }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  async format(format: Format): Promise<FormatReport> {
    const { count = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY, from, seed } = this.options;
    const inputs = await format.inputs();
    const startMs = performance.now();
    const allMs: number[] = [];
    let maxPeakBytes = 0;
    let next = from;
    const work = async (worker: WorkerProcess) => {
      while (next < from + count && performance.now() - startMs < seconds * 1000) {
        const id: MutantId = { format: format.name, seed, number: next++ };
        const ending = await worker.perform({ kind: 'mutant', id });
        await this.#judge(worker, format, inputs, id, ending);
        if (ending.kind === 'done') {
          allMs.push(ending.result.ms);
          maxPeakBytes = Math.max(maxPeakBytes, ending.result.peakBytes);
        }
        this.options.onProgress?.(format.name, next - from, this.failures.all().length);
      }
    };
    await Promise.all(this.#workers.map(work));
    allMs.sort((a, b) => a - b);
    return {
      format: format.name,
      mutants: next - from,
      seconds: (performance.now() - startMs) / 1000,
      medianMs: allMs[allMs.length >> 1] ?? 0,
      maxMs: allMs[allMs.length - 1] ?? 0,
      maxPeakBytes,
    };
  }

  async #judge(
    worker: WorkerProcess,
    format: Format,
    inputs: readonly Input[],
    id: MutantId,
    ending: Ending,
  ): Promise<void> {
    const findings = await this.#confirmed(worker, id, findingsOf(ending));
    if (findings.length === 0) return;
    const { input, bytes, steps } = mutantOf(format, inputs, id);
    for (const finding of findings) {
      const failure = this.failures.add(id, input.name, steps, finding);
      if (failure) await this.#keep(worker, failure, bytes);
    }
    // It may be damaged by what was found.
    if (findings.some(({ kind }) => kind === 'crash' || kind === 'hang' || kind === 'memory')) await worker.stop();
  }

  /** Time and memory are what a fresh process takes that has nothing else to do: what went before may have left garbage. */
  async #confirmed(worker: WorkerProcess, id: MutantId, findings: readonly Finding[]): Promise<readonly Finding[]> {
    const isDoubtful = ({ kind }: Finding) => kind === 'hang' || kind === 'memory';
    if (!findings.some(isDoubtful)) return findings;
    await worker.stop();
    const again = findingsOf(await worker.perform({ kind: 'mutant', id }));
    return findings.filter((one) => !isDoubtful(one) || again.some(({ kind }) => kind === one.kind));
  }

  async #keep(worker: WorkerProcess, failure: Failure, bytes: Buffer): Promise<void> {
    const { failuresFolder } = this.options;
    if (failuresFolder === undefined) return;
    const { format, input, kind, id } = failure;
    const before = this.#minimised.get(format) ?? 0;
    this.#minimised.set(format, before + 1);
    const run = (smaller: Buffer) => worker.perform({ kind: 'bytes', format, input, bytes: smaller });
    const small =
      before < MOST_MINIMISED
        ? await minimised(bytes, failure, async (smaller) => findingsOf(await run(smaller)))
        : bytes;
    const name = `${format}-${kind}-${id.seed}-${id.number}`;
    mkdirSync(failuresFolder, { recursive: true });
    writeFileSync(join(failuresFolder, `${name}.whole`), bytes);
    failure.path = join(failuresFolder, name);
    writeFileSync(failure.path, small);
    writeFileSync(`${failure.path}.json`, `${JSON.stringify(failure, undefined, 2)}\n`);
  }
}

function findingsOf(ending: Ending): readonly Finding[] {
  switch (ending.kind) {
    case 'done':
      return ending.result.findings;
    case 'died':
      return [{ kind: 'crash', detail: `the process ended: ${ending.output.trim().slice(0, 1500)}` }];
    case 'silent':
      return [{ kind: 'hang', detail: `no answer after ${Math.round(ending.afterMs / 1000)} s` }];
  }
}
