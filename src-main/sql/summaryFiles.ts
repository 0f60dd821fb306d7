import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FileForm } from '../../src-worker/analysis/summary/summaryFile';
import { isOfForm } from '../../src-worker/discovery/fileMagic';
import { QueryError } from './queryError';

/**
 * Summaries that were named, or that lie in a folder that has no other data (that of `tracelane scale`); none: it is a dump. Nothing
 * outside of `roots`, where any are given.
 */
export function summaryFiles(paths: readonly string[], roots: readonly string[] = []): readonly string[] {
  const files = paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const below = [path, join(path, 'summaries')].flatMap((folder) =>
      statSync(folder, { throwIfNoEntry: false })?.isDirectory()
        ? readdirSync(folder).map((name) => join(folder, name))
        : [],
    );
    return below.filter((own) => own.endsWith('.parquet')).sort();
  });
  const isSummary = (file: string) => isOfForm('parquet', file, roots);
  const summaries = files.filter(isSummary);
  if (summaries.length > 0 && summaries.length < files.length)
    throw new QueryError('no-summary', { path: files.find((file) => !isSummary(file)) ?? dirname(paths[0] ?? '') });
  // Where links lead has been looked at; they are not followed once more.
  return summaries.map((file) => realpathSync(file));
}

/** Files between two moments in which the windows' other questions are answered. */
const FILES_AT_ONCE = 50;

/** What the files have facts of: ranks, a job, or both. `formOf`: of one; undefined where that can't be told. */
export async function formsOf(
  files: readonly string[],
  formOf: (file: string) => FileForm | undefined,
): Promise<ReadonlySet<FileForm>> {
  const forms = new Set<FileForm>();
  for (const [at, file] of files.entries()) {
    // There are no more.
    if (forms.size === 2) break;
    if (at % FILES_AT_ONCE === FILES_AT_ONCE - 1) await setImmediate();
    const form = formOf(file);
    if (form) forms.add(form);
  }
  return forms;
}
