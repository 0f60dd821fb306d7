import { formatBytes, formatCount } from '../../base/format';

const SMALL_BYTES = 2 ** 20 / 10;

/** As the profilers write memory, so that it can be compared with their files: 1_245_688_832 → "1,187.98 MB", 512 → "512 B". */
export function formatMegabytes(bytes: number): string {
  if (Math.abs(bytes) < SMALL_BYTES) return formatBytes(bytes);
  return `${formatCount(bytes / 2 ** 20, 2)}\u202fMB`;
}

/** With its sign: "+1.50 MB". */
export function formatChange(bytes: number): string {
  return `${bytes > 0 ? '+' : ''}${formatMegabytes(bytes)}`;
}
