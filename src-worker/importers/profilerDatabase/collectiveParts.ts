import { CHUNK_ROWS } from '../../index/chunks';
import { EventId } from '../../tokenizer/eventIds';
import type { CollectiveGroups } from './collectiveGroups';
import type { FoundCollectives } from './found';
import { firstRow } from './keyTable';
import type { Lanes } from './lanes';
import type { NumberTable } from './numberTable';
import { type Reading, sourcesOf } from './reading';

/** Parts of collectives (COMMUNICATION_TASK_INFO), which get their times from the tasks that they are. */
export class CollectiveParts {
  readonly #names: NumberTable;
  readonly #sources: (rowId: number) => number;

  constructor(
    readonly reading: Reading,
    readonly lanes: Lanes,
    readonly groups: CollectiveGroups,
    readonly found: Pick<FoundCollectives, 'partOf' | 'parts'>,
  ) {
    this.#names = reading.events.names.withPrefix('');
    this.#sources = sourcesOf(reading, 'COMMUNICATION_TASK_INFO');
  }

  /** The part that this task is, if it is one. */
  add(taskId: number, startNs: number, endNs: number, device: number): void {
    const part = firstRow(this.found.partOf, taskId);
    if (part < 0) return;
    const { events } = this.reading;
    const row = part % CHUNK_ROWS;
    const { columns } = this.found.parts[(part - row) / CHUNK_ROWS];
    const { rowId, type, plane, group, sourceRank, destinationRank } = columns;
    const lane = this.lanes.plane(device, group[row], plane[row]);
    const name = events.names.number(this.#names, '', type[row]);
    const slice = events.slice(startNs, endNs, lane, name, 0, this.#sources(rowId[row]));
    if (slice < 0) return;
    events.id(slice, EventId.sourceRank, 0, sourceRank[row]);
    events.id(slice, EventId.destinationRank, 0, destinationRank[row]);
  }
}
