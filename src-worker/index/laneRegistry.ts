/** Ids given out so far, by key. Goes from one build of a rank's index to the next. */
export type LaneIds = ReadonlyMap<string, number>;

/**
 * Gives lanes and groups of one rank their ids, which stay the same while the index is replaced by fuller ones. Keys are
 * made of what identifies the lane in the files.
 */
export class LaneRegistry {
  readonly #ids: Map<string, number>;

  constructor(known: LaneIds = new Map()) {
    this.#ids = new Map(known);
  }

  get ids(): LaneIds {
    return this.#ids;
  }

  #id(kind: string, parts: readonly string[]): number {
    const key = JSON.stringify([kind, ...parts]);
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(key, id);
    }
    return id;
  }

  group(pid: string): number {
    return this.#id('group', [pid]);
  }

  thread(pid: string, tid: string): number {
    return this.#id('thread', [pid, tid]);
  }

  counter(pid: string, name: string): number {
    return this.#id('counter', [pid, name]);
  }

  /** Asynchronous slices of one process and category. */
  async(pid: string, category: string): number {
    return this.#id('async', [pid, category]);
  }

  /** What has the slices of a process's threads that have no lanes of their own. */
  folded(pid: string): number {
    return this.#id('folded', [pid]);
  }

  computed(name: string): number {
    return this.#id('computed', [name]);
  }
}
