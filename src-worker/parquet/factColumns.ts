/** The columns of a summary's table: the same for all kinds of facts, empty where a kind has no use for one. */

/** One row. Undefined: the fact has no such value; NaN: it is not known. */
export interface Fact {
  readonly kind: string;
  /** Number of the rank that it is of. */
  readonly rank?: number | undefined;
  /** Of the same rank: the number, from 0, of the fact that it belongs to, among those of that one's kind. */
  readonly parent?: number | undefined;
  readonly step?: string | undefined;
  readonly name?: string | undefined;
  readonly detail?: string | undefined;
  readonly type?: string | undefined;
  /** Of communication. */
  readonly group?: string | undefined;
  readonly transport?: string | undefined;
  /** From whom, and to or for whom: ranks, or places in the group. */
  readonly source?: number | undefined;
  readonly peer?: number | undefined;
  /** By the rank's own clock, since the epoch. */
  readonly startNs?: bigint | undefined;
  readonly ns?: number | undefined;
  readonly transitNs?: number | undefined;
  readonly waitNs?: number | undefined;
  readonly synchronizationNs?: number | undefined;
  readonly idleNs?: number | undefined;
  /** In which the device computed meanwhile. */
  readonly computingNs?: number | undefined;
  readonly exposedNs?: number | undefined;
  readonly freeNs?: number | undefined;
  readonly bytes?: number | undefined;
  readonly count?: number | undefined;
  readonly value?: number | undefined;
  /** Whatever else there is, as JSON: see `plainJson.ts`. */
  readonly more?: string | undefined;
}

export type FactField = keyof Fact;

export interface FactColumn {
  readonly field: FactField;
  /** In the file; none is a word of SQL. */
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'INT64' | 'DOUBLE';
}

export const factColumns: readonly FactColumn[] = [
  { field: 'rank', name: 'rank', type: 'INT32' },
  { field: 'kind', name: 'kind', type: 'STRING' },
  { field: 'parent', name: 'parent', type: 'INT32' },
  { field: 'step', name: 'step', type: 'STRING' },
  { field: 'name', name: 'name', type: 'STRING' },
  { field: 'detail', name: 'detail', type: 'STRING' },
  { field: 'type', name: 'type', type: 'STRING' },
  { field: 'group', name: 'comm_group', type: 'STRING' },
  { field: 'transport', name: 'transport', type: 'STRING' },
  { field: 'source', name: 'source', type: 'INT32' },
  { field: 'peer', name: 'peer', type: 'INT32' },
  { field: 'startNs', name: 'start_ns', type: 'INT64' },
  { field: 'ns', name: 'ns', type: 'DOUBLE' },
  { field: 'transitNs', name: 'transit_ns', type: 'DOUBLE' },
  { field: 'waitNs', name: 'wait_ns', type: 'DOUBLE' },
  { field: 'synchronizationNs', name: 'synchronization_ns', type: 'DOUBLE' },
  { field: 'idleNs', name: 'idle_ns', type: 'DOUBLE' },
  { field: 'computingNs', name: 'computing_ns', type: 'DOUBLE' },
  { field: 'exposedNs', name: 'exposed_ns', type: 'DOUBLE' },
  { field: 'freeNs', name: 'free_ns', type: 'DOUBLE' },
  { field: 'bytes', name: 'bytes', type: 'DOUBLE' },
  { field: 'count', name: 'count', type: 'DOUBLE' },
  { field: 'value', name: 'value', type: 'DOUBLE' },
  { field: 'more', name: 'more', type: 'STRING' },
];
