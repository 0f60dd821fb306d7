/**
 * C9: what it would take to send gradients in fewer, larger buckets. Source: Hermes (gradient fusion), with the cost of a
 * message as α + β · bytes (Hockney 1994). Pure; times in ns, sizes in bytes.
 */

import type { BucketPlan, PlannedBucket } from '../../../src-contract';

export interface TransferCost {
  /** Of each message, whatever its size. */
  readonly alphaNs: number;
  readonly nsPerByte: number;
  /** Messages it was fitted to, and R² of that. */
  readonly count: number;
  readonly fit: number;
}

/** `readyNs`: from when on its gradients are there to be sent. */
export type Bucket = Pick<PlannedBucket, 'sizeBytes' | 'readyNs'>;

/** Fewer say nothing about a line. */
const LEAST_MESSAGES = 3;
/** The line has to explain so much of how the times differ. */
const LEAST_FIT = 0.8;
/** Buckets that one message may hold: keeps the work in proportion to their number. */
const MOST_FUSED = 64;

/** By least squares. Undefined where sizes are the same, or where times do not follow them. */
export function transferCost(sizesBytes: readonly number[], timesNs: readonly number[]): TransferCost | undefined {
  const count = sizesBytes.length;
  if (count < LEAST_MESSAGES) return undefined;
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const [meanBytes, meanNs] = [meanOf(sizesBytes), meanOf(timesNs)];
  let [covariance, spread, variance] = [0, 0, 0];
  sizesBytes.forEach((bytes, at) => {
    covariance += (bytes - meanBytes) * (timesNs[at] - meanNs);
    spread += (bytes - meanBytes) ** 2;
    variance += (timesNs[at] - meanNs) ** 2;
  });
  if (spread === 0 || variance === 0) return undefined;
  const fit = covariance ** 2 / (spread * variance);
  const nsPerByte = covariance / spread;
  if (!(nsPerByte > 0) || fit < LEAST_FIT) return undefined;
  return { alphaNs: Math.max(0, meanNs - nsPerByte * meanBytes), nsPerByte, count, fit };
}

/**
 * Bucket k, sent by itself, ends at e(k) = max(ready(k), e(k − 1)) + f(bytes). Fused, a message waits for the last of its
 * buckets; of all ways to cut the row of buckets into messages, the one whose last message ends first, and of those the one
 * with the fewest messages. An earlier end never makes a later message end later, so the best cut of the first k is part of the best
 * of all.
 */
export function bestFusion(buckets: readonly Bucket[], { alphaNs, nsPerByte }: TransferCost): BucketPlan {
  const ends: number[] = [];
  const best: { endNs: number; messages: number; from: number }[] = [];
  buckets.forEach(({ sizeBytes, readyNs }, at) => {
    ends.push(Math.max(readyNs, ends[at - 1] ?? Number.NEGATIVE_INFINITY) + alphaNs + nsPerByte * sizeBytes);
    let own = { endNs: Number.POSITIVE_INFINITY, messages: 0, from: at };
    let bytes = 0;
    for (let from = at; from >= Math.max(0, at - MOST_FUSED + 1); from--) {
      bytes += buckets[from].sizeBytes;
      const before = best[from - 1] ?? { endNs: Number.NEGATIVE_INFINITY, messages: 0 };
      const endNs = Math.max(readyNs, before.endNs) + alphaNs + nsPerByte * bytes;
      const messages = before.messages + 1;
      if (endNs < own.endNs || (endNs === own.endNs && messages < own.messages)) own = { endNs, messages, from };
    }
    best.push(own);
  });
  const fused: PlannedBucket[] = [];
  for (let at = buckets.length - 1; at >= 0; ) {
    const { from, endNs, messages } = best[at];
    for (let own = at; own >= from; own--)
      fused.unshift({ ...buckets[own], endNs: ends[own], fusedEndNs: endNs, message: messages - 1 });
    at = from - 1;
  }
  const last = buckets.length - 1;
  return {
    buckets: fused,
    messageCount: best[last]?.messages ?? 0,
    gainNs: last < 0 ? 0 : ends[last] - best[last].endNs,
  };
}
