import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionIdPattern } from '../../src-contract/wire/frames';
import { type UploadRefusal, type UploadRefusalCode, uploadPath } from '../../src-contract/wire/uploads';
import { UploadRefusedError, type Uploads } from './uploads';

const statusOf: Readonly<Record<UploadRefusalCode, number>> = {
  'upload-too-large': 507,
  'upload-bad-path': 400,
  'upload-unknown': 404,
  'upload-failed': 500,
  'upload-empty': 400,
};

/** Answers a request below `/upload` (`route`, see src-contract/wire/uploads.ts); the guard has let it through. */
export async function handleUpload(
  uploads: Uploads,
  request: IncomingMessage,
  route: string,
  parameters: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const [, id, action] = route.slice(uploadPath.length).split('/');
  try {
    if (id === undefined && request.method === 'POST') {
      const session = parameters.get('session') ?? '';
      if (!sessionIdPattern.test(session)) throw new UploadRefusedError('upload-unknown', 'The window has no session.');
      sendJson(response, 201, await uploads.start(session));
    } else if (id !== undefined && request.method === 'DELETE') {
      await uploads.remove(id);
      response.writeHead(204).end();
    } else if (id !== undefined && action === 'done' && request.method === 'POST') {
      sendJson(response, 200, uploads.finish(id));
    } else if (id !== undefined && action === undefined && request.method === 'POST') {
      const length = request.headers['content-length'];
      const announcedBytes = length === undefined ? undefined : Number(length);
      await uploads.receive(id, parameters.get('path') ?? '', request, announcedBytes);
      response.writeHead(204).end();
    } else {
      throw new UploadRefusedError('upload-unknown', 'There is no such upload request.');
    }
  } catch (error) {
    if (!(error instanceof UploadRefusedError)) throw error;
    // The rest of the body is not read, so the connection cannot be used again.
    response.setHeader('connection', 'close');
    sendJson(response, statusOf[error.code], { code: error.code, message: error.message } satisfies UploadRefusal);
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}
