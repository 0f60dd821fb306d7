import type { PackedStrings } from '../../index/rankIndex';
import { packEncoded } from '../../index/strings';
import { LaneStatements } from '../laneStatements';
import type { LineKey, LineKind, MonitorLine } from './monitorLine';
import { digits } from './nsDigits';

/** Processes as the text export of the same device's profiler names and sorts them. */
const PROCESSES = {
  host: { name: 'CANN', label: 'CPU', sortIndex: 7 },
  marks: { name: 'MSTX', label: 'CPU', sortIndex: 8 },
  deviceMarks: { name: 'MSTX', label: 'NPU', sortIndex: 9 },
  kernels: { name: 'Ascend Hardware', label: 'NPU', sortIndex: 13 },
  collectives: { name: 'Communication', label: 'NPU', sortIndex: 15 },
} as const;
type Process = keyof typeof PROCESSES;

/** The lanes of a segment, numbered as they come. Of each the first line on it says what it is called. */
export class LaneTable {
  readonly #laneOf = new Map<string, number>();
  readonly #statements = new LaneStatements();
  readonly #pid: number[] = [];
  readonly #tid: number[] = [];
  readonly #slices: number[] = [];

  constructor(readonly hostPid: number) {}

  laneOf(kind: LineKind, line: MonitorLine): number {
    const lane = this.#find(kind, line);
    this.#slices[lane]++;
    return lane;
  }

  #find(kind: LineKind, line: MonitorLine): number {
    if (kind === 'Kernel') return this.#stream('kernels', line);
    if (kind === 'Marker') {
      return line.is('sourceKind', 'Device') ? this.#stream('deviceMarks', line) : this.#thread('marks', line);
    }
    if (kind !== 'Communication') return this.#thread('host', line);
    const device = numberOf(line, 'deviceId');
    const name = line.text('commName');
    const group = name === '' ? `${numberOf(line, 'streamId')}` : name;
    return this.#lane('collectives', this.hostPid, device, group, `Group ${group} Communication`);
  }

  #stream(process: Process, line: MonitorLine): number {
    const stream = numberOf(line, 'streamId');
    return this.#lane(process, this.hostPid, numberOf(line, 'deviceId'), `${stream}`, `Stream ${stream}`, stream);
  }

  #thread(process: Process, line: MonitorLine): number {
    const thread = numberOf(line, 'threadId');
    const pid = line.has('processId') ? numberOf(line, 'processId') : this.hostPid;
    return this.#lane(process, pid, 0, `${thread}`, `Thread ${thread}`, thread);
  }

  #lane(process: Process, hostPid: number, device: number, tid: string, name: string, sortIndex?: number): number {
    const { name: processName, label, sortIndex: place } = PROCESSES[process];
    // The exporter's own formula: ten bits below the host's pid, of which the device has five.
    const pid = String(hostPid * 1024 + place * 32 + device);
    const key = `${pid} ${tid}`;
    const known = this.#laneOf.get(key);
    if (known !== undefined) return known;
    const lane = this.#pid.push(this.#statements.text(pid)) - 1;
    this.#tid.push(this.#statements.text(tid));
    this.#slices.push(0);
    this.#laneOf.set(key, lane);
    const processLabel = device === 0 ? label : `${label} ${device}`;
    this.#statements.sayOfThread(lane, { name: processName, label: processLabel, sortIndex: place }, name, sortIndex);
    return lane;
  }

  slicesPerLane(): Uint32Array {
    return Uint32Array.from(this.#slices);
  }

  packed(): ReturnType<LaneStatements['packed']> & { readonly lanePid: Uint32Array; readonly laneTid: Uint32Array } {
    return {
      lanePid: Uint32Array.from(this.#pid),
      laneTid: Uint32Array.from(this.#tid),
      ...this.#statements.packed(packed),
    };
  }
}

/** Escapes stand in them as the file has them. */
function packed(texts: readonly string[]): PackedStrings {
  return packEncoded(texts.map((text) => Buffer.from(text)));
}

/** 0 where there is none, or it is no number. */
function numberOf(line: MonitorLine, key: LineKey): number {
  return line.has(key) ? digits(line.bytes, line.start(key), line.end(key)) || 0 : 0;
}
