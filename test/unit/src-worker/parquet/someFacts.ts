import { type Fact, factColumns } from '../../../../src-worker/parquet/factColumns';
import { Random } from '../../../fixtures/random';

const texts = ['', 'a', 'allReduce', 'allReduce_1', 'allGather', '汉字', '😀 é', 'x'.repeat(700), 'x'.repeat(699)];
const numbers = [0, 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 5e-324, 2 ** 53];
const wholes = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 77];
const instants = [0n, 1n, -1n, 1754300001002434180n, 1754300001002434181n, 2n ** 63n - 1n, -(2n ** 63n)];

/** Facts of all shapes: `share` of the columns are there, of few values or of many. */
export function someFacts(seed: number, count: number, share: number): Fact[] {
  const seeded = new Random(seed);
  const next = () => seeded.next();
  const isOfMany = factColumns.map(() => next() < 0.5);
  const of = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  return Array.from({ length: count }, (_, row) => {
    const fact: Record<string, unknown> = { kind: of(['a', 'b', 'a kind']) };
    for (const [at, { field, type }] of factColumns.entries()) {
      if (field === 'kind' || next() >= share) continue;
      if (type === 'STRING') fact[field] = isOfMany[at] ? `${of(texts)}${row}` : of(texts);
      else if (type === 'DOUBLE') fact[field] = isOfMany[at] ? next() * 1e9 : of(numbers);
      else if (type === 'INT32') fact[field] = isOfMany[at] ? Math.floor((next() - 0.5) * 2 ** 32) : of(wholes);
      else fact[field] = isOfMany[at] ? BigInt(Math.floor(next() * 2 ** 53)) * 2n ** 10n : of(instants);
    }
    return fact as unknown as Fact;
  });
}
