import { useMemo } from 'react';

/**
 * The object of the render before, as long as each of its values is the same one: what is made from many values can depend
 * on the object instead of naming them all twice. Its keys must be the same in every render.
 */
export function useSame<T extends object>(value: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are all there is to depend on
  return useMemo(() => value, Object.values(value));
}
