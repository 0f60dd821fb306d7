import { type Endpoint, wrap } from 'comlink';
import type { Engine } from '../../src-contract';
import { engineMethods } from '../../src-contract/wire/engineMethods';

type AnyMethod = (...args: unknown[]) => unknown;

/** The Engine behind `endpoint` as a plain object: a comlink Proxy would answer to `then` and to any misspelt name. */
export function plainEngine(endpoint: Endpoint): Engine {
  const remote: object = wrap<Engine>(endpoint);
  const entries = engineMethods.map((method) => {
    const call = (...args: unknown[]): unknown => (Reflect.get(remote, method) as AnyMethod)(...args);
    return [method, call] as const;
  });
  return Object.fromEntries(entries) as unknown as Engine;
}
