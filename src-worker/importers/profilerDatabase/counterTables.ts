import { isTime } from './databaseEvents';
import { type ExportedProcess, exportedProcess } from './processes';
import { eachBatch, type Reading } from './reading';
import type { GrowingGroup } from './sampleGroups';

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
  // The text export has both kinds of memory together as well.
  const isMemory = table === 'NPU_MEM';
  const sampled = new Float64Array(series.length + (isMemory ? 1 : 0));
  const lanes = new Map<number, number>();
  const numbers = new SeriesNames(reading, withoutId, isMemory);
  const groups = new Groups(reading);
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
      // As whole numbers of 32 bits, which is how they are kept.
      const unit = (columns.accelerator?.[i] ?? -1) | 0;
      for (let s = 0; s < series.length; s++) sampled[s] = values[s][i] * factors[s];
      if (isMemory) sampled[series.length] = (values[0][i] + values[1][i]) * PER_KB;
      const group = groups.of(own, lane, unit);
      if (group) events.samples(group, timeNs, sampled);
      else own.forEach(({ name, key }, s) => void events.sample(timeNs, lane, name, key, sampled[s], unit));
    }
  });
}

interface SeriesNumbers {
  /** Of the counter. */
  readonly name: number;
  readonly key: number;
}

/** The groups of samples by what they are of; mostly it is that of the row before. */
class Groups {
  readonly #known = new Map<readonly SeriesNumbers[], Map<number, Map<number, GrowingGroup | undefined>>>();
  #series: readonly SeriesNumbers[] | undefined;
  #lane = -1;
  #unit = -1;
  #last: GrowingGroup | undefined;

  constructor(readonly reading: Reading) {}

  of(series: readonly SeriesNumbers[], lane: number, unit: number): GrowingGroup | undefined {
    if (series === this.#series && lane === this.#lane && unit === this.#unit) return this.#last;
    this.#series = series;
    this.#lane = lane;
    this.#unit = unit;
    this.#last = this.#find(series, lane, unit);
    return this.#last;
  }

  #find(series: readonly SeriesNumbers[], lane: number, unit: number): GrowingGroup | undefined {
    const ofUnit = entryOf(entryOf(this.#known, series), lane);
    if (!ofUnit.has(unit)) ofUnit.set(unit, this.reading.events.sampleGroup(lane, unit, series));
    return ofUnit.get(unit);
  }
}

function entryOf<K, Own extends Map<unknown, unknown>>(all: Map<K, Own>, key: K): Own {
  const known = all.get(key) ?? (new Map() as Own);
  all.set(key, known);
  return known;
}

/** Names of counters by what the row says of itself. */
class SeriesNames {
  readonly #known = new Map<number | undefined, Map<number | undefined, readonly SeriesNumbers[]>>();
  /** By their numbers: several rows' ids and kinds can come to the same texts. */
  readonly #same = new Map<string, readonly SeriesNumbers[]>();

  constructor(
    readonly reading: Reading,
    readonly withoutId: string | undefined,
    /** There is a counter that the others add up to. */
    readonly hasSum: boolean,
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
      const all = series.map(({ counter, key }) => {
        return { name: names.ofText(filled(counter)), key: names.ofText(filled(key)) };
      });
      if (this.hasSum) all.push({ name: names.ofText(`${text}/Memory`), key: all[0].key });
      const numbers = all.map(({ name, key }) => `${name} ${key}`).join();
      known = this.#same.get(numbers) ?? all;
      this.#same.set(numbers, known);
      ofKind.set(id, known);
    }
    return known;
  }
}

/** As the text export writes it: "APP", "Device", "Read". */
function kindText(text: string): string {
  return text === 'app' ? 'APP' : text.slice(0, 1).toUpperCase() + text.slice(1);
}
