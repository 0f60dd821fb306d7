import type { CollectiveGroups } from './collectiveGroups';
import { exportedProcess, pythonProcess } from './processes';
import type { Reading } from './reading';

/** Lanes of the timeline as the text export names them, by what the rows of the database say. */
export class Lanes {
  readonly #streams = new Map<number, number>();
  readonly #groups = new Map<string, number>();
  readonly #planes = new Map<string, number>();
  readonly #pythonThreads = new ThreadLanes();
  readonly #cannThreads = new ThreadLanes();
  readonly #markThreads = new ThreadLanes();

  constructor(
    readonly reading: Reading,
    /** Where there are collectives. */
    readonly groups?: CollectiveGroups,
  ) {}

  /** NaN is device 0, stream 0. */
  stream(device: number, stream: number): number {
    const key = device * 2 ** 32 + stream;
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    const { events, hostPid } = this.reading;
    const number = stream || 0;
    const process = exportedProcess('Ascend Hardware', hostPid, device || 0, this.reading.device);
    const lane = events.lane(process, String(number), `Stream ${number}`, number);
    this.#streams.set(key, lane);
    return lane;
  }

  /** Of the collectives of a group, which is told by its position among the rank's. */
  group(device: number, group: number): number {
    const key = `${device} ${group}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const tid = this.groups?.firstTid(group) ?? 0;
    const lane = this.#communication(device, tid, `Group ${group} Communication`);
    this.#groups.set(key, lane);
    return lane;
  }

  /** Of the parts of a group's collectives. */
  plane(device: number, group: number, plane: number): number {
    const key = `${device} ${group} ${plane}`;
    const known = this.#planes.get(key);
    if (known !== undefined) return known;
    const tid = (this.groups?.firstTid(group) ?? 0) + 1 + plane;
    const lane = this.#communication(device, tid, `Plane ${plane}`);
    this.#planes.set(key, lane);
    return lane;
  }

  /** Of a thread of the program, by the two halves of `globalTid`: its process, and its id there. */
  python(pid: number, tid: number): number {
    return this.#pythonThreads.of(pid, tid, () => {
      return this.reading.events.lane(pythonProcess(pid), String(tid), `Thread ${tid}`, tid);
    });
  }

  /** Of the calls of the same thread to the device's libraries. */
  cann(pid: number, tid: number): number {
    return this.#cannThreads.of(pid, tid, () => {
      const process = exportedProcess('CANN', pid, this.reading.device);
      return this.reading.events.lane(process, String(tid), `Thread ${tid}`, tid);
    });
  }

  /** Of what a thread has marked. */
  marks(pid: number, tid: number): number {
    return this.#markThreads.of(pid, tid, () => {
      const process = exportedProcess('MSTX', pid, this.reading.device);
      return this.reading.events.lane(process, String(tid), `Thread ${tid}`, tid);
    });
  }

  #communication(device: number, tid: number, name: string): number {
    const process = exportedProcess('Communication', this.reading.hostPid, device || 0, this.reading.device);
    return this.reading.events.lane(process, String(tid), name, tid);
  }
}

/** Rows of a thread mostly follow one another. */
class ThreadLanes {
  readonly #byPid = new Map<number, Map<number, number>>();
  #pid = -1;
  #tid = -1;
  #lane = -1;

  of(pid: number, tid: number, make: () => number): number {
    if (pid === this.#pid && tid === this.#tid) return this.#lane;
    let ofPid = this.#byPid.get(pid);
    if (!ofPid) {
      ofPid = new Map();
      this.#byPid.set(pid, ofPid);
    }
    let lane = ofPid.get(tid);
    if (lane === undefined) {
      lane = make();
      ofPid.set(tid, lane);
    }
    this.#pid = pid;
    this.#tid = tid;
    this.#lane = lane;
    return lane;
  }
}
