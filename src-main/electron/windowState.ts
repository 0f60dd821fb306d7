import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeOwnFile } from '../base/ownFiles';

const pixels = z.number().int().min(-100_000).max(100_000);
const shape = z
  .object({
    bounds: z.object({ x: pixels, y: pixels, width: pixels.positive(), height: pixels.positive() }),
    isMaximized: z.boolean(),
    isFullScreen: z.boolean(),
    /** Chromium's: each is 20 % more than the one before, 0 is as designed. */
    zoomLevel: z.number().min(-5).max(5),
    /** What the window has the native frame wear. */
    theme: z.enum(['system', 'light', 'dark']),
  })
  .partial();

export type WindowState = z.infer<typeof shape>;

const settleMs = 500;

/** How the user left the window, in a file of the configuration folder; kept from one start to the next. */
export class WindowStateFile {
  readonly #path: string;
  readonly #report: (error: unknown) => void;
  #state: WindowState = {};
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `report` is told when it could not be written: nothing else depends on it. */
  constructor(configDir: string, report: (error: unknown) => void) {
    this.#path = join(configDir, 'window.json');
    this.#report = report;
  }

  get state(): WindowState {
    return this.#state;
  }

  /** A file that is missing or damaged is as good as an empty one. */
  async read(): Promise<void> {
    try {
      const parsed = shape.safeParse(JSON.parse(await readFile(this.#path, 'utf8')));
      if (parsed.success) this.#state = parsed.data;
    } catch {
      this.#state = {};
    }
  }

  /** Written once nothing has changed for a moment: while a window is dragged it changes with each frame. */
  change(change: WindowState): void {
    this.#state = { ...this.#state, ...change };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), settleMs);
  }

  /** What has changed is written now. */
  save(): Promise<void> {
    if (this.#timer === undefined) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = JSON.stringify(this.#state, undefined, 2);
    this.#writing = this.#writing.then(() => writeOwnFile(this.#path, text)).catch(this.#report);
    return this.#writing;
  }
}
