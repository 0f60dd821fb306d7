import { CHUNK_ROWS } from '../../index/columns/chunks';
import type { CollectiveGroups } from './collectiveGroups';
import type { FoundParts } from './found';
import { firstRow } from './keyTable';
import type { Lanes } from './lanes';
import type { NumberTable } from './numberTable';
import { foundBefore, type Reading, sourcesOf } from './reading';

/** Parts of collectives (COMMUNICATION_TASK_INFO), which get their times from the tasks that they are. */
export class CollectiveParts {
  readonly #parts: FoundParts | undefined;
  readonly #names: NumberTable;
  readonly #sources: (rowId: number) => number;

  constructor(
    readonly reading: Reading,
    readonly lanes: Lanes,
    readonly groups: CollectiveGroups,
  ) {
    this.#parts = foundBefore(reading, 'parts');
    this.#names = reading.events.names.withPrefix('');
    this.#sources = sourcesOf(reading, 'COMMUNICATION_TASK_INFO');
  }

  /** The part that this task is, if it is one. */
  add(taskId: number, startNs: number, endNs: number, device: number): void {
    const part = this.#parts ? firstRow(this.#parts.rowOf, taskId) : -1;
    if (!this.#parts || part < 0) return;
    const { events } = this.reading;
    const row = part % CHUNK_ROWS;
    const { columns } = this.#parts.rows[(part - row) / CHUNK_ROWS];
    const kind = columns.kind[row];
    const { type, plane, group, sourceRank, destinationRank } = this.#parts.kinds;
    const lane = this.lanes.plane(device, group[kind], plane[kind]);
    const name = events.names.number(this.#names, '', type[kind]);
    const slice = events.slice(startNs, endNs, lane, name, 0, this.#sources(columns.rowId[row]));
    if (slice < 0) return;
    events.ranks(slice, sourceRank[kind], destinationRank[kind]);
  }
}
