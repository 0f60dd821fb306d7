import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { expose, type TransferHandler, transfer, transferHandlers } from 'comlink';
import { terminalLine } from '../../../src-contract/cells/terminalLine';
import { withNotices } from '../../../src-contract/wire/thrown';
import { CollectiveNames } from '../../../src-worker/names/collectiveNames';
import { WorkerApi } from '../../../src-worker/workerApi';
import type { DemoOptions } from '../../demo/options';
import type { RankTruth } from '../../demo/truth';
import type { CompiledProgram } from './compiledProgram';
import type { FolderReduced } from './folderReduce';
import { giveWay } from './givingWay';
import { loopsFactory, tokenizerFactory, type WasmLoader, wasmModule } from './indexing';
import { nodeEndpoint } from './nodeEndpoint';
import type { ThreadStart } from './threadStart';

/** The worker threads' entry: what `src-worker` does, and the demo generator, which is as much work as an index. */
export class ThreadApi extends WorkerApi {
  readonly #facts: WasmLoader;

  /** `facts`: what reads summaries. */
  constructor(facts: WasmLoader, ...own: ConstructorParameters<typeof WorkerApi>) {
    super(...own);
    this.#facts = facts;
  }

  /** V8's code of this program, with all that has been called; undefined where the thread has compiled it by itself. */
  programCode(): Uint8Array | undefined {
    return (workerData as { readonly program?: CompiledProgram }).program?.codeNow?.();
  }

  /** See givingWay.ts. */
  giveWay(): void {
    giveWay();
  }

  async generateDemo(options: DemoOptions): Promise<void> {
    // Half of the program's code, and hardly ever needed: threads start sooner without it.
    const demo = await import('../../demo/generate');
    await demo.generateDemo(options);
  }

  async demoSummaries(options: DemoOptions, ranks: readonly number[]): Promise<RankTruth[]> {
    const demo = await import('./demoSummaries');
    return demo.writeDemoSummaries(options, ranks);
  }

  async reduceSummaries(
    folder: string,
    names: readonly string[],
    ports: readonly MessagePort[],
  ): Promise<FolderReduced> {
    const reduced = await (await import('./folderReduce')).reduceFiles(folder, names, ports, this.#facts());
    return reduced.bytes ? transfer(reduced, [reduced.bytes.buffer]) : reduced;
  }

  /** Until the port is closed. */
  async serveSummaries(port: MessagePort): Promise<void> {
    (await import('./summaryTables')).serveTables(port, this.#facts());
  }
}

if (!parentPort) throw new Error('workerMain must be started as a worker thread');
// What it was asked to do is not known: whoever waits for it learns that the thread has ended.
parentPort.once('messageerror', (error) => {
  throw error;
});
// What nobody waits for ends nothing, as in the main process; by itself Node would end the thread, and all it was asked.
process.on('unhandledRejection', (reason) => {
  const what = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  console.error(terminalLine(`Something failed in a thread that nobody waited for; Tracelane goes on (${what})`));
});
const plainThrow = transferHandlers.get('throw') as TransferHandler<never, never>;
transferHandlers.set('throw', withNotices(plainThrow) as typeof plainThrow);
const { collectives, givesWay = false } = workerData as ThreadStart;
if (givesWay) giveWay();
const names = new CollectiveNames(collectives);
expose(
  new ThreadApi(
    wasmModule('facts'),
    tokenizerFactory(),
    names,
    loopsFactory(),
    wasmModule('pages'),
    wasmModule('drawing'),
    wasmModule('csv'),
  ),
  nodeEndpoint(parentPort),
);
