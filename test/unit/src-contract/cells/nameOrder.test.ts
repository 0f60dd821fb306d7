import { expect, test } from 'vitest';
import { compareNames, comparePlain, isPlain, sameFrom } from '../../../../src-contract/cells/nameOrder';

const collator = new Intl.Collator('en', { numeric: true });

/** Without the collator where that can be, however often it has been asked. */
function compare(a: string, b: string): number {
  const from = sameFrom(a, b);
  return isPlain(a, 0) && isPlain(b, from) ? comparePlain(a, b, from) : compareNames(a, b);
}

test('numbers in names go by their value', () => {
  const names = ['rank_10', 'Rank_2', 'rank_2', 'rank_02', 'rank-1', 'rank_1.json', 'rank_1', 'größe 10', 'größe 9'];
  expect(names.sort(compareNames)).toEqual([
    ...['größe 9', 'größe 10', 'rank_1', 'rank_1.json', 'rank_2', 'rank_02', 'Rank_2', 'rank_10', 'rank-1'],
  ]);
});

test('the same for the first names and for those after thousands', () => {
  const names = Array.from({ length: 300 }, (_, i) =>
    `Node-${(i * 7) % 5}_${(i * 7919) % 300}_é`.slice(0, i % 3 ? -2 : 99),
  );
  const sorted = [...names].sort(collator.compare);
  for (let turn = 0; turn < 3; turn++) expect([...names].sort(compareNames)).toEqual(sorted);
});

test('each character of ASCII stands to each other one as the collator has it', () => {
  const characters = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
  for (const a of characters)
    for (const b of characters) expect(compare(a, b), JSON.stringify([a, b])).toBe(collator.compare(a, b));
});

test('names of any characters, and of those that look alike, are as the collator has them', () => {
  let state = 7;
  const below = (count: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % count;
  };
  const alphabets = [
    'aAbB01_-. ',
    '0129',
    'rankRANK_0123456789',
    'aä-é1２中',
    ' !"#$%&\'()*+,-./0129:;<=>?@AZ[\\]^_`az{|}~',
  ];
  for (let round = 0; round < 10_000; round++) {
    const alphabet = alphabets[round % alphabets.length];
    const name = () => Array.from({ length: below(9) }, () => alphabet[below(alphabet.length)]).join('');
    const [a, b] = [name(), name()];
    expect(compare(a, b), JSON.stringify([a, b])).toBe(collator.compare(a, b));
  }
});

test('numbers of hundreds of digits, and of many zeros', () => {
  const digits = (count: number, last = '1') => '9'.repeat(count - 1) + last;
  const names = [
    digits(253),
    digits(254),
    digits(254, '2'),
    digits(255),
    digits(255, '2'),
    digits(600),
    '0'.repeat(300),
    '0',
  ];
  for (const a of names) for (const b of names) expect(compare(a, b), `${a} ${b}`).toBe(collator.compare(a, b));
});
