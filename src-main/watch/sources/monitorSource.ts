import type { SourceStatus } from '../../../src-watch/why/whyNoData';
import type { FileAccess } from '../fileAccess';
import type { LineForm } from '../readerOf';
import type { Look, StepSource } from '../stepSource';
import { type SavedFiles, WatchedFiles } from '../watchedFiles';
import { MonitorDatabases } from './monitorDatabases';
import type { MonitorReader } from './monitorReader';

interface Saved extends SavedFiles {
  readonly databases?: unknown;
}

/** What msMonitor writes, in either of its forms: JSON lines and databases, also in one folder. */
export class MonitorSource implements StepSource {
  readonly isEnded = false;
  readonly #lines: WatchedFiles;
  readonly #databases: MonitorDatabases;

  constructor(
    paths: readonly string[],
    form: LineForm,
    saved: unknown,
    access?: FileAccess,
    databases?: MonitorReader,
  ) {
    const own = saved as Saved | undefined;
    const ofLines = paths.filter((path) => !path.endsWith('.db'));
    this.#lines = new WatchedFiles(ofLines, form, own, access);
    this.#databases = new MonitorDatabases(paths, own?.databases, databases);
  }

  get count(): number {
    return this.#lines.count + this.#databases.count;
  }

  get status(): readonly SourceStatus[] {
    return [...this.#lines.status, ...this.#databases.status];
  }

  get unreadBytes(): number {
    return this.#lines.unreadBytes;
  }

  save(): Saved {
    return { ...this.#lines.save(), databases: this.#databases.save() };
  }

  async look(): Promise<Look> {
    const lines = await this.#lines.look();
    const databases = await this.#databases.look();
    return { steps: [...lines.steps, ...databases.steps], news: lines.news };
  }
}
