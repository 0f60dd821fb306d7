import type { Notice } from '../../../src-contract';
import { notice } from '../../files/notices';

/** What is said of a file that was to be read as a trace and can be none, by its name and its first bytes. */
export function notATrace(
  path: string,
  head: string,
  place: { readonly byteOffset: number },
  sizeBytes: number,
): Notice {
  const at = { path, ...place };
  if (head.startsWith('version https://git-lfs')) return notice('git-lfs-stub', 'error', { sizeBytes }, at);
  if (/\.(db|sqlite3?)$/i.test(path)) return notice('database-not-sqlite', 'error', {}, at);
  if (/\.csv(\.gz)?$/i.test(path)) return notice('table-not-known', 'error', {}, at);
  const first = head.charCodeAt(0);
  const found = first > 0x20 && first < 0x7f ? `"${head[0]}"` : `0x${first.toString(16)}`;
  return notice('not-json', 'error', { found }, at);
}
