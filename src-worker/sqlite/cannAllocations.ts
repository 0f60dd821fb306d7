import { orderByKey } from '../index/arranging/sortLane';
import { bigints, numbers, since } from './columns';
import type { Database } from './database';
import { textsOfIds } from './stringIds';

/** Allocations of CANN's own operators, in the order in which they were made. */
export interface CannAllocations {
  readonly rowCount: number;
  /** Numbers of texts. */
  readonly name: Float64Array;
  /** Of whose memory it is, "GE"; NaN where the table does not tell. */
  readonly component: Float64Array;
  readonly sizeBytes: Float64Array;
  readonly allocatedNs: Float64Array;
  /** NaN where it was never released; so are the totals of its release. */
  readonly releasedNs: Float64Array;
  readonly allocatedThen: Float64Array;
  readonly reservedThen: Float64Array;
  readonly allocatedAfter: Float64Array;
  readonly reservedAfter: Float64Array;
  readonly device: Float64Array;
}

/**
 * NPU_OP_MEM has a row for each allocation and one for its release, joined by nothing but the address: what is at an address
 * is released before it is allocated again. Where the texts of their types tell neither, a row at an address that is taken is
 * the release. A release of what was allocated before the recording is passed over.
 */
export function readCannAllocations(database: Database, baseNs: bigint): CannAllocations {
  const { rowCount, columns } = database.readColumns('NPU_OP_MEM', {
    name: numbers('operatorName'),
    address: bigints('addr'),
    type: numbers('type'),
    sizeBytes: numbers('size'),
    timeNs: since(baseNs, 'timestampNs'),
    allocated: numbers('totalAllocate'),
    reserved: numbers('totalReserve'),
    component: numbers('component'),
    device: numbers('deviceId'),
  });
  const { type } = textsOfIds(database, { type: columns.type });
  const order = orderByKey(columns.timeNs, 0, rowCount);
  const allocations: number[] = [];
  const releaseOf: number[] = [];
  /** By device and address: position of the allocation there. */
  const taken = new Map<string, number>();
  for (const row of order) {
    if (Number.isNaN(columns.timeNs[row])) continue;
    const at = `${columns.device[row]} ${columns.address[row]}`;
    const known = taken.get(at);
    const said = type.texts[type.codes[row]];
    const isRelease = said === 'release' || said === 'free' || (said !== 'allocate' && known !== undefined);
    if (!isRelease) {
      taken.set(at, allocations.push(row) - 1);
      releaseOf.push(-1);
    } else if (known !== undefined) {
      releaseOf[known] = row;
      taken.delete(at);
    }
  }
  const then = (values: Float64Array) => Float64Array.from(allocations, (row) => values[row]);
  const after = (values: Float64Array) => Float64Array.from(releaseOf, (row) => (row < 0 ? Number.NaN : values[row]));
  return {
    rowCount: allocations.length,
    name: then(columns.name),
    component: then(columns.component),
    sizeBytes: then(columns.sizeBytes),
    allocatedNs: then(columns.timeNs),
    releasedNs: after(columns.timeNs),
    allocatedThen: then(columns.allocated),
    reservedThen: then(columns.reserved),
    allocatedAfter: after(columns.allocated),
    reservedAfter: after(columns.reserved),
    device: then(columns.device),
  };
}
