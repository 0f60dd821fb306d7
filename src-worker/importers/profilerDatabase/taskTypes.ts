import { builtInCollectives } from '../../names/collectiveNames';
import { ascendTaskKind, TASK_KINDS, type TaskKind } from '../../names/taskKind';
import { NumberTable } from './numberTable';
import type { Reading } from './reading';

/** What tasks are by their types: numbers of texts such as "KERNEL_AICORE", "EVENT_WAIT", "MEMCPY_ASYNC". */
export class TaskTypes {
  /** Places in `TASK_KINDS` by numbers of types. */
  readonly #kinds = new NumberTable();
  /** Rows of a type mostly follow one another. */
  #type = Number.NaN;
  #kind: TaskKind = TASK_KINDS[0];

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
    if (type === this.#type) return this.#kind;
    let kind = this.#kinds.get(type);
    if (kind < 0) {
      const text = this.reading.events.names.strings.text(type) ?? '';
      kind = TASK_KINDS.indexOf(ascendTaskKind(text, builtInCollectives));
      this.#kinds.add(type, kind);
    }
    this.#type = type;
    this.#kind = TASK_KINDS[kind];
    return this.#kind;
  }
}
