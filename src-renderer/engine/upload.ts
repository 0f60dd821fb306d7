import { errorNames, NamedError } from '../../src-contract/wire/errors';
import {
  type UploadFinished,
  type UploadRefusal,
  type UploadRefusalCode,
  type UploadStarted,
  uploadPath,
} from '../../src-contract/wire/uploads';
import type { DropOptions } from './connection';
import type { NamedFile } from './droppedFiles';

/** Beside the page. */
const uploads = `.${uploadPath}`;

/** A refusal of the host, or a connection that broke; nothing of the upload is left behind. */
export class UploadError extends NamedError {
  /** Key of its translation: `notice.<code>`. */
  readonly code: UploadRefusalCode;

  constructor(code: UploadRefusalCode, message: string) {
    super(errorNames.upload, message);
    this.code = code;
  }
}

/**
 * Sends the files to the host, one after the other, and answers with the paths to open. Rejects with an `UploadError`,
 * or with an `AbortError` when `options.signal` aborts; both remove what had been sent.
 */
export async function uploadFiles(
  files: readonly NamedFile[],
  session: string,
  options: DropOptions = {},
): Promise<readonly string[]> {
  if (files.length === 0) throw new UploadError('upload-empty', 'There is no file in what was dropped.');
  const bytesTotal = files.reduce((sum, { file }) => sum + file.size, 0);
  const { id, maxBytes } = (await request('POST', `${uploads}?session=${session}`, options)) as UploadStarted;
  try {
    if (bytesTotal > maxBytes) {
      throw new UploadError(
        'upload-too-large',
        `The disk has room for ${maxBytes} bytes, and ${bytesTotal} were dropped.`,
      );
    }
    let bytesBefore = 0;
    for (const [filesDone, { path, file }] of files.entries()) {
      const report = (bytesOfFile: number): void =>
        options.onProgress?.({
          bytesDone: bytesBefore + bytesOfFile,
          bytesTotal,
          filesDone,
          filesTotal: files.length,
          fileName: path,
        });
      report(0);
      await sendFile(`${uploads}/${id}?path=${encodeURIComponent(path)}`, file, options.signal, report);
      bytesBefore += file.size;
    }
    const { paths } = (await request('POST', `${uploads}/${id}/done`, options)) as UploadFinished;
    return paths;
  } catch (error) {
    // Best effort: the host removes it by itself when this window goes.
    await fetch(`${uploads}/${id}`, { method: 'DELETE' }).catch(() => undefined);
    throw error;
  }
}

async function request(method: string, url: string, { signal }: DropOptions): Promise<unknown> {
  const response = await fetch(url, { method, ...(signal && { signal }) });
  const body: unknown = await response.json();
  if (!response.ok) throw refusal(body);
  return body;
}

/** XMLHttpRequest, since fetch tells nothing about the progress of what it sends. */
function sendFile(
  url: string,
  file: File,
  signal: AbortSignal | undefined,
  report: (bytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = (): void => xhr.abort();
    xhr.open('POST', url);
    xhr.setRequestHeader('content-type', 'application/octet-stream');
    xhr.upload.onprogress = (event) => report(event.loaded);
    xhr.onload = () => (xhr.status < 300 ? resolve() : reject(refusal(parse(xhr.responseText))));
    xhr.onerror = () => reject(new UploadError('upload-failed', 'The connection broke while a file was uploaded.'));
    xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) reject(new DOMException('The upload was cancelled.', 'AbortError'));
    else xhr.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(body: unknown): UploadError {
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body) {
    const { code, message } = body as UploadRefusal;
    return new UploadError(code, message);
  }
  return new UploadError('upload-failed', 'The host did not take the file.');
}
