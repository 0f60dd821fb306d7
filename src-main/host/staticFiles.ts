import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** The window's files by URL path. Only what is listed is served, so no path from outside ever reaches the disk. */
export type StaticFiles = ReadonlyMap<string, string>;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Lists `folder` ("/", "/index.html", "/assets/…"). Rejects when it does not exist. */
export async function listStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, path);
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}

/** Value of Content-Type, by the file's extension. */
export function contentTypeOf(path: string): string {
  return contentTypes[extname(path)] ?? 'application/octet-stream';
}
