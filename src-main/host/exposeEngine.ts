import { type Endpoint, expose, type TransferHandler, transferHandlers } from 'comlink';
import type { Engine } from '../../src-contract';
import { type EngineCall, isEngineCall } from '../../src-contract/wire/engineCall';
import { callEngine, engineOf } from '../../src-contract/wire/engineMethods';
import { withNotices } from '../../src-contract/wire/thrown';

/** The host's end of a connection, whatever carries it. */
export interface EngineCalls {
  /** Runs a call that came in; its answer goes to `answer`. Anything but a call of the Engine is refused with false. */
  receive(message: unknown): boolean;
}

type Callback = (event: { readonly data: EngineCall }) => void;

// comlink has one place for all connections.
const plainThrow = transferHandlers.get('throw') as TransferHandler<never, never>;
transferHandlers.set('throw', withNotices(plainThrow) as typeof plainThrow);

/** Lets `engine` be called through comlink messages. `answer` gets each answer, `id` being that of its call. */
export function exposeEngine(engine: Engine, answer: (id: string, message: unknown) => void): EngineCalls {
  const callbacks = new Set<Callback>();
  const endpoint: Endpoint = {
    postMessage: (message: { readonly id: string }) => answer(message.id, message),
    addEventListener: (_type, listener) => callbacks.add(listener as unknown as Callback),
    removeEventListener: (_type, listener) => callbacks.delete(listener as unknown as Callback),
  };
  const methods = engineOf((method, args) => callEngine(engine, method, args));
  expose(methods, endpoint);
  return {
    receive: (message) => {
      if (!isEngineCall(message)) return false;
      for (const callback of callbacks) callback({ data: message });
      return true;
    },
  };
}
