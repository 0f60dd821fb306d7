import { EventEmitter } from 'node:events';

/** An emitter of the listed events: to listen for another one throws, since it would never come. */
export class KnownEvents extends EventEmitter {
  constructor(
    private readonly ownName: string,
    private readonly eventNames_: readonly string[],
  ) {
    super();
    this.on('newListener', (event: string) => {
      if (event !== 'newListener' && event !== 'removeListener' && !this.eventNames_.includes(event)) {
        throw new Error(`The stand-in for electron has no event "${event}" of ${this.ownName}`);
      }
    });
  }
}

/** The first argument of a listener whose event can be refused. */
export class PreventableEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** An event with these properties, as Electron gives it to listeners. */
export function eventWith<T extends object>(properties: T): PreventableEvent & T {
  return Object.assign(new PreventableEvent(), properties);
}
