import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentTypeOf } from '../host/staticFiles';

/** Answers with the file; rejects when it is gone or the connection breaks. */
export async function sendFile(path: string, response: ServerResponse, isHead: boolean): Promise<void> {
  const { size } = await stat(path);
  response.writeHead(200, {
    'content-type': contentTypeOf(path),
    'content-length': size,
    // Names of built files carry their hash, all but index.html's.
    'cache-control': extname(path) === '.html' ? 'no-store' : 'private, max-age=31536000, immutable',
  });
  if (isHead) response.end();
  else await pipeline(createReadStream(path), response);
}
