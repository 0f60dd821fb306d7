import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A file inside of an archive: `/data/job.zip/rank0/trace.json`, as if the archive were a folder. */
export interface ZipMember {
  readonly zipPath: string;
  /** Its name in the archive, "rank0/trace.json". */
  readonly name: string;
}

const INSIDE = /\.zip(?=[\\/].)/gi;

/** Undefined for what is on disk as it is called, also where a folder is called `….zip`. */
export function zipMemberOf(path: string): ZipMember | undefined {
  for (const { index } of path.matchAll(INSIDE)) {
    const end = index + '.zip'.length;
    const zipPath = path.slice(0, end);
    if (statSync(zipPath, { throwIfNoEntry: false })?.isFile())
      return { zipPath, name: path.slice(end + 1).replaceAll('\\', '/') };
  }
  return undefined;
}

/** What has to be opened to read the path. */
export function fileOnDisk(path: string): string {
  return zipMemberOf(path)?.zipPath ?? path;
}

export function zipMemberPath(zipPath: string, name: string): string {
  return join(zipPath, name);
}
