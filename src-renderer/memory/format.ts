import { formatCount } from '../app/format';

/** As the profilers write memory, so that it can be compared with their files: 1_245_688_832 → "1,187.98 MB". */
export function formatMegabytes(bytes: number): string {
  return `${formatCount(bytes / 2 ** 20, 2)}\u202fMB`;
}

/** A `TableError` is a sentence already. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
