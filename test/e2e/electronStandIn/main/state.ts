import type { SchemePrivileges } from '../messages';

/** What the parts of the stand-in's process know of each other, and what the test may ask to see. */
export const state = {
  isReady: false,
  isQuitting: false,
  schemes: [] as readonly SchemePrivileges[],
  /** Everything that was handed to the system, in its order. */
  toSystem: [] as { readonly what: string; readonly args: readonly unknown[] }[],
};

/** Hands something to the system that stands for it: the test sees it. */
export function toSystem(what: string, ...args: readonly unknown[]): void {
  state.toSystem.push({ what, args: structuredClone(args) });
}

export function mustBeReady(name: string): void {
  if (!state.isReady) throw new Error(`${name} cannot be used before the app is ready`);
}
