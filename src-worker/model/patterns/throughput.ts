/** Mean and deviation of a throughput over the time in which data moved. */
export class Throughput {
  #sizeBytes = 0;
  #movingNs = 0;
  #squares = 0;

  /** What moved no data, or in no time, tells nothing. */
  add(sizeBytes: number, movingNs: number): void {
    if (!(sizeBytes > 0) || !(movingNs > 0)) return;
    this.#sizeBytes += sizeBytes;
    this.#movingNs += movingNs;
    this.#squares += (sizeBytes * sizeBytes) / movingNs;
  }

  /** Bytes a ns are GB/s. NaN: nothing is known. */
  get result(): { readonly throughputGBps: number; readonly throughputDeviation: number } {
    const mean = this.#sizeBytes / this.#movingNs;
    const deviation = Math.sqrt(Math.max(0, this.#squares / this.#movingNs - mean * mean));
    return { throughputGBps: mean, throughputDeviation: deviation };
  }
}
