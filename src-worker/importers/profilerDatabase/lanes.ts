import { type CollectiveGroups, MOST_PLANES } from './collectiveGroups';
import { NumberPairs } from './numberPairs';
import { exportedProcess, pythonProcess } from './processes';
import type { Reading } from './reading';

/** Lanes of the timeline as the text export names them, by what the rows of the database say. */
export class Lanes {
  readonly #streams = new NumberPairs();
  readonly #groups = new NumberPairs();
  /** By group and plane in one number. */
  readonly #planes = new NumberPairs();
  readonly #pythonThreads = new NumberPairs();
  readonly #cannThreads = new NumberPairs();
  readonly #markThreads = new NumberPairs();

  constructor(
    readonly reading: Reading,
    /** Where there are collectives. */
    readonly groups?: CollectiveGroups,
  ) {}

  /** NaN is device 0, stream 0. */
  stream(device: number, stream: number): number {
    const known = this.#streams.get(device || 0, stream || 0);
    return known >= 0 ? known : this.#newStream(device || 0, stream || 0);
  }

  /** Of the collectives of a group, which is told by its position among the rank's. */
  group(device: number, group: number): number {
    const known = this.#groups.get(device || 0, group);
    if (known >= 0) return known;
    const lane = this.#communication(device || 0, this.groups?.firstTid(group) ?? 0, `Group ${group} Communication`);
    return this.#groups.set(device || 0, group, lane);
  }

  /** Of the parts of a group's collectives; there are at most `MOST_PLANES` planes. */
  plane(device: number, group: number, plane: number): number {
    const place = group * MOST_PLANES + plane;
    const known = this.#planes.get(device || 0, place);
    return known >= 0 ? known : this.#newPlane(device || 0, group, plane);
  }

  /** Of a thread of the program, by the two halves of `globalTid`: its process, and its id there. */
  python(pid: number, tid: number): number {
    const known = this.#pythonThreads.get(pid, tid);
    if (known >= 0) return known;
    const lane = this.reading.events.lane(pythonProcess(pid), String(tid), `Thread ${tid}`, tid);
    return this.#pythonThreads.set(pid, tid, lane);
  }

  /** Of the calls of the same thread to the device's libraries. */
  cann(pid: number, tid: number): number {
    const known = this.#cannThreads.get(pid, tid);
    return known >= 0 ? known : this.#cannThreads.set(pid, tid, this.#hostThread('CANN', pid, tid));
  }

  /** Of what a thread has marked. */
  marks(pid: number, tid: number): number {
    const known = this.#markThreads.get(pid, tid);
    return known >= 0 ? known : this.#markThreads.set(pid, tid, this.#hostThread('MSTX', pid, tid));
  }

  #newStream(device: number, stream: number): number {
    const { events, hostPid } = this.reading;
    const process = exportedProcess('Ascend Hardware', hostPid, device, this.reading.device);
    return this.#streams.set(device, stream, events.lane(process, String(stream), `Stream ${stream}`, stream));
  }

  #newPlane(device: number, group: number, plane: number): number {
    const tid = (this.groups?.firstTid(group) ?? 0) + 1 + plane;
    const lane = this.#communication(device, tid, `Plane ${plane}`);
    return this.#planes.set(device, group * MOST_PLANES + plane, lane);
  }

  #hostThread(name: 'CANN' | 'MSTX', pid: number, tid: number): number {
    const process = exportedProcess(name, pid, this.reading.device);
    return this.reading.events.lane(process, String(tid), `Thread ${tid}`, tid);
  }

  #communication(device: number, tid: number, name: string): number {
    const process = exportedProcess('Communication', this.reading.hostPid, device, this.reading.device);
    return this.reading.events.lane(process, String(tid), name, tid);
  }
}
