import type { Engine } from '..';

/** Every method of the Engine; what is not listed cannot be called from a window. */
export const engineMethods = [
  'host',
  'open',
  'openDemo',
  'watch',
  'cancel',
  'close',
  'viewport',
  'flows',
  'slice',
  'sliceAtSource',
  'neighbour',
  'search',
  'statistics',
  'findSlice',
  'views',
  'table',
  'tableCsv',
  'columnValues',
  'ask',
  'listFolder',
  'recentDumps',
  'forgetRecentDump',
  'settings',
  'changeSettings',
  'usage',
  'clearCache',
] as const satisfies readonly (keyof Engine)[];

export type EngineMethod = (typeof engineMethods)[number];

/** Fails to compile when a method of the Engine is missing from the list. */
type MissingMethods = Exclude<keyof Engine, EngineMethod>;
const allMethodsListed: MissingMethods extends never ? true : MissingMethods = true;

export function isEngineMethod(name: unknown): name is EngineMethod {
  return allMethodsListed && (engineMethods as readonly unknown[]).includes(name);
}
