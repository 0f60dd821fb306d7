import type { Random } from '../../fixtures/random';
import type { Mutator } from '../format';
import { replaced } from './bytes';

/** Of files of text: numbers, strings, nesting, encodings. */

/** As a file may have them, and as none should. */
export const ODD_NUMBERS: readonly string[] = [
  ...['0', '-0', '-1', '1e308', '-1e308', '1e400', '-1e400', '1e-400', 'NaN', 'Infinity', '-Infinity', 'null', 'true'],
  ...['9007199254740993', '18446744073709551615', '18446744073709551616', '-9223372036854775808', '4294967295'],
  ...['1736408883733616.140', '1.69E+15', '0001.50', '1.2.3', '1,5', '0x10', '1e', '.', '-', '+5', '.5', '5.', '""'],
  ...['"abc"', '"N/A"', '[]', '{}', '', ' ', '9'.repeat(400), `0.${'3'.repeat(400)}`, '253402300800000000', '1e15'],
];

export const ODD_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'length',
    '0',
    '-1',
    'NaN',
    'N/A',
  ],
  ...['\\u0000', '\\ud800', '\\udc00\\ud800', '\\u001b[2J\\u001b]0;x\\u0007', '\\', '\\"', '\\x', '\\u12', '\\r\\n'],
  ...['=1+1', '@SUM(A1)', '-2+3', '+1', '<b>', '../../etc/passwd', 'a"b', "a'b", '{', '}', '[', ']', ',', ':', '/*'],
  ...[
    'x'.repeat(5000),
    '\u00e6\u00a8\u00a1',
    '\xef\xbb\xbf',
    '\xe2\x80\xae',
    '\xc0\xaf',
    '\xed\xa0\x80',
    '\xff',
    '\x00',
  ],
];

interface Found {
  readonly from: number;
  readonly to: number;
}

/** Something that `pattern` (global) finds, near a random place; undefined where there is nothing. */
function find(bytes: Buffer, random: Random, pattern: RegExp): Found | undefined {
  if (bytes.length === 0) return undefined;
  const start = random.integer(0, bytes.length - 1);
  for (const from of [start, 0]) {
    const text = bytes.toString('latin1', from, Math.min(bytes.length, from + 4000));
    pattern.lastIndex = 0;
    const match = pattern.exec(text);
    if (match) return { from: from + match.index, to: from + match.index + match[0].length };
  }
  return undefined;
}

function replacing(name: string, pattern: RegExp, instead: (old: string, random: Random) => string): Mutator {
  return {
    name,
    change: (bytes, random) => {
      const found = find(bytes, random, pattern);
      if (!found) return bytes;
      const old = bytes.toString('latin1', found.from, found.to);
      return replaced(bytes, found.from, found.to, instead(old, random));
    },
  };
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const STRING = /"(?:[^"\\\n]|\\.)*"/g;
const VALUE = /(?<=[:[]\s*)(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null|\[\]|\{\})/g;

export const numberMutators: readonly Mutator[] = [
  replacing('number replaced', NUMBER, (_old, random) => random.pick(ODD_NUMBERS)),
  replacing('number longer', NUMBER, (old, random) => old + '7'.repeat(random.pick([1, 3, 20, 300]))),
  replacing('sign turned', NUMBER, (old) => (old.startsWith('-') ? old.slice(1) : `-${old}`)),
];

export const stringMutators: readonly Mutator[] = [
  replacing('string replaced', STRING, (_old, random) => `"${random.pick(ODD_TEXTS)}"`),
  replacing('string lengthened', STRING, (old, random) => `"${random.pick(ODD_TEXTS)}${old.slice(1)}`),
  replacing('quote taken out', /"/g, () => ''),
  replacing('quotes doubled', STRING, (old) => `"${old}"`),
  replacing('string is a number', STRING, (_old, random) => random.pick(ODD_NUMBERS)),
];

function nested(random: Random, value: string): string {
  const depth = random.pick([1, 2, 20, 63, 64, 65, 200, 1000, 4000]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"ph":', '}]'],
  ] as const);
  const end = random.chance(0.8) ? close.repeat(depth) : '';
  return `${open.repeat(depth)}${value}${end}`;
}

export const jsonMutators: readonly Mutator[] = [
  replacing('value nested', VALUE, (old, random) => nested(random, old)),
  replacing('bracket taken out', /[[\]{}]/g, () => ''),
  replacing('bracket put in', /[[\]{},:]/g, (old, random) => old + random.pick([...'[]{},:'])),
  replacing('bracket turned', /[[\]{}]/g, (_old, random) => random.pick([...'[]{}'])),
  replacing('value replaced', VALUE, (_old, random) => random.pick([...ODD_NUMBERS, '"x"', '[1]', '{"a":1}', '[[]]'])),
  replacing('key replaced', /"(?:[^"\\\n]|\\.)*"(?=\s*:)/g, (_old, random) => `"${random.pick(ODD_TEXTS)}"`),
  replacing('member repeated', /"(?:[^"\\\n]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?[\d.]+),/g, (old, random) =>
    old.repeat(random.pick([2, 3, 50])),
  ),
];

export const encodingMutators: readonly Mutator[] = [
  {
    name: 'byte order mark',
    change: (bytes, random) => {
      const mark = random.pick([
        [0xef, 0xbb, 0xbf],
        [0xff, 0xfe],
        [0xfe, 0xff],
        [0xef, 0xbb],
      ]);
      return Buffer.concat([Buffer.from(mark), bytes]);
    },
  },
  { name: 'UTF-16', change: (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le') },
  { name: 'Latin-1 taken for UTF-8', change: (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8') },
  {
    name: 'line ends',
    change: (bytes, random) => {
      const end = random.pick(['\r', '\r\n', '\n', '\n\n', '\n\r', '\u2028', '\v']);
      return Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, end === '\u2028' ? '\xe2\x80\xa8' : end), 'latin1');
    },
  },
  {
    name: 'broken UTF-8',
    change: (bytes, random) => {
      const at = random.integer(0, bytes.length);
      const what = random.pick([[0x80], [0xc3], [0xe4, 0xb8], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xff, 0xff]]);
      return replaced(bytes, at, at, Buffer.from(what));
    },
  },
];
