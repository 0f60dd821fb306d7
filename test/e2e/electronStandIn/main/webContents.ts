import { readFileSync } from 'node:fs';
import { createTextCodec, type FromPage, type Navigation, type ToPage } from '../messages';
import { strict } from '../strict';
import { cloned } from './cloned';
import { eventWith, KnownEvents } from './emitter';
import { deliverInvoke, deliverSend } from './ipcMain';
import { link } from './link';
import type { StandInPort } from './messagePorts';
import { defaultSession, grantedPermissions } from './session';

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' };
/** `ToPage` without what all of them have. */
type Outgoing = ToPage extends infer Message ? (Message extends ToPage ? Omit<Message, 'document'> : never) : never;

const events = [
  ...['did-finish-load', 'did-fail-load', 'dom-ready', 'did-start-navigation', 'did-navigate', 'destroyed'],
  ...['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview', 'preload-error'],
  ...['render-process-gone', 'unresponsive', 'responsive', 'zoom-changed', 'before-input-event', 'context-menu'],
  ...['devtools-opened', 'did-create-window'],
];
const codec = createTextCodec<ToPage, FromPage>();

/** `WebContents` of a window. Its frames are but the main one: pages here have no others with a preload script. */
export class StandInContents extends KnownEvents {
  readonly session = defaultSession;
  readonly mainFrame: object;
  zoomLevel = 0;
  /** Of the document that is there, as its preload script's surroundings named it. */
  private document: string | undefined;
  private url = '';
  private openHandler: OpenHandler | undefined;
  private isGone = false;
  private readonly ports = new Map<number, StandInPort>();
  private portCount = 0;
  private loading: { resolve(): void; reject(reason: Error): void } | undefined;
  private areToolsOpen = false;

  constructor(
    readonly id: number,
    preload: string,
    size: { readonly width: number; readonly height: number },
  ) {
    super('WebContents', events);
    this.mainFrame = this.frame(true);
    link.tell({ kind: 'open', window: id, preload: readFileSync(preload, 'utf8'), ...size });
  }

  loadURL(url: string): Promise<void> {
    this.refuseIfGone();
    const { origin } = new URL(url);
    link.tell({
      kind: 'granted',
      origin: origin === 'null' ? originOf(url) : origin,
      permissions: grantedPermissions(this),
    });
    this.url = url;
    link.tell({ kind: 'load', window: this.id, url });
    return new Promise((resolve, reject) => {
      this.loading = { resolve, reject };
    });
  }

  reload(): void {
    this.refuseIfGone();
    link.tell({ kind: 'load', window: this.id, url: this.url });
  }

  getURL(): string {
    this.refuseIfGone();
    return this.url;
  }

  send(channel: string, ...args: readonly unknown[]): void {
    this.refuseIfGone();
    this.tellPage({ kind: 'send', channel, args: cloned(args), ports: [] });
  }

  postMessage(channel: string, message: unknown, transfer: readonly StandInPort[] = []): void {
    this.refuseIfGone();
    const ports = transfer.map((port) => {
      const id = ++this.portCount;
      const carrier = {
        postMessage: (to: number, data: unknown) => this.tellPage({ kind: 'port-message', port: to, data }),
        close: (to: number) => this.tellPage({ kind: 'port-closed', port: to }),
      };
      this.ports.set(id, port.transferTo(carrier, id));
      return id;
    });
    this.tellPage({ kind: 'send', channel, args: [cloned(message)], ports });
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  setZoomLevel(level: number): void {
    this.refuseIfGone();
    this.zoomLevel = level;
  }

  getZoomLevel(): number {
    this.refuseIfGone();
    return this.zoomLevel;
  }

  openDevTools(): void {
    this.areToolsOpen = true;
  }

  isDevToolsOpened(): boolean {
    return this.areToolsOpen;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  isCrashed(): boolean {
    return this.document === undefined;
  }

  /** What the page's preload script sends. */
  receive(text: string): void {
    const message = codec.decode(text);
    if (message.kind === 'begin') {
      this.closePorts();
      this.document = message.document;
      this.emit('did-navigate', eventWith({}), this.url, 200, 'OK');
      return;
    }
    if (message.document !== this.document) return;
    switch (message.kind) {
      case 'painted':
        this.emit('dom-ready', eventWith({}));
        return;
      case 'preload-error':
        this.emit('preload-error', eventWith({}), '', new Error(message.message));
        return;
      case 'send':
        this.receiveSend(message.channel, message.args);
        return;
      case 'invoke':
        void this.receiveInvoke(message.id, message.channel, message.args);
        return;
      case 'port-message':
        this.ports.get(message.port)?.receive(message.data);
        return;
      case 'port-closed':
        this.ports.get(message.port)?.disconnected();
        return;
    }
  }

  /** A message as of a page of that address, or of a frame in ours, which no page of ours can be made to send. */
  receiveSend(channel: string, args: readonly unknown[], sender: object = this.mainFrame): void {
    deliverSend(channel, this.ipcEvent(sender), args);
  }

  invokedBy(channel: string, args: readonly unknown[], sender: object = this.mainFrame): Promise<unknown> {
    return deliverInvoke(channel, this.ipcEvent(sender), args);
  }

  frame(isMain: boolean, url?: string): object {
    const contents = this;
    return strict('WebFrameMain', {
      get url() {
        return url ?? contents.url;
      },
      get origin() {
        return originOf(url ?? contents.url);
      },
      parent: isMain ? null : (this.mainFrame ?? null),
      detached: false,
      isDestroyed: () => contents.isGone,
      postMessage: (channel: string, message: unknown, transfer?: readonly StandInPort[]) =>
        contents.postMessage(channel, message, transfer),
    });
  }

  /** Whether a navigation goes on. `what` is how it came about. */
  mayNavigate(what: 'will-navigate' | 'will-redirect', { url, isMainFrame }: Omit<Navigation, 'window'>): boolean {
    const details = { url, isMainFrame, isSameDocument: false, frame: this.mainFrame, initiator: this.mainFrame };
    const names = what === 'will-redirect' ? [what] : ['will-frame-navigate', ...(isMainFrame ? [what] : [])];
    return names.every((name) => {
      const event = eventWith(details);
      this.emit(name, event, url, false, isMainFrame, 1, 1);
      return !event.defaultPrevented;
    });
  }

  mayOpenWindow(url: string): boolean {
    return (this.openHandler?.({ url }) ?? { action: 'allow' }).action === 'allow';
  }

  loaded(failure?: string): void {
    const { loading } = this;
    this.loading = undefined;
    if (failure === undefined) {
      this.emit('did-finish-load', eventWith({}));
      loading?.resolve();
    } else {
      this.emit('did-fail-load', eventWith({}), -2, failure, this.url, true, 1, 1);
      loading?.reject(new Error(`${failure} loading '${this.url}'`));
    }
  }

  crashed(): void {
    this.document = undefined;
    this.closePorts();
  }

  destroyed(): void {
    if (this.isGone) return;
    this.closePorts();
    this.isGone = true;
    this.emit('destroyed');
  }

  private async receiveInvoke(id: number, channel: string, args: readonly unknown[]): Promise<void> {
    try {
      this.tellPage({ kind: 'invoked', id, value: cloned(await this.invokedBy(channel, args)) });
    } catch (error) {
      this.tellPage({ kind: 'invoke-failed', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  private ipcEvent(senderFrame: object): object {
    return strict('IpcMainEvent', { sender: this, senderFrame, ports: [], type: 'frame', processId: 1, frameId: 1 });
  }

  /** What is sent when no document is there, or to one that has gone, is lost. */
  private tellPage(message: Outgoing): void {
    if (this.document === undefined || this.isGone) return;
    link.tell({
      kind: 'to-page',
      window: this.id,
      text: codec.encode({ ...message, document: this.document } as ToPage),
    });
  }

  private closePorts(): void {
    for (const port of this.ports.values()) port.disconnected();
    this.ports.clear();
  }

  private refuseIfGone(): void {
    if (this.isGone) throw new Error('Object has been destroyed');
  }
}

/** Of a scheme of one's own, which is "null" in Node. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
