/**
 * The value as another process gets it. Throws, as Electron does, for what the structured clone algorithm cannot carry, and
 * for shared memory: no two processes of Chromium share it through a message, while Node's own clone would.
 */
export function cloned<T>(value: T): T {
  refuseShared(value, new Set());
  try {
    return structuredClone(value);
  } catch (error) {
    throw new Error('An object could not be cloned.', { cause: error });
  }
}

function refuseShared(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof SharedArrayBuffer || (ArrayBuffer.isView(value) && value.buffer instanceof SharedArrayBuffer)) {
    throw new Error('An object could not be cloned.', { cause: '#<SharedArrayBuffer> could not be cloned.' });
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return;
  const inner = value instanceof Map || value instanceof Set ? [...value.entries()].flat() : Object.values(value);
  for (const one of inner) refuseShared(one, seen);
}
