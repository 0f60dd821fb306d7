import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { KeptCode } from '../../base/keptCode';
import { type CompiledProgram, inFunction } from './compiledProgram';
import { startCompilingItself } from './ownCompiling';
import { newPartCode } from './partCode';
import { startWithRoom } from './roomToGrow';
import type { ThreadStart } from './threadStart';

/**
 * The program of the worker threads, read and compiled once for all of them: each would have V8 read half a megabyte of source
 * otherwise, which takes longer than all else that a thread does when it starts. V8 gives its compiled code away of scripts
 * alone, so that the program is CommonJS. A large part that is loaded later is compiled by the first thread that does, for the others.
 */
export class ThreadProgram {
  #compiled: CompiledProgram | undefined;
  #keptCode: KeptCode | undefined;
  #isCodeKept = true;
  #fingerprint: string | undefined;

  /** `url`: the built entry, `worker.cjs` with `compiledMain.cjs` beside it; anything else is loaded by each thread for itself. */
  constructor(
    readonly url: URL,
    /** Where V8's code is kept for the next process; '': it is not. */
    readonly codeFolder = '',
  ) {}

  /** A thread that runs it; one whose program can’t be read ends with the error that says so. */
  newWorker(start: ThreadStart, resourceLimits: ResourceLimits): Worker {
    const program = this.url.pathname.endsWith('.cjs') ? this.#compiledProgram() : undefined;
    if (program === undefined) return new Worker(this.url, { workerData: start, resourceLimits });
    const newWorker = () =>
      new Worker(new URL('compiledMain.cjs', this.url), { workerData: { ...start, program }, resourceLimits });
    if (!start.isUnasked) return newWorker();
    const startApart = () => startCompilingItself(newWorker);
    return start.isSparing ? startApart() : startWithRoom(startApart);
  }

  /** What tells it from any other build: its parts are named by what is in them. '' where it is none, or can't be read. */
  get fingerprint(): string {
    const program = this.url.pathname.endsWith('.cjs') ? this.#compiledProgram() : undefined;
    this.#fingerprint ??= program ? createHash('sha256').update(program.source).digest('hex') : '';
    return this.#fingerprint;
  }

  /** Its code as it is in a thread that has worked is worth keeping: the next process compiles nothing of it. */
  get isCodeWanted(): boolean {
    return !this.#isCodeKept;
  }

  /** Keeps it for the next process. */
  keepCode(code: Uint8Array): void {
    this.#isCodeKept = true;
    this.#keptCode?.write(code);
  }

  #compiledProgram(): CompiledProgram | undefined {
    this.#compiled ??= this.#compile(fileURLToPath(this.url));
    return this.#compiled;
  }

  #compile(path: string): CompiledProgram | undefined {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
    const source = inFunction(text);
    this.#keptCode = this.codeFolder === '' ? undefined : new KeptCode(this.codeFolder, basename(path), text);
    const kept = this.#keptCode?.read();
    const script = new Script(source, { filename: path, ...(kept && { cachedData: kept }) });
    const isKept = kept !== undefined && script.cachedDataRejected === false;
    this.#isCodeKept = isKept || this.#keptCode === undefined;
    const code = isKept ? kept : script.createCachedData();
    // As bytes that all threads have in common.
    const cachedData = new Uint8Array(new SharedArrayBuffer(code.length));
    cachedData.set(code);
    return { path, source, cachedData, partCode: newPartCode(), codeFolder: this.codeFolder };
  }
}
