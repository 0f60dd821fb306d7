/** Dumps that an assistant has opened: a few, the least recently used is closed for another. */
import type { DumpId, DumpState, Engine } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { firstProblem } from '../../host/describeDump';
import { pathOfArgument } from '../../host/openArgument';
import { readDump } from '../readDump';

const MOST_OPEN = 4;

export class OpenDumps {
  /** By the name that answers give them; the last one used comes last. */
  readonly #dumps = new Map<string, DumpId>();
  #lastNumber = 0;

  constructor(readonly engine: Engine) {}

  /** Rejects with a sentence where it can't be opened. */
  async open(path: string): Promise<{ readonly name: string; readonly state: DumpState }> {
    const { engine } = this;
    const dump = await engine.open([pathOfArgument(path, process.cwd())]);
    const state = await readDump(engine, dump, 'all', () => {});
    if (state.status !== 'ready') {
      await engine.close(dump);
      throw new Error(`Could not open ${path}: ${firstProblem(state)}`);
    }
    this.#lastNumber++;
    const name = `dump-${this.#lastNumber}`;
    this.#dumps.set(name, dump);
    const [oldest] = this.#dumps;
    if (this.#dumps.size > MOST_OPEN && oldest) {
      this.#dumps.delete(oldest[0]);
      await engine.close(oldest[1]);
    }
    return { name, state };
  }

  async get(name: string): Promise<{ readonly dump: DumpId; readonly state: DumpState }> {
    const dump = this.#dumps.get(name);
    if (dump === undefined)
      throw new Error(`No dump "${name}" is open. Open it with open_dump; the last ${MOST_OPEN} stay open.`);
    this.#dumps.delete(name);
    this.#dumps.set(name, dump);
    return { dump, state: await nextDumpState(this.engine, dump) };
  }
}
