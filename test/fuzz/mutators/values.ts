import { createCodec } from '../../../src-contract/wire/codec';
import type { Random } from '../../fixtures/random';
import type { Mutator } from '../format';
import { ODD_TEXTS } from './text';

/** Of calls: other values in the place of any part of what is sent, decoded and encoded again. */

type Path = readonly (string | number)[];

/** Made anew each time: some are changed by whoever gets them. */
const ODD_VALUES: readonly ((random: Random) => unknown)[] = [
  ...[undefined, null, true, false, 0, -0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, 1e-300].map(
    (v) => () => v,
  ),
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5n, -(2n ** 64n)].map((v) => () => v),
  (random) => random.pick(ODD_TEXTS),
  () => 'x'.repeat(100_000),
  () => [],
  () => ({}),
  () => [[]],
  () => new Uint8Array([1, 2, 3]),
  () => new Float64Array([Number.NaN, 1]),
  () => new BigUint64Array(2),
  () => new ArrayBuffer(8),
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([['paths', ['/']]]),
  () => new Set([1]),
  () => /a*/g,
  () => new RangeError('given'),
  () => Array.from({ length: 20_000 }, (_, i) => i),
  () => Array.from({ length: 300 }).reduce<unknown>((inner) => [inner], 1),
  () => Array.from({ length: 300 }).reduce<unknown>((inner) => ({ of: inner }), 1),
  () => ({ length: 5 }),
  () => ({ kind: 'number', toString: 'x', valueOf: 1 }),
  () => JSON.parse('{"then":1,"__proto__":{"x":1},"constructor":1,"hasOwnProperty":2}') as unknown,
];

const codec = createCodec();

function pathsIn(value: unknown, path: Path = [], found: Path[] = []): Path[] {
  found.push(path);
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && path.length < 8)
    for (const key of Object.keys(value).slice(0, 50)) pathsIn(value[key as keyof typeof value], [...path, key], found);
  return found;
}

/** The value with what stands at the path changed; `change` answers nothing to take it out. */
function changed(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown[]): unknown {
  if (key === undefined) return change(value)[0];
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  if (rest.length > 0) copy[key] = changed(copy[key], rest, change);
  else {
    const answer = change(copy[key]);
    if (answer.length > 0) copy[key] = answer[0];
    else if (Array.isArray(copy)) copy.splice(Number(key), 1);
    else delete copy[key];
  }
  return copy;
}

function onValue(name: string, change: (old: unknown, random: Random) => unknown[]): Mutator {
  return {
    name,
    change: (bytes, random) => {
      const sent: unknown = codec.decode(bytes);
      const path = random.pick(pathsIn(sent));
      return Buffer.from(codec.encode(changed(sent, path, (old) => change(old, random))));
    },
  };
}

export const valueMutators: readonly Mutator[] = [
  onValue('value replaced', (_old, random) => [random.pick(ODD_VALUES)(random)]),
  onValue('value replaced by one of its kind', (old, random) => {
    const those = ODD_VALUES.map((make) => make(random)).filter((value) => typeof value === typeof old);
    return [those.length > 0 ? random.pick(those) : old];
  }),
  onValue('value taken out', () => []),
  onValue('value in a list', (old) => [[old]]),
  onValue('value in an object', (old) => [{ of: old, value: old }]),
  onValue('list lengthened', (old, random) => [
    Array.isArray(old) ? [...old, ...old, random.pick(ODD_VALUES)(random)] : old,
  ]),
  onValue('member added', (old, random) => [
    typeof old === 'object' && old !== null && !ArrayBuffer.isView(old) && !Array.isArray(old)
      ? {
          ...old,
          [random.pick(['rows', 'columns', 'groups', 'name', 'window', '__proto__x'])]: random.pick(ODD_VALUES)(random),
        }
      : old,
  ]),
];
