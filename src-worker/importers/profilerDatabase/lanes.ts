import type { CollectiveGroups } from './collectiveGroups';
import { NumberPairs } from './numberPairs';
import { exportedProcess, pythonProcess } from './processes';
import type { Reading } from './reading';

/** Lanes of the timeline as the text export names them, by what the rows of the database say. */
export class Lanes {
  readonly #streams = new NumberPairs();
  readonly #groups = new NumberPairs();
  /** By group. */
  readonly #planes = new Map<number, NumberPairs>();
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
    return this.#streams.of(device || 0, stream || 0, (ownDevice, own) => {
      const { events, hostPid } = this.reading;
      const process = exportedProcess('Ascend Hardware', hostPid, ownDevice, this.reading.device);
      return events.lane(process, String(own), `Stream ${own}`, own);
    });
  }

  /** Of the collectives of a group, which is told by its position among the rank's. */
  group(device: number, group: number): number {
    return this.#groups.of(device || 0, group, (ownDevice, own) => {
      return this.#communication(ownDevice, this.groups?.firstTid(own) ?? 0, `Group ${own} Communication`);
    });
  }

  /** Of the parts of a group's collectives. */
  plane(device: number, group: number, plane: number): number {
    let planes = this.#planes.get(group);
    if (!planes) {
      planes = new NumberPairs();
      this.#planes.set(group, planes);
    }
    return planes.of(device || 0, plane, (ownDevice) => {
      const tid = (this.groups?.firstTid(group) ?? 0) + 1 + plane;
      return this.#communication(ownDevice, tid, `Plane ${plane}`);
    });
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
    const process = exportedProcess('Communication', this.reading.hostPid, device, this.reading.device);
    return this.reading.events.lane(process, String(tid), name, tid);
  }
}
