/** Files of profilers whose own format is not read, but which have an export that is. */
import { basename } from 'node:path';
import type { Notice } from '../../src-contract';
import { type NoticeCode, notice } from '../files/notices';
import { withDatabase } from '../sqlite/database';
import { isOfForm } from './fileMagic';

const byName: readonly (readonly [RegExp, NoticeCode])[] = [
  [/\.(nsys-rep|qdrep|qdstrm)$/i, 'nsight-report'],
  [/\.xplane\.pb(\.gz)?$/i, 'xplane-file'],
  [/\.(pftrace|perfetto-trace)(\.gz)?$/i, 'perfetto-file'],
];

/** What is said of such a file; undefined for any other. Looks into SQLite files, for those that Nsight exports. */
export function otherProfilerNotice(
  path: string,
  roots: readonly string[],
  severity: Notice['severity'],
): Notice | undefined {
  const code = byName.find(([pattern]) => pattern.test(basename(path)))?.[1];
  if (code) return notice(code, severity, {}, { path });
  if (!/\.sqlite3?$/i.test(path) || !isNsightExport(path, roots)) return undefined;
  return notice('nsight-report', severity, {}, { path });
}

function isNsightExport(path: string, roots: readonly string[]): boolean {
  if (!isOfForm('sqlite', path, roots)) return false;
  try {
    return withDatabase(path, ({ tables }) =>
      [...tables.keys()].some((name) => /^(CUPTI_ACTIVITY_KIND_|EXPORT_META_DATA|TARGET_INFO_)/i.test(name)),
    );
  } catch {
    // Whoever reads it whole says why it can't be read.
    return false;
  }
}
