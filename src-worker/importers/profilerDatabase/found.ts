import type { Chunks, Columns } from '../../index/columns/chunks';
import type { SliceChunks } from '../../index/columns/narrowSlices';
import type { KeyTable } from './keyTable';
import type { TableDamage } from './problems';

/** Rows that may be ends of arrows, by a number that both ends have. */
export const END_COLUMNS = {
  connection: Float64Array,
  /** Row of its slice among the segment's. */
  slice: Uint32Array,
} as const;

/**
 * `call`, `mark`: what launches; `collective`, `task`: what is launched, `copy`: those of the tasks that copy; `op`, `queue`: rows of
 * the framework's table.
 */
export type EndKind = 'call' | 'mark' | 'collective' | 'task' | 'copy' | 'op' | 'queue';

/** Tasks that frame others of their launch, where it has any: that is known when all tasks have been read. */
export const FRAME_COLUMNS = {
  startNs: Float64Array,
  endNs: Float64Array,
  device: Float64Array,
  stream: Float64Array,
  type: Float64Array,
  rowId: Float64Array,
  connection: Float64Array,
} as const;

/** COMPUTE_TASK_INFO by `globalTaskId`. */
export interface ComputeTasks {
  readonly rowOf: KeyTable;
  /** Numbers of texts. */
  readonly name: Float64Array;
}

/** The groups of collectives by their numbers, and what stands in the tables of collectives. */
export interface FoundCollectives {
  /** Numbers of the groups' names, and where their lanes begin. */
  readonly groups: Float64Array;
  readonly firstTids: Uint32Array;
  /** Rows of COMMUNICATION_OP by their connections. */
  readonly launched: KeyTable;
}

/** COMMUNICATION_TASK_INFO by `globalTaskId`. */
export interface FoundParts {
  readonly rowOf: KeyTable;
  /** All chunks but the last are full: see `CHUNK_ROWS`. */
  readonly rows: Chunks<typeof PART_COLUMNS>;
  readonly kinds: Columns<typeof PART_KIND_COLUMNS>;
}

export const PART_COLUMNS = {
  rowId: Float64Array,
  /** Row of `PART_KIND_COLUMNS`. */
  kind: Uint32Array,
} as const;

/** What many parts have in common. */
export const PART_KIND_COLUMNS = {
  type: Float64Array,
  plane: Uint16Array,
  group: Uint32Array,
  sourceRank: Uint32Array,
  destinationRank: Uint32Array,
} as const;

/** CONNECTION_IDS: an id of the framework's table has one connection or several. */
export interface ConnectionIds {
  readonly rowsOf: KeyTable;
  readonly connection: Float64Array;
  readonly rowId: Float64Array;
}

/** What only tasks are joined with, which are read in the second stage: most of all that is found. */
export interface FoundForNext {
  readonly compute?: ComputeTasks;
  readonly parts?: FoundParts;
}

/** What all later stages need. */
export interface FoundTables {
  readonly collectives?: FoundCollectives;
  readonly connectionIds?: ConnectionIds;
}

/** What the last stage needs, which joins arrows and tells of all damage. */
export interface FoundForLast {
  readonly ends: Readonly<Partial<Record<EndKind, Chunks<typeof END_COLUMNS>>>>;
  /** What the ends are of. */
  readonly slices: SliceChunks;
  /** Process and thread of each of the segment's lanes. */
  readonly lanes: readonly (readonly [pid: string, tid: string])[];
  readonly frames: Chunks<typeof FRAME_COLUMNS>;
  /** Connections of launches of several tasks. */
  readonly divided: Float64Array;
  /** Lanes that take from a queue, and the highest id of a thread of the framework. */
  readonly dequeueLanes: readonly number[];
  readonly highestTid: number;
  /** The segment's number of the category that ops of the framework have; undefined where it has read none. */
  readonly opCategory?: number;
  /** Damage of tables, which several segments read. */
  readonly damage: readonly TableDamage[];
  /** Ids of names that are not there. */
  readonly missingNames: readonly number[];
}

/** What the reading of a segment has found that segments of later stages need. Plain data, in shared memory. */
export type Found = FoundTables & FoundForNext & FoundForLast;

/** The same as a stage gets it: only the last one has all. */
export type EarlierFound = FoundTables & FoundForNext & Partial<FoundForLast>;
