import { EventId } from '../../tokenizer/eventIds';
import type { CollectiveGroups } from './collectiveGroups';
import type { Lanes } from './lanes';
import { NumberTable } from './numberTable';
import { eachBatch, idOrNone, type Reading, sourceOf } from './reading';

const COLUMNS = {
  rowId: ['rowid'],
  taskId: ['globalTaskId'],
  type: ['taskType'],
  plane: ['planeId'],
  group: ['groupName'],
  sourceRank: ['srcRank'],
  destinationRank: ['dstRank'],
};
type Column = keyof typeof COLUMNS;

/** Parts of collectives (COMMUNICATION_TASK_INFO), which get their times from the tasks that they are. */
export class CollectiveParts {
  readonly #columns: Readonly<Record<Column, number[]>> = {
    rowId: [],
    taskId: [],
    type: [],
    plane: [],
    group: [],
    sourceRank: [],
    destinationRank: [],
  };
  readonly #rowOfTask = new NumberTable();
  readonly #names: Map<number, number>;

  constructor(
    readonly reading: Reading,
    readonly lanes: Lanes,
    readonly groups: CollectiveGroups,
  ) {
    this.#names = reading.events.names.withPrefix('');
    const keys = Object.keys(COLUMNS) as Column[];
    eachBatch(reading, 'COMMUNICATION_TASK_INFO', COLUMNS, (columns, count) => {
      for (let i = 0; i < count; i++) {
        this.#rowOfTask.add(columns.taskId[i], this.#columns.taskId.length);
        for (const key of keys) this.#columns[key].push(columns[key][i]);
      }
    });
  }

  /** The part that this task is, if it is one. */
  add(taskId: number, startNs: number, endNs: number, device: number): void {
    const row = this.#rowOfTask.get(taskId);
    if (row < 0) return;
    const { events } = this.reading;
    const { rowId, type, plane, group, sourceRank, destinationRank } = this.#columns;
    const lane = this.lanes.plane(device, this.groups.number(group[row]), idOrNone(plane[row]) || 0);
    const name = events.names.number(this.#names, '', type[row]);
    const source = sourceOf(this.reading, 'COMMUNICATION_TASK_INFO', rowId[row]);
    const slice = events.slice(startNs, endNs, lane, name, 0, source);
    if (slice < 0) return;
    if (sourceRank[row] >= 0) events.id(slice, EventId.sourceRank, 0, sourceRank[row]);
    if (destinationRank[row] >= 0) events.id(slice, EventId.destinationRank, 0, destinationRank[row]);
  }
}
