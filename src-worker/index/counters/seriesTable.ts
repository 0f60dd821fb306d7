import { groupNumbers } from '../groupNumbers';

export interface SeriesKey {
  readonly process: number;
  readonly name: number;
  readonly key: number;
  readonly accelerator: number;
  count: number;
}

/** Numbers distinct (pid, name, key, accelerator): open addressing, since there are millions of samples to look up. */
export class SeriesTable {
  readonly series: SeriesKey[] = [];
  /** Series id + 1, 0 = free. */
  #slots = new Uint32Array(256);

  /** Answers the number of the series, which has `count` samples more. */
  add(process: number, name: number, key: number, accelerator: number, count: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(process, name, key, accelerator) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot] - 1;
      if (id < 0) return this.#insert({ process, name, key, accelerator, count }, slot);
      const one = this.series[id];
      if (one.name === name && one.accelerator === accelerator && one.key === key && one.process === process) {
        one.count += count;
        return id;
      }
    }
  }

  #insert(one: SeriesKey, slot: number): number {
    const id = this.series.push(one) - 1;
    this.#slots[slot] = id + 1;
    if (this.series.length * 2 > this.#slots.length) {
      this.#slots = new Uint32Array(this.#slots.length * 2);
      this.series.forEach(({ process, name, key, accelerator }, known) => {
        const mask = this.#slots.length - 1;
        let at = hashOf(process, name, key, accelerator) & mask;
        while (this.#slots[at] !== 0) at = (at + 1) & mask;
        this.#slots[at] = known + 1;
      });
    }
    return id;
  }

  /** Series ids by lane, lanes in order of first sight, accelerators ascending. */
  lanes(): { process: number; name: number; own: number[] }[] {
    const { of, count } = groupNumbers([this.#column('process'), this.#column('name')], this.series.length);
    const lanes: { process: number; name: number; own: number[] }[] = new Array(count);
    this.series.forEach(({ process, name }, id) => {
      const lane = lanes[of[id]];
      if (lane) lane.own.push(id);
      else lanes[of[id]] = { process, name, own: [id] };
    });
    for (const { own } of lanes) own.sort((a, b) => this.series[a].accelerator - this.series[b].accelerator || a - b);
    return lanes;
  }

  #column(key: 'process' | 'name'): Uint32Array {
    return Uint32Array.from(this.series, (one) => one[key]);
  }
}

function hashOf(process: number, name: number, key: number, accelerator: number): number {
  const hash = Math.imul(name + 1, 0x9e3779b1) ^ Math.imul(accelerator + 2, 0x85ebca6b);
  return hash ^ Math.imul(key + 3, 0xc2b2ae35) ^ Math.imul(process + 5, 0x27d4eb2f) ^ (hash >>> 15);
}
