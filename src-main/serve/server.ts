import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { DumpId, Engine, HostInfo } from '../../src-contract';
import { beatMs, enginePath, sessionIdPattern } from '../../src-contract/wire/frames';
import { reasonOfCode, systemCode } from '../../src-contract/wire/systemErrors';
import { uploadPath } from '../../src-contract/wire/uploads';
import { createClientEngine } from '../host/clientEngine';
import { contentSecurityPolicy } from '../host/contentSecurityPolicy';
import type { InitialDump } from '../host/initialDump';
import type { PathPolicy } from '../host/pathPolicy';
import { listStaticFiles, type StaticFiles } from '../host/staticFiles';
import { Access, checkRequest } from './requestGuard';
import { sendFile } from './sendFile';
import { Sessions } from './sessions';
import { Strangers } from './strangers';
import { handleUpload } from './uploadRoutes';
import { Uploads } from './uploads';

/** Calls are small (the answers are large, and go the other way). */
const maxCallBytes = 4 * 1024 * 1024;

/** How long a connection may be silent, and how many there may be of those that nobody has let in. */
export interface ConnectionLimits {
  /** From the connection, or its last answer, to the end of a request's headers. */
  readonly headersMs: number;
  /** Without a byte either way; a WebSocket is pinged instead. */
  readonly silenceMs: number;
  /** Between two pings: a window that has not answered to one gets no second. */
  readonly beatMs: number;
  readonly strangers: number;
}

const usualLimits: ConnectionLimits = { headersMs: 10_000, silenceMs: 120_000, beatMs, strangers: 64 };

export interface BrowserHostOptions {
  readonly engine: Engine;
  readonly host: HostInfo;
  readonly policy: PathPolicy;
  readonly initialDump?: InitialDump;
  /** Folder of the built window. */
  readonly rendererDir: string;
  readonly tempDir: string;
  /** Tried in this order; 0 is any free one. */
  readonly ports: readonly number[];
  readonly limits?: ConnectionLimits;
  readonly onDumpOpened?: (dump: DumpId) => void;
  /** A window connected, for the first time or again. */
  readonly onWindowJoined?: () => void;
  /** A window left (closed or reloaded), and this many are there or may come back. */
  readonly onWindowLeft?: (windowCount: number) => void;
}

export interface BrowserHost {
  readonly port: number;
  /** With the token: whoever has it may use the host. */
  readonly address: string;
  /** An address that works once, within a minute; for a browser's command line, which others can read. */
  createLaunchAddress(): string;
  close(): Promise<void>;
}

/** Starts the browser host on 127.0.0.1. Rejects when no port is free or the window's files are missing. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const files = await listStaticFiles(options.rendererDir);
  const access = new Access();
  const uploads = new Uploads({ tempDir: options.tempDir });
  const limits = options.limits ?? usualLimits;
  const sessions = new Sessions({
    beatMs: limits.beatMs,
    createClient: () =>
      createClientEngine({
        engine: options.engine,
        host: options.host,
        policy: options.policy,
        isUpload: (path) => uploads.contains(path),
        ...(options.initialDump && { initialDump: options.initialDump }),
        ...(options.onDumpOpened && { onOpened: options.onDumpOpened }),
      }),
    onEnded: (sessionId) => {
      // What cannot be removed now goes with the whole folder when the host ends.
      void uploads.removeOf(sessionId).catch(() => undefined);
      options.onWindowLeft?.(sessions.count);
    },
  });

  const strangers = new Strangers(limits.strangers);
  const letIn = (request: IncomingMessage): void => strangers.letIn(request.socket);
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.headersMs / 2,
      // An upload may take long; the headers may not, nor may it fall silent.
      requestTimeout: 0,
    },
    (request, response) => {
      handleRequest({ files, access, uploads, letIn }, request, response).catch((error: unknown) => {
        failRequest(response, error);
      });
    },
  );
  server.timeout = limits.silenceMs;
  server.on('connection', (socket: Socket) => strangers.add(socket));

  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxCallBytes, perMessageDeflate: false });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = requestUrl(request);
    const sessionId = url?.searchParams.get('session') ?? '';
    const verdict = checkRequest(request, access, true);
    if (!verdict.isAllowed) {
      refuseUpgrade(socket, verdict.status);
      return;
    }
    letIn(request);
    if (url === undefined || routeOf(url, access) !== enginePath || !sessionIdPattern.test(sessionId))
      refuseUpgrade(socket, 404);
    else
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        options.onWindowJoined?.();
        sessions.connect(sessionId, webSocket);
      });
  });

  const port = await listen(server, options.ports);
  const origin = `http://127.0.0.1:${port}`;
  return {
    port,
    address: `${origin}${access.pagePath}?token=${access.token}`,
    // Others can read it: not even the path of the page is in it.
    createLaunchAddress: () => `${origin}/?token=${access.createLaunchToken()}`,
    close: async () => {
      await sessions.dispose();
      sockets.close();
      server.close();
      server.closeAllConnections();
      await uploads.dispose();
    },
  };
}

interface RequestContext {
  readonly files: StaticFiles;
  readonly access: Access;
  readonly uploads: Uploads;
  readonly letIn: (request: IncomingMessage) => void;
}

async function handleRequest(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const host = request.headers.host ?? '';
  setSecurityHeaders(response, host);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const { access } = context;
  const verdict = checkRequest(request, access, !isReading);
  if (!verdict.isAllowed) {
    // Whatever else it sends is not read.
    response.setHeader('connection', 'close');
    sendText(response, verdict.status, verdict.reason);
    return;
  }
  context.letIn(request);
  if (verdict.via !== 'cookie') response.setHeader('set-cookie', access.setCookie);
  if (verdict.via === 'door') {
    response.writeHead(303, { location: access.pagePath, 'cache-control': 'no-store' }).end();
    return;
  }

  const url = requestUrl(request);
  const route = url && routeOf(url, access);
  const file = route === undefined ? undefined : context.files.get(route);
  if (url === undefined) sendText(response, 400, 'The address is not valid.');
  else if (isReading && route === '/session') response.writeHead(204, { 'cache-control': 'no-store' }).end();
  else if (isReading && file !== undefined) await sendFile(file, response, request.method === 'HEAD');
  else if (route === uploadPath || route?.startsWith(`${uploadPath}/`)) {
    await handleUpload(context.uploads, request, route, url.searchParams, response);
  } else sendText(response, 404, 'There is nothing at this address.');
}

/** What the address means below the path of this run; undefined where dots in it lead out of that. */
function routeOf(url: URL, access: Access): string | undefined {
  return access.isPage(url.pathname) ? url.pathname.slice(access.pagePath.length - 1) : undefined;
}

function setSecurityHeaders(response: ServerResponse, host: string): void {
  // Firefox and older Safari do not count ws: as 'self'. A host that is not ours is refused before this is sent.
  response.setHeader(
    'content-security-policy',
    contentSecurityPolicy(/^[\w.:[\]-]+$/.test(host) ? [`ws://${host}`] : []),
  );
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'no-referrer');
  // Together they isolate the page from others, for which browsers let it have a clock finer than 0.1 ms.
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
}

/** The address of the request as far as routes care; undefined when it cannot be parsed. */
function requestUrl(request: IncomingMessage): URL | undefined {
  const path = request.url ?? '';
  return path.startsWith('/') && URL.canParse(`http://host${path}`) ? new URL(`http://host${path}`) : undefined;
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}

function failRequest(response: ServerResponse, error: unknown): void {
  // A window that went away in the middle of an answer needs none.
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  sendText(response, 500, `This could not be answered: ${reasonOfCode(systemCode(error))}.`);
}

function refuseUpgrade(socket: Socket, status: 401 | 403 | 404): void {
  const reason = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }[status];
  const answer = `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  // The other end may never close its half.
  socket.end(answer, () => socket.destroy());
}

async function listen(server: Server, ports: readonly number[]): Promise<number> {
  for (const [index, port] of ports.entries()) {
    try {
      return await listenOn(server, port);
    } catch (error) {
      const isTaken = ['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!isTaken || index === ports.length - 1) throw error;
    }
  }
  throw new Error('No port to listen on was given.');
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
