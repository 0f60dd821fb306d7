import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
