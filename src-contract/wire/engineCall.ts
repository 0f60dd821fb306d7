/** The only comlink message that a window may send: a call of one method of the Engine. */
import { type EngineMethod, isEngineMethod } from './engineMethods';

export interface EngineCall {
  readonly id: string;
  readonly type: 'APPLY';
  readonly path: readonly [EngineMethod];
  readonly argumentList: readonly RawArgument[];
}

interface RawArgument {
  readonly type: 'RAW';
  readonly value: unknown;
}

const maxIdLength = 128;

/**
 * True for a well-formed call. Comlink itself follows any property path ("open", "constructor", …) and so would let a
 * hijacked window run code in the host; nothing reaches it that has not passed here.
 */
export function isEngineCall(message: unknown): message is EngineCall {
  if (!isRecord(message)) return false;
  const { id, type, path, argumentList } = message;
  return (
    typeof id === 'string' &&
    id.length > 0 &&
    id.length <= maxIdLength &&
    type === 'APPLY' &&
    Array.isArray(path) &&
    path.length === 1 &&
    isEngineMethod(path[0]) &&
    Array.isArray(argumentList) &&
    argumentList.every((argument) => isRecord(argument) && argument.type === 'RAW')
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A comlink answer that makes the call `id` reject with an Error of this name and message. */
export function errorAnswer(id: string, name: string, message: string): object {
  return { id, type: 'HANDLER', name: 'throw', value: { isError: true, value: { name, message, stack: '' } } };
}
