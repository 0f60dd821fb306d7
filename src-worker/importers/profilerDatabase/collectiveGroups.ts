import { GrowingTable, joinedColumns, Slabs } from '../../index/columns/chunks';
import { type FoundCollectives, type FoundParts, PART_COLUMNS } from './found';
import { keyTableOf } from './keyTable';
import { PartKinds } from './partKinds';
import { eachBatch, idOrNone, type Reading } from './reading';

/** Any number may stand there; nobody has so many. */
export const MOST_PLANES = 1 << 16;

/**
 * The groups of a rank's collectives, numbered in the order of the job's metadata, as in the text export; those that it does
 * not have as they are first seen in COMMUNICATION_OP, and last those that only have parts (COMMUNICATION_TASK_INFO).
 */
export class CollectiveGroups {
  readonly #numberOf: ReadonlyMap<number, number>;

  constructor(readonly found: Pick<FoundCollectives, 'groups' | 'firstTids'>) {
    this.#numberOf = new Map(Array.from(found.groups, (group, number) => [group, number]));
  }

  /** Where the lanes of the group begin, as the text export counts: its own, then its planes', then the next group's. */
  firstTid(group: number): number {
    return this.found.firstTids[group] ?? 0;
  }

  /** `group`: number of its name; NaN where the database names none. */
  number(group: number): number {
    return this.#numberOf.get(group) ?? 0;
  }
}

const OP_COLUMNS = { connection: Float64Array } as const;
const TASK_ID_COLUMNS = { taskId: Float64Array } as const;

/** Stands for "none" in columns of ranks. */
export const NO_RANK = 0xffffffff;

/** COMMUNICATION_OP and COMMUNICATION_TASK_INFO, for all that read tasks. */
export function readCollectiveTables(reading: Reading): void {
  const slabs = new Slabs();
  const ops = new GrowingTable(OP_COLUMNS, slabs);
  const seen = new Set<number>();
  const columns = { group: ['groupName'], connection: ['connectionId'] };
  eachBatch(reading, 'COMMUNICATION_OP', columns, ({ group, connection }, count) => {
    for (let i = 0; i < count; i++) {
      seen.add(group[i]);
      const into = ops.room(1);
      into.connection[ops.count++] = idOrNone(connection[i]);
    }
  });
  const numberOf = new Map(inOrder(reading, seen).map((group, number) => [group, number]));
  const { parts, planeCounts } = readParts(reading, numberOf);
  const firstTids = new Uint32Array(numberOf.size);
  let tid = 0;
  for (let number = 0; number < numberOf.size; number++) {
    firstTids[number] = tid;
    tid += 1 + (planeCounts[number] ?? 0);
  }
  reading.finding.collectives = {
    groups: Float64Array.from(numberOf.keys()),
    firstTids,
    launched: keyTableOf(joinedColumns(OP_COLUMNS, ops.chunks(), slabs).connection),
  };
  reading.finding.parts = parts;
}

/** Adds the groups that only have parts to `numberOf`. */
function readParts(
  reading: Reading,
  numberOf: Map<number, number>,
): { readonly parts: FoundParts; readonly planeCounts: readonly number[] } {
  const slabs = new Slabs();
  const rows = new GrowingTable(PART_COLUMNS, slabs);
  const taskIds = new GrowingTable(TASK_ID_COLUMNS, new Slabs());
  const kinds = new PartKinds();
  const planeCounts: number[] = [];
  const columns = {
    rowId: ['rowid'],
    taskId: ['globalTaskId'],
    type: ['taskType'],
    plane: ['planeId'],
    group: ['groupName'],
    sourceRank: ['srcRank'],
    destinationRank: ['dstRank'],
  };
  // Parts of a group mostly follow one another.
  let ownGroup: number | undefined;
  let number = 0;
  eachBatch(reading, 'COMMUNICATION_TASK_INFO', columns, (of, count) => {
    const ids = taskIds.room(count).taskId;
    ids.set(of.taskId.subarray(0, count), taskIds.count);
    taskIds.count += count;
    for (let i = 0; i < count; i++) {
      const into = rows.room(1);
      const row = rows.count++;
      if (!Object.is(of.group[i], ownGroup)) {
        ownGroup = of.group[i];
        number = numberOf.get(ownGroup) ?? numberOf.size;
        numberOf.set(ownGroup, number);
      }
      const plane = Math.min(idOrNone(of.plane[i]) || 0, MOST_PLANES - 1);
      planeCounts[number] = Math.max(planeCounts[number] ?? 0, plane + 1);
      into.rowId[row] = of.rowId[i];
      const sourceRank = of.sourceRank[i] >= 0 ? of.sourceRank[i] : NO_RANK;
      const destinationRank = of.destinationRank[i] >= 0 ? of.destinationRank[i] : NO_RANK;
      into.kind[row] = kinds.number(of.type[i], plane, number, sourceRank, destinationRank);
    }
  });
  const { taskId } = joinedColumns(TASK_ID_COLUMNS, taskIds.chunks(), new Slabs());
  return {
    parts: { rowOf: keyTableOf(taskId, false, slabs), rows: rows.chunks(), kinds: kinds.columns() },
    planeCounts,
  };
}

/** Numbers of names: first those that the metadata has, in its order. */
function inOrder(reading: Reading, seen: ReadonlySet<number>): number[] {
  const orderOf = new Map(groupNames(reading).map((name, order) => [name, order]));
  const { strings } = reading.events.names;
  const order = (group: number) =>
    orderOf.size > 0 && !Number.isNaN(group) ? orderOf.get(strings.text(group) ?? '') : undefined;
  const ranked = [...seen].map((group) => ({ group, order: order(group) ?? Number.POSITIVE_INFINITY }));
  const known = ranked.filter((own) => own.order < Number.POSITIVE_INFINITY).sort((a, b) => a.order - b.order);
  const unknown = ranked.filter((own) => own.order === Number.POSITIVE_INFINITY);
  return [...known, ...unknown].map(({ group }) => group);
}

/** The keys of META_DATA's `parallel_group_info`. */
function groupNames({ database }: Reading): readonly string[] {
  let text = '';
  database.scan('META_DATA', ['name', 'value'], (row) => {
    if (row.text(0) === 'parallel_group_info') text = row.text(1) ?? '';
  });
  const info = parsed(text);
  return typeof info === 'object' && info !== null ? Object.keys(info) : [];
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
