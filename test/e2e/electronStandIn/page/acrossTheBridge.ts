/**
 * A value as it arrives on the other side of the context bridge: data is copied and frozen, functions become functions of the
 * other side whose arguments and results cross as well. What Electron's documentation says cannot cross throws.
 */
export function acrossTheBridge(value: unknown): unknown {
  switch (typeof value) {
    case 'symbol':
      throw new TypeError('A symbol cannot cross the context bridge');
    case 'function':
      return (...args: readonly unknown[]) => acrossTheBridge(value(...args.map(acrossTheBridge)));
    case 'object':
      return value === null ? null : objectAcross(value);
    default:
      return value;
  }
}

function objectAcross(value: object): unknown {
  if (value instanceof Promise)
    return value.then(acrossTheBridge, (reason) => Promise.reject(acrossTheBridge(reason) as Error));
  if (value instanceof Blob || value instanceof Element) return value;
  if (value instanceof Error) return new Error(value.message);
  if (Array.isArray(value)) return Object.freeze(value.map(acrossTheBridge));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, acrossTheBridge(inner)])));
}
