import { type Endpoint, wrap } from 'comlink';
import type { Engine } from '../../src-contract';
import { engineOf } from '../../src-contract/wire/engineMethods';

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** The Engine behind `endpoint` as a plain object: a comlink Proxy would answer to `then` and to any misspelt name. */
export function plainEngine(endpoint: Endpoint): Engine {
  const remote: object = wrap<Engine>(endpoint);
  return engineOf((method, args) => (Reflect.get(remote, method) as AnyMethod)(...args));
}
