import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { terminalLine } from '../../src-contract/cells/terminalLine';

const usualLimitBytes = 1_000_000;

/** What has happened to the program itself (starts, crashes, what failed), for whoever looks for the reason afterwards. */
export class AppLog {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();
  #isBroken = false;

  /** The file before it is kept once `limitBytes` are reached. */
  constructor(
    readonly folder: string,
    readonly limitBytes = usualLimitBytes,
  ) {
    this.#path = join(folder, 'tracelane.log');
  }

  line(text: string): void {
    const line = `${new Date().toISOString()} ${terminalLine(text)}\n`;
    this.#writing = this.#writing.then(async () => {
      try {
        await mkdir(this.folder, { recursive: true });
        const { size } = await stat(this.#path).catch(() => ({ size: 0 }));
        if (size > this.limitBytes) await rename(this.#path, join(this.folder, 'tracelane.before.log'));
        await appendFile(this.#path, line, { mode: 0o600 });
      } catch (error) {
        // Said once: a disk that is full stays so.
        if (!this.#isBroken) console.error(terminalLine(`The log could not be written: ${String(error)}`));
        this.#isBroken = true;
      }
    });
  }

  written(): Promise<void> {
    return this.#writing;
  }
}
