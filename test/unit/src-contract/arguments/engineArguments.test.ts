import { describe, expect, test } from 'vitest';
import { engineArguments } from '../../../../src-contract/arguments/engineArguments';
import { questionArguments, tableArguments } from '../../../../src-contract/arguments/viewArguments';
import { checkedArguments } from '../../../../src-contract/arguments/wrongArgument';
import { type EngineMethod, engineMethodNames } from '../../../../src-contract/wire/engineMethods';

/** Whatever a hijacked window may send: all that crosses a port or a socket. */
const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  10n,
  '',
  'x'.repeat(100_000),
  'a\0b',
  [],
  [[]],
  ['x'.repeat(100_000)],
  new Uint8Array(4),
  new Float64Array(2),
  new Map([['dump', 'x']]),
  new Date(0),
  /x/,
  new Error('x'),
  {},
  { dump: 7 },
  { length: 3 },
  { __proto__: null },
  JSON.parse('{"__proto__":{"dump":"x"}}'),
];

/** Words of zod, of the JavaScript engine, of Node. */
const notOurs = /Invalid|expected|received|Unrecognized|Too (big|small)|is not a function|undefined|\bat .*:\d+|ERR_/;

function refusalOf(method: EngineMethod, args: readonly unknown[]): Error | undefined {
  try {
    checkedArguments(method, args);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

describe('wrong arguments', () => {
  test.each(engineMethodNames)('%s refuses them with a sentence', (method) => {
    const calls = [[], ...odd.flatMap((first) => [[first], [first, first], [first, first, first, first, first]])];
    for (const args of calls) {
      const refusal = refusalOf(method, args);
      // What remains is what the method may be asked.
      if (refusal === undefined) continue;
      expect(refusal.name).toBe('WrongArgumentError');
      expect(refusal.message).toMatch(new RegExp(`^${method} can’t be done: .* has to be .*\\.$`));
      expect(refusal.message.length).toBeLessThan(2000);
      expect(refusal.message).not.toMatch(notOurs);
    }
    const refused = calls.filter((args) => refusalOf(method, args) !== undefined);
    expect(refused.length).toBeGreaterThan(calls.length * 0.7);
  });

  test('says which one and where', () => {
    expect(() => checkedArguments('open', [new Uint8Array(3)])).toThrow(
      'open can’t be done: argument 1 has to be a list of at most 10,000 items.',
    );
    expect(() => checkedArguments('open', [['/a', 7]])).toThrow('open can’t be done: argument 1, 1, has to be a path.');
    expect(() => checkedArguments('open', [[]])).toThrow('a list of at least one path');
    expect(() => checkedArguments('watch', ['dump'])).toThrow('watch can’t be done');
    expect(() => checkedArguments('neighbour', ['dump', { rank: 0, slice: 1, generation: 1 }, 'up'])).toThrow(
      'argument 3 has to be one of previous, next, parent, child.',
    );
  });

  test('a question and a table are told by their names', () => {
    expect(() => checkedArguments('ask', ['dump', 'constructor', {}])).toThrow(
      'argument 2 has to be one of job.chips,',
    );
    expect(() => checkedArguments('ask', ['dump', 'memory.graph', { rank: 0 }])).toThrow(
      'argument 3, graph, has to be',
    );
    const query = { dump: 'dump', sort: [], filters: [], firstRow: 0, rowCount: 1 };
    const table = (source: object) => checkedArguments('table', [{ ...query, source }]);
    expect(() => table({ table: 'operator.kernels', of: { ranks: 'all' } })).toThrow('argument 1, source.of.ranks,');
    expect(() => table({ table: '__proto__', of: {} })).toThrow('argument 1, source.table,');
    // Not in the words of the library that looks.
    expect(() => table({ table: 'operator.kernels' })).toThrow('argument 1, source.of, has to be an object');
  });

  test('a picture of more pixels than there are screens for', () => {
    const query = { dump: 'd', startNs: 0, endNs: 1e9, nsPerPixel: 1e-9, lanes: [], folded: [1], labelMinPixels: 3 };
    expect(() => checkedArguments('viewport', [query])).toThrow('a stretch of at most 1,048,576 pixels');
  });
});

describe('right arguments', () => {
  const ref = { rank: 0, slice: 3, generation: 1 };
  const viewport = {
    dump: 'd',
    startNs: -5,
    endNs: 1e9,
    nsPerPixel: 1e6,
    lanes: [1, 2],
    rows: [{ lane: 1, first: 0, end: 4 }],
    folded: [],
    labelMinPixels: 30,
  };
  const tableQuery = {
    dump: 'd',
    source: { table: 'operator.groups', of: { ranks: [0], by: 'type', isPerRank: false, peaks: { fp16: 1e12 } } },
    sort: [{ column: 'a', isDescending: true }],
    filters: [{ kind: 'range', column: 'aliveUntilNs', min: Number.MAX_VALUE, max: Number.POSITIVE_INFINITY }],
    firstRow: 0,
    rowCount: 0,
    columns: ['a'],
  };

  test.each([
    ['open', [['/a', 'relative']]],
    ['viewport', [viewport]],
    ['slice', ['d', ref]],
    ['search', [{ dump: 'd', text: '', maxResults: 0 }]],
    ['search', [{ dump: 'd', text: '', maxResults: 0 }, 'an id']],
    ['table', [tableQuery]],
    ['columnValues', [tableQuery, 'a']],
    ['ask', ['d', 'memory.curves', { curves: [{ kind: 'module', rank: 0, module: 'HCCL' }], buckets: 900 }]],
    ['ask', ['d', 'summary.split', { step: 'median' }, 'an id']],
    ['changeSettings', [{ memoryBudgetBytes: Number.NaN }]],
    ['changeSettings', [{ chips: { chosen: 'x', changed: { x: { fp16: 1 } } } }]],
  ] as readonly (readonly [EngineMethod, readonly unknown[]])[])('%s takes %j', (method, args) => {
    const checked = checkedArguments(method, args);
    // Absent at the end is the same as undefined.
    expect(checked.slice(0, args.length)).toEqual(args);
  });

  test('what nobody declared is left out', () => {
    const [query] = checkedArguments('viewport', [{ ...viewport, extra: 1 }]);
    expect(query).toEqual(viewport);
  });

  test('every method, question and table can be enumerated', () => {
    expect(Object.keys(engineArguments).sort()).toEqual([...engineMethodNames].sort());
    expect(Object.keys(questionArguments)).toContain('communication.exposed');
    expect(Object.keys(tableArguments)).toContain('memory.live');
  });
});
