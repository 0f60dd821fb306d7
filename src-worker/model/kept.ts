import { QuestionStopped, type Work } from './work';

/** What has been worked out for an open dump, by key; of each the version made last. */
export class Kept {
  readonly #entries = new Map<string, { readonly version: string; readonly value: unknown }>();

  clear(): void {
    this.#entries.clear();
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Of whatever version: made anew when it is asked for. */
  letGo(key: string): void {
    this.#entries.delete(key);
  }

  /** Undefined where this version has not been made. */
  find(key: string, version: string): { readonly value: unknown } | undefined {
    const known = this.#entries.get(key);
    return known?.version === version ? known : undefined;
  }

  /**
   * `make`'s value, made once. A rejected promise is not kept. Where the question that had it made is stopped before it is
   * there, and `work` is not, it is made again.
   */
  get<T>(key: string, version: string, make: () => T, work: Work): T {
    const known = this.find(key, version) as { readonly value: T } | undefined;
    if (known) {
      const again = () => this.get(key, version, make, work);
      return known.value instanceof Promise ? (orAgain(known.value, again, work) as T) : known.value;
    }
    const entry = { version, value: make() };
    this.#entries.set(key, entry);
    if (entry.value instanceof Promise) {
      entry.value.catch(() => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      });
    }
    return entry.value;
  }
}

/** What another question had made; if that is stopped before it is there, and `work` is not, what `again` gives. */
export async function orAgain<T>(value: Promise<T>, again: () => T | Promise<T>, work: Work): Promise<T> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof QuestionStopped && !work.isStopped) return again();
    throw error;
  }
}
