import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { temporaryName } from './temporary';

const HASH_BYTES = 32;
/** Digits of the hash of the text that the name has. */
const NAME_DIGITS = 16;

/** What a CommonJS module's function is given, as Node has it. */
type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

/**
 * A CommonJS module of which V8's code is kept, as it is after it has run, for the next process that runs it: Node does so since 22.1
 * only. What is kept is the user's own file, and is taken where it is of this text and whole; V8 looks whether it is of this V8.
 */
export class KeptScript {
  readonly #source: string;
  readonly #script: Script;
  readonly #keptPath: string;
  readonly #isKept: boolean;

  /** `path`: a file of ASCII alone; `folder`: of what is kept. Throws what reading the file throws. */
  constructor(
    readonly path: string,
    readonly folder: string,
  ) {
    // A character for each byte takes V8 half the room, and less time.
    const text = readFileSync(path, 'latin1');
    this.#source = `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
    const hash = createHash('sha256').update(text, 'latin1').digest('hex');
    const { v8 } = process.versions;
    this.#keptPath = join(folder, `${basename(path)}-${v8}-${process.arch}-${hash.slice(0, NAME_DIGITS)}`);
    const cachedData = keptCode(this.#keptPath);
    this.#script = new Script(this.#source, { filename: path, ...(cachedData && { cachedData }) });
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

  /** Keeps its code where none is kept yet, in place of that of an earlier text. Where it can't be kept nothing is different. */
  keep(): void {
    if (this.#isKept) return;
    // What a full disk, or a folder that may not be written to, comes to: the next process compiles it once more.
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    } catch {
      return;
    }
    const aside = temporaryName(this.#keptPath);
    try {
      const code = this.#script.createCachedData();
      writeFileSync(aside, Buffer.concat([hashOf(code), code]), { flag: 'wx', mode: 0o600 });
      renameSync(aside, this.#keptPath);
      const own = basename(this.#keptPath);
      const prefix = own.slice(0, -NAME_DIGITS);
      for (const name of readdirSync(this.folder))
        if (name.startsWith(prefix) && name !== own) rmSync(join(this.folder, name), { force: true });
    } catch {
      rmSync(aside, { force: true });
    }
  }
}

/** Undefined: there is none, it is damaged, or somebody else's. */
function keptCode(path: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { uid } = fstatSync(fd);
    if (process.getuid !== undefined && uid !== process.getuid()) return undefined;
    const kept = readFileSync(fd);
    const code = kept.subarray(HASH_BYTES);
    return hashOf(code).equals(kept.subarray(0, HASH_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

function hashOf(code: Uint8Array): Buffer {
  return createHash('sha256').update(code).digest();
}
