import { MessagePort, type TransferListItem, type Worker } from 'node:worker_threads';
import { type Remote, transferHandlers } from 'comlink';

/** What comlink sends for a value, and what is to be transferred with it. */
type Wired = readonly [value: WireValue, transferred: readonly TransferListItem[]];

type WireValue =
  | { readonly type: 'RAW'; readonly value: unknown }
  | { readonly type: 'HANDLER'; readonly name: string; readonly value: unknown };

type Answer = WireValue & { readonly id: number };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls what a thread has given away with comlink's `expose`, in its messages. Comlink's own way of calling makes two proxies for
 * each call and has V8 tell when they are collected: that is most of the garbage of a view in the thread that everything passes through.
 */
export function threadCalls<Api>(worker: Worker): Remote<Api> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    if (!asked) return;
    waiting.delete(answer.id);
    try {
      asked.resolve(fromWire(answer));
    } catch (error) {
      asked.reject(error);
    }
  });
  const call = (name: string, args: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      const argumentList: WireValue[] = [];
      const transferred: TransferListItem[] = [];
      for (const arg of args) {
        const [value, own] = toWire(arg);
        argumentList.push(value);
        transferred.push(...own);
      }
      worker.postMessage({ id, type: 'APPLY', path: [name], argumentList }, transferred);
      waiting.set(id, { resolve, reject });
    });
  const methods = new Map<string, (...args: readonly unknown[]) => Promise<unknown>>();
  const methodNamed = (name: string) => {
    const known = methods.get(name);
    if (known) return known;
    const method = (...args: readonly unknown[]) => call(name, args);
    methods.set(name, method);
    return method;
  };
  // What is awaited is no call of `then`.
  const get = (_target: object, name: string | symbol) =>
    typeof name === 'string' && name !== 'then' ? methodNamed(name) : undefined;
  return new Proxy({}, { get }) as Remote<Api>;
}

function toWire(value: unknown): Wired {
  for (const [name, handler] of transferHandlers) {
    if (!handler.canHandle(value)) continue;
    const [serialized, transferred] = handler.serialize(value);
    return [{ type: 'HANDLER', name, value: serialized }, transferred as unknown as TransferListItem[]];
  }
  return [{ type: 'RAW', value }, portsOf(value)];
}

/** A port, or a list of them: they can only be given away. */
function portsOf(value: unknown): readonly MessagePort[] {
  if (value instanceof MessagePort) return [value];
  return Array.isArray(value) && value[0] instanceof MessagePort ? (value as readonly MessagePort[]) : [];
}

/** Throws what the call has thrown. */
function fromWire(answer: WireValue): unknown {
  if (answer.type === 'RAW') return answer.value;
  const handler = transferHandlers.get(answer.name);
  if (!handler) throw new Error(`Nothing is known of an answer of the kind ${answer.name}`);
  return handler.deserialize(answer.value);
}
