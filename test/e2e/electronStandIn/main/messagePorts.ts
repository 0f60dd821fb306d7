import { strict } from '../strict';
import { cloned } from './cloned';
import { KnownEvents } from './emitter';

/** Where the messages of a port go whose other end is in a page. */
export interface PortCarrier {
  postMessage(port: number, data: unknown): void;
  close(port: number): void;
}

/**
 * `MessagePortMain`. Messages wait until `start`; buffers are copied, only ports could be transferred. Of ports in pages each
 * has a number.
 */
export class StandInPort extends KnownEvents {
  private other: StandInPort | undefined;
  private away: { readonly carrier: PortCarrier; readonly id: number } | undefined;
  private isStarted = false;
  private isClosed = false;
  private isTransferred = false;
  private waiting: unknown[] = [];

  constructor() {
    super('MessagePortMain', ['message', 'close']);
  }

  static entangle(one: StandInPort, other: StandInPort): void {
    one.other = other;
    other.other = one;
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    this.mustBeHere();
    if (transfer.length > 0) throw new Error('The stand-in for electron carries no ports over a MessagePortMain');
    const data = cloned(message);
    if (this.isClosed) return;
    if (this.away !== undefined) this.away.carrier.postMessage(this.away.id, data);
    else this.other?.receive(data);
  }

  start(): void {
    this.mustBeHere();
    this.isStarted = true;
    for (const data of this.waiting.splice(0)) this.deliver(data);
  }

  close(): void {
    this.mustBeHere();
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.away !== undefined) this.away.carrier.close(this.away.id);
    else this.other?.disconnected();
  }

  /** The other end goes to a page; what it has been sent before goes along. The end that stays is told. */
  transferTo(carrier: PortCarrier, id: number): StandInPort {
    this.mustBeHere();
    const stays = this.other;
    if (stays === undefined) throw new Error('Port at index 0 is already neutered');
    this.isTransferred = true;
    stays.away = { carrier, id };
    for (const data of this.waiting.splice(0)) carrier.postMessage(id, data);
    return stays;
  }

  /** A message of the other end. */
  receive(data: unknown): void {
    if (this.isClosed) return;
    if (this.isStarted) this.deliver(data);
    else this.waiting.push(data);
  }

  /** The other end is closed, or its page has gone. */
  disconnected(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    setImmediate(() => this.emit('close'));
  }

  private deliver(data: unknown): void {
    setImmediate(() => {
      if (!this.isClosed) this.emit('message', { data, ports: [] });
    });
  }

  private mustBeHere(): void {
    if (this.isTransferred) throw new Error('The port was transferred and is of no use here any more');
  }
}

export class MessageChannelMain {
  readonly port1 = strict('MessagePortMain', new StandInPort());
  readonly port2 = strict('MessagePortMain', new StandInPort());

  constructor() {
    StandInPort.entangle(this.port1, this.port2);
  }
}
