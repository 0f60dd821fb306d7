import { type Chunks, GrowingTable, type Slabs } from '../index/columns/chunks';
import { METADATA_COLUMNS, Statement } from '../index/columns/segmentColumns';
import type { PackedStrings } from '../index/rankIndex';

/** What a lane's process is called, and where it stands. */
export interface LaneProcess {
  readonly name: string;
  readonly label: string;
  readonly sortIndex: number;
}

/** What importers of rows say of their lanes, as a trace's metadata events would; and the texts that lanes are known by. */
export class LaneStatements {
  readonly #metadata: GrowingTable<typeof METADATA_COLUMNS>;
  readonly #metadataTexts: string[] = [];
  readonly #texts: string[] = [];
  readonly #textOf = new Map<string, number>();

  /** There are few of them: without `slabs` they would take the room of many. */
  constructor(slabs?: Slabs) {
    this.#metadata = new GrowingTable(METADATA_COLUMNS, slabs);
  }

  /** The number of a text: the same for the same one. */
  text(text: string): number {
    let id = this.#textOf.get(text);
    if (id === undefined) {
      id = this.#texts.push(text) - 1;
      this.#textOf.set(text, id);
    }
    return id;
  }

  /** A later statement about the same lane takes the place of an earlier one. */
  say(lane: number, statement: Statement, text: string): void {
    const into = this.#metadata.room(1);
    const row = this.#metadata.count++;
    into.lane[row] = lane;
    into.statement[row] = statement;
    into.text[row] = this.#metadataTexts.push(text) - 1;
  }

  sayOfThread(lane: number, process: LaneProcess, threadName?: string, sortIndex?: number): void {
    this.say(lane, Statement.processName, process.name);
    this.say(lane, Statement.processLabels, process.label);
    this.say(lane, Statement.processSortIndex, String(process.sortIndex));
    if (threadName !== undefined) this.say(lane, Statement.threadName, threadName);
    if (sortIndex !== undefined) this.say(lane, Statement.threadSortIndex, String(sortIndex));
  }

  packed(pack: (texts: readonly string[]) => PackedStrings): {
    readonly laneTexts: PackedStrings;
    readonly metadataTexts: PackedStrings;
    readonly metadata: Chunks<typeof METADATA_COLUMNS>;
  } {
    return {
      laneTexts: pack(this.#texts),
      metadataTexts: pack(this.#metadataTexts),
      metadata: this.#metadata.chunks(),
    };
  }
}
