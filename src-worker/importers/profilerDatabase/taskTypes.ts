import { builtInCollectives } from '../../names/collectiveNames';
import { ascendTaskKind, type TaskKind } from '../../names/taskKind';
import type { Reading } from './reading';

/** What tasks are by their types: numbers of texts such as "KERNEL_AICORE", "EVENT_WAIT", "MEMCPY_ASYNC". */
export class TaskTypes {
  readonly #kinds = new Map<number, TaskKind>();

  constructor(readonly reading: Reading) {}

  /** A call launches it: it is none of those by which streams wait for each other and keep books. */
  isLaunched(type: number): boolean {
    return this.#kindOf(type) !== 'wait';
  }

  /** It moves or fills memory. */
  isCopy(type: number): boolean {
    return this.#kindOf(type) === 'memory';
  }

  /** It can be what other tasks of the same launch run in. */
  mayFrame(type: number): boolean {
    return this.#kindOf(type) === 'compute';
  }

  #kindOf(type: number): TaskKind {
    let kind = this.#kinds.get(type);
    if (kind === undefined) {
      kind = ascendTaskKind(this.reading.events.names.strings.text(type) ?? '', builtInCollectives);
      this.#kinds.set(type, kind);
    }
    return kind;
  }
}
