import { microsecondsSince, numbers, shifted, texts } from './columns';
import type { Database } from './database';

/** One collective (or send, receive) of one rank and step, with what it moved over each transport. */
export interface CommunicationRow {
  /** As written: "step50". */
  readonly step: string;
  /** NaN in a database of one rank. */
  readonly rank: number;
  readonly kind: 'p2p' | 'collective';
  /** "hcom_allReduce__271_0_1"; of a sum over others see `isTotal`. */
  readonly name: string;
  /** A number that stands for the group; as text, since it has up to 20 digits. '' for a total. */
  readonly group: string;
  /** "Total Op Info": the profiler's own sum over all collectives, not to be added to them. */
  readonly isTotal: boolean;
  /** Since `baseNs`, good to 250 ns: the databases keep it as a float64 of µs. NaN for a total. */
  readonly startNs: number;
  readonly elapseNs: number;
  readonly transitNs: number;
  readonly waitNs: number;
  readonly synchronizationNs: number;
  readonly idleNs: number;
  readonly bandwidths: readonly BandwidthRow[];
}

/** What was moved over one transport. SDMA holds what HCCS, PCIE and SIO hold once more: never add those up. */
export interface BandwidthRow {
  readonly transport: string;
  readonly sizeBytes: number;
  readonly transitNs: number;
  readonly bandwidthGBps: number;
  /** Share of packets that are large enough to be fast. */
  readonly largePacketRatio: number;
  readonly packets: readonly PacketRow[];
}

export interface PacketRow {
  readonly sizeBytes: number;
  readonly count: number;
  /** All of them together. */
  readonly timeNs: number;
}

/** Traffic from one rank to another. */
export interface LinkRow {
  readonly step: string;
  readonly kind: 'p2p' | 'collective';
  /** "allreduce-total", "allreduce-top1", "…-middle", "…-bottom1"; "Total Op Info" for all of a step. */
  readonly name: string;
  readonly group: string;
  readonly isTotal: boolean;
  /** Places in the group in a database of one rank, ranks of the job in one of a cluster. */
  readonly source: number;
  readonly target: number;
  readonly transport: string;
  readonly sizeBytes: number;
  readonly transitNs: number;
  readonly bandwidthGBps: number;
  /** The one collective whose numbers these are; '' for a sum. */
  readonly opName: string;
}

/** Names of the tables, which differ between versions; the first that is there is read. */
export interface CommunicationTables {
  readonly time: readonly string[];
  readonly bandwidth: readonly string[];
  readonly matrix: readonly string[];
}

/**
 * The collectives with what they moved. Durations are ms in the tables and sizes MB of 10⁶ bytes, as in communication.json.
 * A row that is there twice (for the sizes of packets) is one here.
 */
export function readCommunication(database: Database, tables: CommunicationTables, baseNs: bigint): CommunicationRow[] {
  const bandwidths = readBandwidths(database, tables);
  const table = firstTable(database, tables.time);
  const { rowCount, columns: own } = database.readColumns(table, {
    ...opColumns,
    startNs: microsecondsSince(baseNs, 'start_timestamp'),
    elapseNs: shifted(6, 'elapse_time', 'elapsed_time'),
    transitNs: shifted(6, 'transit_time'),
    waitNs: shifted(6, 'wait_time'),
    synchronizationNs: shifted(6, 'synchronization_time'),
    idleNs: shifted(6, 'idle_time'),
  });
  return Array.from({ length: rowCount }, (_, row): CommunicationRow => {
    const op = opOf(own, row);
    return {
      ...op,
      startNs: op.isTotal ? Number.NaN : own.startNs[row],
      elapseNs: own.elapseNs[row],
      transitNs: own.transitNs[row],
      waitNs: own.waitNs[row],
      synchronizationNs: own.synchronizationNs[row],
      idleNs: own.idleNs[row],
      bandwidths: [...(bandwidths.get(keyOf(op))?.values() ?? [])],
    };
  });
}

/** When the first collective began, ns by the profiler's clock and good to 250 ns; undefined where there is none. */
export function readFirstStart(database: Database, tables: CommunicationTables): bigint | undefined {
  const { columns } = database.readColumns(firstTable(database, tables.time), {
    startNs: microsecondsSince(0n, 'start_timestamp'),
  });
  let first = Number.POSITIVE_INFINITY;
  // A total has 0.
  for (const startNs of columns.startNs) if (startNs > 0 && startNs < first) first = startNs;
  return Number.isFinite(first) ? BigInt(first) : undefined;
}

export function readLinks(database: Database, tables: CommunicationTables): LinkRow[] {
  const table = firstTable(database, tables.matrix);
  const { rowCount, columns: own } = database.readColumns(table, {
    ...opColumns,
    source: numbers('src_rank'),
    target: numbers('dst_rank'),
    transport: texts('transport_type', 'band_type'),
    sizeMB: shifted(6, 'transit_size'),
    transitNs: shifted(6, 'transit_time'),
    bandwidthGBps: numbers('bandwidth'),
    opName: texts('op_name'),
  });
  return Array.from({ length: rowCount }, (_, row): LinkRow => {
    const { step, kind, name, group, isTotal } = opOf(own, row);
    return {
      step,
      kind,
      name,
      group,
      isTotal,
      source: own.source[row],
      target: own.target[row],
      transport: own.transport[row] ?? '',
      sizeBytes: Math.round(own.sizeMB[row]),
      transitNs: own.transitNs[row],
      bandwidthGBps: own.bandwidthGBps[row],
      opName: own.opName[row] ?? '',
    };
  });
}

const opColumns = {
  step: texts('step'),
  rank: numbers('rank_id'),
  kind: texts('type'),
  name: texts('hccl_op_name'),
  group: texts('group_name'),
};

type Op = Pick<CommunicationRow, 'step' | 'rank' | 'kind' | 'name' | 'group' | 'isTotal'>;

interface OpColumns {
  readonly step: readonly (string | undefined)[];
  readonly rank: Float64Array;
  readonly kind: readonly (string | undefined)[];
  readonly name: readonly (string | undefined)[];
  readonly group: readonly (string | undefined)[];
}

function opOf(columns: OpColumns, row: number): Op {
  const name = columns.name[row] ?? '';
  return {
    step: columns.step[row] ?? '',
    rank: columns.rank[row],
    kind: kindOf(columns.kind[row], name),
    name,
    group: columns.group[row] ?? '',
    isTotal: /^total op info/i.test(name),
  };
}

/** Databases of a cluster do not tell; there it follows from the name, as for the tool that makes them. */
function kindOf(written: string | undefined, name: string): 'p2p' | 'collective' {
  if (written) return written.toLowerCase() === 'p2p' ? 'p2p' : 'collective';
  return /send|recv|receive/i.test(name) ? 'p2p' : 'collective';
}

/** By collective, then by transport: a row of the table for each size of packets, all with the same sums. */
function readBandwidths(
  database: Database,
  tables: CommunicationTables,
): ReadonlyMap<string, ReadonlyMap<string, BandwidthRow>> {
  const table = firstTable(database, tables.bandwidth);
  const { rowCount, columns: own } = database.readColumns(table, {
    ...opColumns,
    transport: texts('transport_type', 'band_type'),
    sizeMB: shifted(6, 'transit_size'),
    transitNs: shifted(6, 'transit_time'),
    bandwidthGBps: numbers('bandwidth'),
    largePacketRatio: numbers('large_packet_ratio'),
    packetMB: shifted(6, 'package_size'),
    packetCount: numbers('count'),
    packetNs: shifted(6, 'total_duration'),
  });
  const ops = new Map<string, Map<string, BandwidthRow & { readonly packets: PacketRow[] }>>();
  for (let row = 0; row < rowCount; row++) {
    const key = keyOf(opOf(own, row));
    const transport = own.transport[row] ?? '';
    const transports = ops.get(key) ?? new Map<string, BandwidthRow & { readonly packets: PacketRow[] }>();
    ops.set(key, transports);
    const known = transports.get(transport) ?? {
      transport,
      sizeBytes: Math.round(own.sizeMB[row]),
      transitNs: own.transitNs[row],
      bandwidthGBps: own.bandwidthGBps[row],
      largePacketRatio: own.largePacketRatio[row],
      packets: [],
    };
    transports.set(transport, known);
    // A transport without packets has a row with none.
    if (own.packetCount[row] > 0) {
      known.packets.push({
        sizeBytes: Math.round(own.packetMB[row]),
        count: own.packetCount[row],
        timeNs: own.packetNs[row],
      });
    }
  }
  return ops;
}

function keyOf({ step, rank, name, group }: Op): string {
  return `${step}\n${rank}\n${group}\n${name}`;
}

/** Whichever of these the database has; the last if none. */
export function firstTable(database: Database, names: readonly string[]): string {
  return names.find((name) => database.has(name)) ?? names[names.length - 1];
}
