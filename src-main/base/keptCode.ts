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
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryName } from './temporary';

const HASH_BYTES = 32;
/** Digits of the hash of the text that the name has. */
const NAME_DIGITS = 16;
/** Texts of one script whose code is kept: a user may run several versions in turn. */
const MOST_KEPT = 3;

/**
 * V8's code of a script, kept for the next process: Node does so since 22.1 only, and for modules alone. It is the user's own file,
 * and taken where it is of this text and whole; whether it is of this V8 and its flags V8 looks itself.
 */
export class KeptCode {
  readonly #path: string;
  readonly #prefix: string;

  /** `name` and `text`: of the script. */
  constructor(
    readonly folder: string,
    name: string,
    text: string,
  ) {
    const hash = createHash('sha256').update(text, 'latin1').digest('hex');
    this.#prefix = `${name}-${process.versions.v8}-${process.arch}-`;
    this.#path = join(folder, `${this.#prefix}${hash.slice(0, NAME_DIGITS)}`);
  }

  /** Undefined: there is none, it is damaged, or somebody else's. */
  read(): Buffer | undefined {
    let fd: number;
    try {
      fd = openSync(this.#path, 'r');
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

  /** In place of that of texts that are no longer run. Where it can't be kept, on a full disk or in a folder that is not to be written to, nothing is different. */
  write(code: Uint8Array): void {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    } catch {
      return;
    }
    const aside = temporaryName(this.#path);
    try {
      writeFileSync(aside, Buffer.concat([hashOf(code), code]), { flag: 'wx', mode: 0o600 });
      renameSync(aside, this.#path);
      for (const path of this.#oldest()) rmSync(path, { force: true });
    } catch {
      rmSync(aside, { force: true });
    }
  }

  /** All but those that were written last. */
  #oldest(): readonly string[] {
    const paths = readdirSync(this.folder)
      .filter((name) => name.startsWith(this.#prefix))
      .map((name) => join(this.folder, name));
    const times = new Map(paths.map((path) => [path, statSync(path).mtimeMs]));
    return paths.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0)).slice(MOST_KEPT);
  }
}

function hashOf(code: Uint8Array): Buffer {
  return createHash('sha256').update(code).digest();
}
