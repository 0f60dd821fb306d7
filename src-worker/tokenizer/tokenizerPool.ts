import type { Tokenizer } from './batch';

/** A tokenizer with more names or a longer buffer is not kept for the next segment: its memory would never shrink. */
const KEPT_NAMES = 1 << 18;
const KEPT_BUFFER_BYTES = 16 << 20;

/** A thread's tokenizer, used for one segment after another: a new one costs memory that has to be cleared. */
export class TokenizerPool {
  #kept: Tokenizer | undefined;

  constructor(readonly create: (baseUs: number | undefined) => Tokenizer) {}

  async use<T>(baseUs: number | undefined, work: (tokenizer: Tokenizer) => Promise<T>): Promise<T> {
    const kept = this.#kept;
    this.#kept = undefined;
    kept?.reset(baseUs);
    const tokenizer = kept ?? this.create(baseUs);
    const result = await work(tokenizer);
    if (tokenizer.names.size <= KEPT_NAMES && tokenizer.bytes.length <= KEPT_BUFFER_BYTES) this.#kept = tokenizer;
    return result;
  }

  /** It is garbage too large to wait for. */
  clear(): void {
    this.#kept = undefined;
  }
}
