import { BATCH_SAMPLES, type StringTable, type TokenBatch } from './batch';
import { Kind, SAMPLE_ROWS, type SampleRows } from './kinds';
import { rowsOver } from './rows';

const ACCELERATOR_KEY = 'acc_id';
const MAX_ACCELERATOR = 0x7fff_ffff;

/** The samples of counters of the plain tokenizer's batches: what assembly/sampleRows.ts is held against. */
export class PlainSamples {
  readonly rows: SampleRows = rowsOver(SAMPLE_ROWS, BATCH_SAMPLES);
  count = 0;
  sampledCounters = 0;
  /** Id of the name `acc_id`, once it has been seen. */
  #acceleratorKey = -1;

  reset(): void {
    this.#acceleratorKey = -1;
  }

  sort(batch: TokenBatch, kinds: Uint8Array, names: StringTable): void {
    const { sampleEvent, sampleCount } = batch;
    this.count = 0;
    this.sampledCounters = 0;
    for (let sample = 0; sample < sampleCount; ) {
      const event = sampleEvent[sample];
      let end = sample + 1;
      while (end < sampleCount && sampleEvent[end] === event) end++;
      if (kinds[event] === Kind.counter) this.#put(batch, names, sample, end);
      sample = end;
    }
  }

  #put(batch: TokenBatch, names: StringTable, from: number, end: number): void {
    const { rows } = this;
    const event = batch.sampleEvent[from];
    this.sampledCounters++;
    const accelerator = end - from > 1 ? this.#acceleratorOf(batch, names, from, end) : -1;
    for (let sample = from; sample < end; sample++) {
      const key = batch.sampleKey[sample];
      if (accelerator >= 0 && key === this.#acceleratorKey) continue;
      const to = this.count++;
      rows.timeNs[to] = batch.startNs[event];
      rows.value[to] = batch.sampleValue[sample];
      rows.lane[to] = batch.lane[event];
      rows.name[to] = batch.name[event];
      rows.key[to] = key;
      rows.accelerator[to] = accelerator;
    }
  }

  /** Value of the `acc_id` among samples [from, end), or -1: without one, and where it can't be an accelerator's number. */
  #acceleratorOf(batch: TokenBatch, names: StringTable, from: number, end: number): number {
    for (let sample = from; sample < end; sample++) {
      const key = batch.sampleKey[sample];
      if (this.#acceleratorKey < 0 && isAcceleratorKey(names.bytes(key))) this.#acceleratorKey = key;
      if (key !== this.#acceleratorKey) continue;
      const value = batch.sampleValue[sample];
      return Number.isInteger(value) && value >= 0 && value <= MAX_ACCELERATOR ? value : -1;
    }
    return -1;
  }
}

function isAcceleratorKey(bytes: Uint8Array): boolean {
  return bytes.length === ACCELERATOR_KEY.length && String.fromCharCode(...bytes) === ACCELERATOR_KEY;
}
