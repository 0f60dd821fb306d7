/** Sizes that the user types, in GB of 2^30 bytes, as `formatBytes` shows them. Pure. */

const BYTES_PER_GIGABYTE = 2 ** 30;

export interface SizeLimits {
  readonly minGigabytes: number;
  readonly maxGigabytes: number;
}

/** 0 saves nothing; the upper end only catches slips of the finger. */
export const cacheLimits: SizeLimits = { minGigabytes: 0, maxGigabytes: 16_384 };
/** Less than this would read indexes again and again while one scrolls through the ranks. */
export const memoryLimits: SizeLimits = { minGigabytes: 0.5, maxGigabytes: 16_384 };

/** As one would type it: at most two decimals, no grouping. 13_314_398_617 → "12.4". */
export function gigabyteText(bytes: number): string {
  return String(Math.round((bytes / BYTES_PER_GIGABYTE) * 100) / 100);
}

/** Whole bytes of what was typed; undefined where that is no number within the limits. */
export function typedBytes(text: string, { minGigabytes, maxGigabytes }: SizeLimits): number | undefined {
  const trimmed = text.trim();
  if (!/^\d*\.?\d+$|^\d+\.$/.test(trimmed)) return undefined;
  const gigabytes = Number(trimmed);
  if (gigabytes < minGigabytes || gigabytes > maxGigabytes) return undefined;
  return Math.round(gigabytes * BYTES_PER_GIGABYTE);
}
