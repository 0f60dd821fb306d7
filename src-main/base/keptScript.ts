import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname } from 'node:path';
import { Script } from 'node:vm';
import { KeptCode } from './keptCode';

/** What a CommonJS module's function is given, as Node has it. */
type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

/** A CommonJS module of which V8's code is kept, as it is after it has run, for the next process that runs it. */
export class KeptScript {
  readonly #script: Script;
  readonly #code: KeptCode;
  readonly #isKept: boolean;

  /** `path`: a file of ASCII alone; `folder`: of what is kept. Throws what reading the file throws. */
  constructor(
    readonly path: string,
    folder: string,
  ) {
    // A character for each byte takes V8 half the room, and less time.
    const text = readFileSync(path, 'latin1');
    this.#code = new KeptCode(folder, basename(path), text);
    const cachedData = this.#code.read();
    const source = `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
    this.#script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
    this.#isKept = cachedData !== undefined && this.#script.cachedDataRejected === false;
  }

  /** Runs it as Node would run the file; answers what it exports. */
  run(): unknown {
    const module = new Module(this.path) as NodeJS.Module;
    const require = createRequire(this.path);
    // What is loaded later may import from it, and must not load it once more.
    require.cache[this.path] = module;
    const body = this.#script.runInThisContext() as ModuleFunction;
    body(module.exports, require, module, this.path, dirname(this.path));
    module.loaded = true;
    return module.exports;
  }

  /** Keeps its code where none is kept yet. */
  keep(): void {
    if (!this.#isKept) this.#code.write(this.#script.createCachedData());
  }
}
