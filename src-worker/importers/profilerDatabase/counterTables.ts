import { isTime } from './databaseEvents';
import { type ExportedProcess, exportedProcess } from './processes';
import { eachBatch, type Reading } from './reading';

/** A series that a column of a counter's table makes. */
interface Series {
  readonly column: string;
  /** "{id}" and "{kind}" stand for what the row says of itself. */
  readonly counter: string;
  /** Key in the args of the text export's event; its unit is in brackets. */
  readonly key: string;
  /** What the column's numbers are multiplied by, to be of that unit. */
  readonly factor?: number;
}

interface CounterTable {
  readonly table: string;
  readonly process: ExportedProcess;
  /** Column that tells parts of the device apart, such as a channel of its memory. */
  readonly id?: string;
  /** What stands for it where it is no number. */
  readonly withoutId?: string;
  /** Column with the number of a text: "read", "write", "app". */
  readonly kind?: string;
  /** Column with the number of the accelerator that is measured in turn. */
  readonly accelerator?: string;
  readonly series: readonly Series[];
}

const PER_MB = 1 / (1 << 20);
const PER_KB = 1 / (1 << 10);

/** Counters by the tables they stand in, with names and units as the text export gives them. */
const counterTables: readonly CounterTable[] = [
  {
    table: 'AICORE_FREQ',
    process: 'AI Core Freq',
    series: [{ column: 'freq', counter: 'AI Core Freq', key: 'MHz' }],
  },
  {
    table: 'HBM',
    process: 'HBM',
    id: 'hbmId',
    kind: 'type',
    series: [{ column: 'bandwidth', counter: 'HBM {id}/{kind}', key: '{kind}(MB/s)', factor: PER_MB }],
  },
  {
    table: 'LLC',
    process: 'LLC',
    id: 'llcId',
    kind: 'mode',
    series: [
      { column: 'throughput', counter: 'LLC {id} {kind}/Throughput', key: 'Throughput(MB/s)', factor: PER_MB },
      { column: 'hitRate', counter: 'LLC {id} {kind}/Hit Rate', key: 'Hit Rate(%)' },
    ],
  },
  {
    table: 'DDR',
    process: 'DDR',
    series: [
      { column: 'read', counter: 'DDR/Read', key: 'Read(MB/s)', factor: PER_MB },
      { column: 'write', counter: 'DDR/Write', key: 'Write(MB/s)', factor: PER_MB },
    ],
  },
  {
    table: 'NPU_MEM',
    process: 'NPU MEM',
    kind: 'type',
    series: [
      { column: 'ddr', counter: '{kind}/DDR', key: 'KB', factor: PER_KB },
      { column: 'hbm', counter: '{kind}/HBM', key: 'KB', factor: PER_KB },
    ],
  },
  {
    table: 'SOC_BANDWIDTH_LEVEL',
    process: 'Stars Soc Info',
    series: [
      { column: 'l2BufferBwLevel', counter: 'L2 Buffer Bw Level', key: 'L2 Buffer Bw Level' },
      { column: 'mataBwLevel', counter: 'Mata Bw Level', key: 'Mata Bw Level' },
    ],
  },
  {
    table: 'ACC_PMU',
    process: 'Acc PMU',
    accelerator: 'accId',
    series: [
      { column: 'readBwLevel', counter: 'read_bandwidth', key: 'value' },
      { column: 'writeBwLevel', counter: 'write_band_width', key: 'value' },
      { column: 'readOstLevel', counter: 'read_ost', key: 'value' },
      { column: 'writeOstLevel', counter: 'write_ost', key: 'value' },
    ],
  },
  {
    table: 'QOS',
    process: 'QoS',
    kind: 'eventName',
    series: [{ column: 'bandwidth', counter: '{kind}', key: 'value', factor: PER_MB }],
  },
  {
    table: 'HCCS',
    process: 'HCCS',
    series: [
      { column: 'rxThroughput', counter: 'Rx', key: 'Rx(MB/s)', factor: PER_MB },
      { column: 'txThroughput', counter: 'Tx', key: 'Tx(MB/s)', factor: PER_MB },
    ],
  },
  {
    // Of the program on the host's processors (host_sys=[HostSystem.CPU]); the mean of all processors has a text for a number.
    table: 'CPU_USAGE',
    process: 'CPU Usage',
    id: 'cpuId',
    withoutId: 'Avg',
    series: [{ column: 'usage', counter: 'CPU {id}', key: 'Usage(%)' }],
  },
  ...(['NIC', 'RoCE'] as const).map(
    (process): CounterTable => ({
      table: process.toUpperCase(),
      process,
      id: 'funcId',
      series: [
        { column: 'rxByteRate', counter: 'Port {id}/Rx', key: 'Rx(MB/s)', factor: PER_MB },
        { column: 'txByteRate', counter: 'Port {id}/Tx', key: 'Tx(MB/s)', factor: PER_MB },
      ],
    }),
  ),
];

export const COUNTER_TABLES: readonly string[] = counterTables.map(({ table }) => table);

/** `name`: one of `COUNTER_TABLES`. */
export function readCounters(reading: Reading, name: string): void {
  for (const table of counterTables) if (table.table === name) readTable(reading, table);
}

function readTable(reading: Reading, { table, process, id, withoutId, kind, accelerator, series }: CounterTable): void {
  const { events, hostPid } = reading;
  const names: Record<string, readonly string[]> = { timeNs: ['timestampNs'], device: ['deviceId'] };
  if (id !== undefined) names.id = [id];
  if (kind !== undefined) names.kind = [kind];
  if (accelerator !== undefined) names.accelerator = [accelerator];
  series.forEach(({ column }, s) => {
    names[`value ${s}`] = [column];
  });
  const factors = series.map(({ factor }) => factor ?? 1);
  const lanes = new Map<number, number>();
  const numbers = new SeriesNames(reading, withoutId);
  eachBatch(reading, table, names, (columns, count) => {
    const values = series.map((_, s) => columns[`value ${s}`]);
    for (let i = 0; i < count; i++) {
      const timeNs = columns.timeNs[i];
      const device = columns.device[i] || 0;
      let lane = lanes.get(device);
      if (lane === undefined) {
        lane = events.lane(exportedProcess(process, hostPid, device, reading.device), '0');
        lanes.set(device, lane);
      }
      if (!isTime(timeNs)) {
        events.skip('row-without-time', i);
        continue;
      }
      const own = numbers.of(series, columns.id?.[i], columns.kind?.[i]);
      const unit = columns.accelerator?.[i] ?? -1;
      for (let s = 0; s < series.length; s++) {
        events.sample(timeNs, lane, own[s].counter, own[s].key, values[s][i] * factors[s], unit);
      }
      if (table === 'NPU_MEM') sumOfMemory(lane, timeNs, values, i, own);
    }
  });

  /** The text export has both kinds together as well. */
  function sumOfMemory(
    lane: number,
    timeNs: number,
    values: readonly Float64Array[],
    i: number,
    own: readonly SeriesNumbers[],
  ): void {
    events.sample(timeNs, lane, own[0].sum, own[0].key, (values[0][i] + values[1][i]) * PER_KB);
  }
}

interface SeriesNumbers {
  readonly counter: number;
  readonly key: number;
  /** Of the counter that several of them add up to. */
  readonly sum: number;
}

/** Names of counters by what the row says of itself. */
class SeriesNames {
  readonly #known = new Map<number | undefined, Map<number | undefined, readonly SeriesNumbers[]>>();

  constructor(
    readonly reading: Reading,
    readonly withoutId: string | undefined,
  ) {}

  of(series: readonly Series[], id: number | undefined, kind: number | undefined): readonly SeriesNumbers[] {
    let ofKind = this.#known.get(kind);
    if (!ofKind) {
      ofKind = new Map();
      this.#known.set(kind, ofKind);
    }
    let known = ofKind.get(id);
    if (!known) {
      const { names } = this.reading.events;
      const text = kindText(kind === undefined ? '' : (names.strings.text(kind) ?? String(kind)));
      const own = Number.isNaN(id) && this.withoutId !== undefined ? this.withoutId : String(id);
      const filled = (name: string) => name.replace('{id}', own).replace('{kind}', text);
      known = series.map(({ counter, key }) => ({
        counter: names.ofText(filled(counter)),
        key: names.ofText(filled(key)),
        sum: names.ofText(`${text}/Memory`),
      }));
      ofKind.set(id, known);
    }
    return known;
  }
}

/** As the text export writes it: "APP", "Device", "Read". */
function kindText(text: string): string {
  return text === 'app' ? 'APP' : text.slice(0, 1).toUpperCase() + text.slice(1);
}
