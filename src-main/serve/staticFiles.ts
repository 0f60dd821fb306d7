import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

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

/** Answers with the file; rejects when it is gone or the connection breaks. */
export async function sendFile(path: string, response: ServerResponse, isHead: boolean): Promise<void> {
  const { size } = await stat(path);
  response.writeHead(200, {
    'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
    'content-length': size,
    // Names of built files carry their hash, all but index.html's.
    'cache-control': extname(path) === '.html' ? 'no-store' : 'private, max-age=31536000, immutable',
  });
  if (isHead) response.end();
  else await pipeline(createReadStream(path), response);
}
