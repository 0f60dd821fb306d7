import { homedir } from 'node:os';
import { IndexCache, indexCacheFolder } from '../engine/opening/indexCache';
import { userDirs } from '../engine/user/userDirs';
import { plural } from '../host/describeDump';

/** Lists the saved indexes, or deletes them. */
export async function runCache(action: 'ls' | 'clear', print: (line: string) => void): Promise<void> {
  const cache = new IndexCache(indexCacheFolder(userDirs(process.platform, process.env, homedir())));
  const entries = await cache.entries();
  const indexes = entries.filter(({ kind }) => kind === 'index');
  const total = megabytes(entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  if (action === 'clear') {
    await cache.clear();
    print(`Deleted ${plural(indexes.length, 'index', 'indexes')} (${total}) in ${cache.folder}`);
    return;
  }
  for (const entry of entries) {
    const used = new Date(entry.usedMs).toISOString().slice(0, 16).replace('T', ' ');
    const sources = cache.sourcesOf(entry);
    const what = entry.kind === 'index' ? sources.join(', ') : `findings of ${plural(sources.length, 'file', 'files')}`;
    print(
      `${megabytes(entry.sizeBytes).padStart(10)}  ${used}  ${sources.length > 0 ? what : 'not readable by this version'}`,
    );
  }
  print(`${plural(indexes.length, 'index', 'indexes')}, ${total}, in ${cache.folder}`);
}

function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1e6).toFixed(1)} MB`;
}
