import { expect, test } from 'vitest';
import { NONE, NumberList, ShapePool } from '../../../../src-worker/parquet/numberHoles';
import { plainText, plainValue } from '../../../../src-worker/parquet/plainJson';
import { Random } from '../../../fixtures/random';

interface Found {
  readonly place: number;
  readonly numbers: Float64Array;
}

/** Of a text that was seen before, as all but the first of its shape. */
function found(pool: ShapePool, text: string): Found {
  const bytes = Buffer.from(`before${text}behind`);
  const numbers = new NumberList();
  const place = pool.find(bytes, 6, bytes.length - 6, numbers);
  return { place, numbers: numbers.taken() };
}

function seenTwice(pool: ShapePool, text: string): Found {
  found(pool, text);
  return found(pool, text);
}

test('what a text says is what JSON says of it, to the last bit', () => {
  const pool = new ShapePool();
  const random = new Random(7);
  for (let round = 0; round < 400; round++) {
    const number = () => {
      const own = (random.next() - 0.3) * 10 ** Math.floor(random.next() * 24 - 8);
      return round % 3 === 0 ? Math.round(own) : own;
    };
    const told = {
      core: 'AI_"C0RE\\ 12',
      minNs: number(),
      facts: { flop: number(), computeType: round % 2 === 0 ? 'bf16' : 'fp16', none: null, sizes: [number(), 0, [-0]] },
      isOdd: round % 2 === 0,
      deviation: Number.NaN,
      ranks: { list: [0, 1, 2, 3, 4, 5, 6, 7, 8], '7': 1e300 },
    };
    const text = plainText(told);
    const { place, numbers } = seenTwice(pool, text);
    expect(place).not.toBe(NONE);
    const shape = pool.shapes[place];
    expect(shape.value(numbers, 0)).toEqual(plainValue(text));
    expect(shape.member('facts', numbers, 0)).toEqual(plainValue(plainText(told.facts)));
    expect(shape.member('isOdd', numbers, 0)).toBe(told.isOdd);
    expect(JSON.parse(shape.filled(numbers, 0))).toEqual(JSON.parse(text));
  }
  // The words differ, and nothing else but numbers.
  expect(pool.shapes.length).toBe(2);
});

test('the first of its shape stands for itself, and so does a text without numbers', () => {
  const pool = new ShapePool();
  expect(found(pool, '{"a":1}')).toEqual({ place: NONE, numbers: new Float64Array(0) });
  expect(found(pool, '{"a":-2.5}')).toEqual({ place: 0, numbers: Float64Array.of(-2.5) });
  expect(found(pool, '{"a":3e-7}')).toEqual({ place: 0, numbers: Float64Array.of(3e-7) });
  for (let round = 0; round < 3; round++) expect(found(pool, '{"a":"1"}').place).toBe(NONE);
});

test('texts that only begin as others, or have something else between two numbers, have a shape of their own', () => {
  const pool = new ShapePool();
  const texts = ['{"a":1,"b":2}', '{"a":1,"b":2,"c":3}', '{"a":1,"c":2}', '{"a":1}', '{"a":[1,"b",2]}'];
  const places = texts.map((text) => seenTwice(pool, text).place);
  expect(new Set(places).size).toBe(texts.length);
  for (const [at, text] of texts.entries()) {
    const again = found(
      pool,
      text.replaceAll(/\d/g, (digit) => `${digit}0`),
    );
    expect(again.place).toBe(places[at]);
    expect([...again.numbers]).toEqual([...text.matchAll(/\d/g)].map(([digit]) => 10 * Number(digit)));
  }
});

test('what is no number is no shape: whoever parses the text learns of it', () => {
  const pool = new ShapePool();
  for (const text of [
    '{"a":-}',
    '{"a":1e}',
    '{"a":1-2}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":1.2.3}',
    '{"a":01e5}',
    '{"a":\u0001}',
  ])
    expect(seenTwice(pool, text)).toEqual({ place: NONE, numbers: new Float64Array(0) });
  for (const text of ['{"a":1,}', '{"a":.5}']) {
    const { place } = seenTwice(pool, text);
    expect(() => pool.shapes[place].numberCount).toThrow(SyntaxError);
  }
});

test('what is said by the same numbers is one object', () => {
  const pool = new ShapePool();
  const { place, numbers } = seenTwice(pool, '{"facts":{"flop":12,"sizes":[3,4]},"minNs":7}');
  const shape = pool.shapes[place];
  const [one, other] = [shape.common('facts', numbers, 0), shape.common('facts', Float64Array.of(12, 3, 4, 99), 0)];
  expect(one).toEqual({ flop: 12, sizes: [3, 4] });
  expect(other).toBe(one);
  expect(shape.common('facts', Float64Array.of(12, 3, 5, 7), 0)).toEqual({ flop: 12, sizes: [3, 5] });
  expect(shape.common('nothing', numbers, 0)).toBeUndefined();
});
