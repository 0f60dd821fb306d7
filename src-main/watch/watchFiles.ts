import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { formId, type SourceForm } from './sourceOf';

/** In the user's configuration folder: what watchers keep. */
export function watchFolder(configDir: string): string {
  return join(configDir, 'watch');
}

/** Of the same files by the same pattern there is one journal. */
export function journalPath(configDir: string, paths: readonly string[], form: SourceForm): string {
  const pattern = formId(form);
  return join(watchFolder(configDir), `${idOf([paths, form.kind, pattern])}.json`);
}

/** Of the same files, however they are read, one watcher asks for profiles. */
export function lockPath(configDir: string, paths: readonly string[]): string {
  return join(watchFolder(configDir), `${idOf([...paths].sort())}.lock`);
}

function idOf(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16);
}
