import { describe, expect, test } from 'vitest';
import { indexText } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';
import { readReference } from '../../../../fixtures/referenceTrace';
import { readTokens } from '../../../../fixtures/tokens';
import { expectSameInPieces, mixedTrace } from './cutPieces';

const A = '{"ph":"X","ts":1,"dur":2,"name":"a"}';
const B = '{"ph":"X","ts":"5.5","name":"b","args":{"x":"}]"}}';

async function names(text: string | Uint8Array): Promise<string[]> {
  return (await readTokens(text)).events.map(({ name }) => name);
}

describe('what stands around the events', () => {
  test.each([
    ['an array', `[${A},${B}]`],
    ['an object', `{"traceEvents":[${A},${B}]}`],
    [
      'an object with more around it',
      `{"schema":{"a":[1,{"b":"]"}]},"traceEvents":[${A},${B}],"displayTimeUnit":"ns"}`,
    ],
    ['a BOM', `\ufeff[${A},${B}]`],
    ['a BOM and an object', `\ufeff{"traceEvents":[${A},${B}]}`],
    ['CRLF and tabs', `[\r\n\t${A},\r\n\t${B}\r\n]\r\n`],
    ['one event per line', `[\n${A},\n${B}\n]`],
    ['pretty-printed', JSON.stringify(JSON.parse(`[${A},${B}]`), undefined, 4)],
    ['a trailing comma', `[${A},${B},]`],
    ['several commas', `[,${A},,${B}]`],
    ['no commas', `[${A}${B}]`],
    ['no ]', `[${A},${B}`],
    ['a trailing comma and no ]', `[${A},${B},\n`],
    ['two documents', `[${A}][${B}]`],
    ['two documents on lines of their own', `[${A}]\n{"traceEvents":[${B}]}\n`],
    ['two documents and a comma', `[${A}],\n[${B}]`],
    ['an object cut off after its list', `{"traceEvents":[${A},${B}]`],
    ['an empty list first', `{"traceEvents":[],"x":1}[${A},${B}]`],
    ['zero bytes at the end', `[${A},${B}]\0\0\0`],
  ])('%s', async (_what, text) => {
    expect(await names(text)).toEqual(['a', 'b']);
    const { skipped } = await readTokens(text);
    expect(skipped).toEqual([]);
  });

  describe('a list of events inside of another value is no damage, and it is said where it is', () => {
    test.each([
      ['alone', `{"data":{"traceEvents":[${A},${B}]}}`, 1, []],
      [
        'with members around it',
        `{"a":1,"data":{"x":{},"traceEvents":[${A},${B}],"y":[1]},"z":{"b":[]}}`,
        1,
        ['a', 'y', 'z'],
      ],
      ['deeper', `{"a":{"b":[{"c":1},{"traceEvents":[${A},${B}]},{"d":2}],"e":1}, "f":2}`, 1, ['d', 'e', 'f']],
      ['twice', `{"a":{"traceEvents":[${A}]},"b":{"c":[{"traceEvents":[${B}]}]},"d":1}`, 2, ['d']],
      ['two in a list', `{"a":[{"traceEvents":[${A}]},{"traceEvents":[${B}]}],"d":1}`, 2, ['d']],
      ['beside the file’s own', `{"traceEvents":[${A}],"data":{"traceEvents":[${B}]},"d":1}`, 1, ['d']],
      ['in front of the file’s own', `{"data":{"traceEvents":[${A}]},"traceEvents":[${B}],"d":1}`, 1, ['d']],
    ])('%s', async (_what, text, count, keys) => {
      JSON.parse(text);
      for (const fillBytes of [undefined, 7, 40]) {
        const { events, skipped, notices, values } = await readTokens(text, fillBytes);
        expect(events.map(({ name }) => name)).toEqual(['a', 'b']);
        expect([...skipped, ...notices]).toEqual(Array(count).fill(expect.stringMatching(/^events-inside@/)));
        expect([...values.keys()]).toEqual(keys);
      }
    });

    test.each(['[]', '["a"]', '[{"a":1}]'])('but of no events, %s, it is a value', async (list) => {
      for (const fillBytes of [undefined, 7]) {
        const { events, skipped, notices } = await readTokens(
          `{"a":{"traceEvents":${list}},"traceEvents":[${A}]}`,
          fillBytes,
        );
        expect([events.length, ...skipped, ...notices]).toEqual([1]);
      }
    });
  });

  test('top-level values are kept as they are written', async () => {
    const { values } = await readTokens(`{"a": {"rank": 3} ,"traceEvents":[${A}],"b":"x,}","c":1.50}`);
    expect(Object.fromEntries(values)).toEqual({ a: '{"rank": 3}', b: '"x,}"', c: '1.50' });
  });

  test('raw control characters in strings are kept', async () => {
    expect(await names('[{"ph":"X","ts":1,"name":"line\none\u0001"}]')).toEqual(['line\none\u0001']);
  });
});

describe('damage', () => {
  test.each([
    ['closes the list', `[${A}],${B},${A}]`],
    ['closes the list of an object', `{"traceEvents":[${A}],${B},${A}],"x":1}`],
    ['opens another', `[${A},[${B},${A}]`],
    ['opens and closes another', `[${A},[${B}],${A}]`],
  ])('a bracket too many that %s loses no event', async (_what, text) => {
    for (const fillBytes of [undefined, 7]) expect((await readTokens(text, fillBytes)).events).toHaveLength(3);
  });

  test.each([
    ['the key’s second quote', `{"a[{"b":1},${A},${B}],"traceEvents":[${A}]}`],
    ['the key’s second quote and what is behind it', `{"a${A},"x":1,"traceEvents":[${B},${A}]}`],
    ['a quote in a value', `{"a":[{"b":"c}],"d":[${A}],"traceEvents":[${B},${A}]}`],
    ['the bracket behind a value', `{"a":[{"b":1},"traceEvents":[${A},${B},${A}]}`],
    ['a comma between brackets', `{"a":[[1][2]],"traceEvents":[${A},${B},${A}]}`],
    ['the first half of a value', `{"a":1]}],"traceEvents":[${A},${B},${A}]}`],
    ['a value’s end, at the end of the file', `{"traceEvents":[${A}],"a":[${B},${A}`],
    ['nothing, and has a brace too many', `{"a":{"b":1}},"traceEvents":[${A},${B},${A}]}`],
  ])('of a top-level object that lacks %s the events are shown, and what is not is listed', async (_what, text) => {
    for (const fillBytes of [undefined, 7, 40]) {
      const { events, skipped } = await readTokens(text, fillBytes);
      // Of what stands where a member is damaged, some may look like a part of it; then it is among what is listed.
      const listed = skipped.flatMap((said) => (/^damaged-json@(\d+)/.exec(said) ? [said] : []));
      expect({ text, fillBytes, listed }).toEqual({ text, fillBytes, listed: skipped });
      expect(listed.length, text).toBeGreaterThan(0);
      expect(events, text).toHaveLength(3);
    }
  });

  test('the brace behind a value in front of the list is missing: at the end of the file one is open', async () => {
    for (const fillBytes of [undefined, 7]) {
      const text = `{"a":{"b":1,"traceEvents":[${A},${B},${A}],"c":1}`;
      const { events, skipped, notices, values } = await readTokens(text, fillBytes);
      expect([events.length, ...skipped, ...notices]).toEqual([
        3,
        'events-inside@26',
        `truncated-document@${text.length}`,
      ]);
      expect([...values.keys()]).toEqual(['c']);
    }
  });

  describe.each([200, 300, 70_000])('an event whose args are %i levels deep', (levels) => {
    const deep = A.replace('}', `,"args":${'{"x":['.repeat(levels)}${']}'.repeat(levels)}}`);

    test.each([
      ['behind the list', `[${B}],${deep}`],
      ['behind the list, and others behind it', `[${B}],${deep},${B}]`],
      ['behind the object', `{"traceEvents":[${B}]} ${deep}`],
      ['in front of another list', `[${B}],${deep},{"traceEvents":[${B}]}`],
    ])('is shown where it stands %s', async (_what, text) => {
      for (const fillBytes of [undefined, 1000]) {
        const { events, skipped } = await readTokens(text, fillBytes);
        expect(events.filter(({ name }) => name === 'a')).toHaveLength(1);
        expect(skipped).toEqual([]);
      }
    });

    test('is shown, or told with the damage, where it stands behind other bytes', async () => {
      const { events, skipped, notices } = await readTokens(`[${B}]x${deep}`);
      expect(skipped).toEqual([`damaged-json@${B.length + 2} ×1`]);
      expect(notices.join()).not.toContain('garbage');
      expect(events).toHaveLength(levels < 65_536 ? 2 : 1);
    });
  });

  test('events between whole objects are shown', async () => {
    for (const between of [' ', '],', '}, '])
      expect((await readTokens(`{}{"traceEvents":[${A}]}${between}${B}${between}${A}`)).events, between).toHaveLength(
        3,
      );
    const { events, values } = await readTokens(`{"traceEvents":[${A}]}{"b":1,"traceEvents":[${B}]}{"c":1}`);
    expect([events.length, ...values.keys()]).toEqual([2, 'b', 'c']);
  });

  test('a file of zeros is said to be one', async () => {
    for (const text of ['\0'.repeat(5000), ' \n\0'])
      expect((await readTokens(text)).notices, text.slice(0, 3)).toEqual(['blank-file@0']);
    expect((await readTokens('{}')).notices).toEqual([]);
  });

  test('events without the beginning of their list are shown', async () => {
    for (const fillBytes of [undefined, 7]) {
      const { events, skipped } = await readTokens(`${A},${B},${A}]`, fillBytes);
      expect(events.map(({ name }) => name).slice(-2)).toEqual(['b', 'a']);
      expect(events.length + skipped.length).toBe(3);
    }
  });

  test.each([
    ['lists of no events', '[', '[{"a":1}],', ']'],
    ['lists and objects by turns', '', '[]{"a":1}', ''],
    ['members, each damaged as the last is', `{`, `"a":{"x":[${A}],`, '"a" 1}'],
    ['keys that are lists of events', '{', `"a[${A}],`, ''],
  ])('time is in proportion to the bytes: %s', async (_what, before, piece, behind) => {
    const text = before + piece.repeat(400_000 / piece.length) + behind;
    const start = process.cpuUsage();
    await readTokens(text);
    // Looked through anew at each of them, it would be a minute.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
  });

  test('a quote between events spoils what stands beside it, not all that follow', async () => {
    for (const stray of ['"', '"x', 'x"', '"a" "']) {
      const text = `[${A},${stray}${B},${A},${B}]`;
      for (const fillBytes of [undefined, 7]) {
        const { events, skipped } = await readTokens(text, fillBytes);
        expect(events.map(({ name }) => name).slice(-2), stray).toEqual(['a', 'b']);
        expect(skipped, stray).toContainEqual(expect.stringMatching(/^damaged-json@/));
      }
    }
  });

  test('elements that are no objects are listed', async () => {
    const { events, skipped } = await readTokens(`[null,${A},3,"text, [",[{"a":"X"}],${B},true]`);
    expect(events.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(skipped).toHaveLength(5);
    expect(skipped.every((said) => said.startsWith('not-an-event@') && said.endsWith('×1'))).toBe(true);
  });

  test('a spoilt event is passed over, and those after it are read', async () => {
    const spoilt = ['{"ph":"X","name":}', '{ph:"X"}', '{"name":"a"b"}', '{"a":1]', '{"ph"}'];
    for (const bad of spoilt) {
      const text = `[${A},${bad},${B},${A}]`;
      const { events, skipped } = await readTokens(text);
      expect({ bad, names: events.map(({ name }) => name) }).toEqual({ bad, names: ['a', 'b', 'a'] });
      expect(skipped, bad).toEqual([expect.stringMatching(new RegExp(`^damaged-json@${A.length + 2} `))]);
    }
  });

  test('a hole in the middle of the file', async () => {
    const events = Array.from({ length: 200 }, (_, i) => `{"ph":"X","ts":${i},"name":"n${i}","args":{"s":"},{"}}`);
    const text = `[${events.join(',')}]`;
    const random = new Random(5);
    for (let round = 0; round < 100; round++) {
      const from = random.integer(100, text.length - 1000);
      const holed = text.slice(0, from) + text.slice(from + random.integer(1, 800));
      const found = await names(holed);
      expect(found[0]).toBe('n0');
      expect(found.at(-1), `hole at ${from}`).toBe('n199');
      const numbers = found.map((name) => Number(name.slice(1)));
      expect(numbers.length).toBeGreaterThan(180);
    }
  });

  test.each([1, 10, 20, 30, A.length - 1])('cut %i bytes into an event', async (length) => {
    const text = `[${A},${A.slice(0, length)}`;
    const { events, skipped } = await readTokens(text);
    expect(events).toHaveLength(1);
    expect(skipped).toEqual([`truncated-event@${A.length + 2} ×1`]);
  });

  test('events behind a stray bracket are shown, and it is said', async () => {
    const { events, notices } = await readTokens(`[${A}], ${A}, ${A}]`);
    expect(events).toHaveLength(3);
    expect(notices).toEqual([`events-behind-list@${A.length + 4}`]);
    // The first of them may be damaged.
    const damaged = await readTokens(`[${A}], {"ph" "X"}, ${A}]`);
    expect(damaged.events).toHaveLength(2);
    expect(damaged.skipped).toEqual([expect.stringMatching(`@${A.length + 4} ×1$`)]);
    // Another document is no event, even where it begins behind a comma.
    const documents = await readTokens(`[${A}], {"traceEvents":[${A}]}`);
    expect(documents.events).toHaveLength(2);
    expect(documents.notices).toEqual([]);
  });

  test('garbage behind the end is said', async () => {
    const { events, notices } = await readTokens(`[${A}] and more`);
    expect(events).toHaveLength(1);
    expect(notices).toEqual([`garbage-after-end@${A.length + 3}`]);
  });

  test('brackets nested a million deep don’t overflow the stack', async () => {
    const deep = '['.repeat(1_000_000);
    expect(await names(`[${A},{"ph":"X","ts":1,"name":"deep","args":${deep}${']'.repeat(1_000_000)}},${B}]`)).toEqual([
      'a',
      'deep',
      'b',
    ]);
    // Never closed: nothing behind it can be told from what is inside it.
    const { events, skipped } = await readTokens(`[${A},{"args":${deep}`);
    expect(events).toHaveLength(1);
    expect(skipped).toHaveLength(1);
  });

  test('random bytes never throw', async () => {
    const random = new Random(6);
    const alphabet = '[]{}",:\\ \n0123456789.eE-+phtsdurnameargstruefalsenull\u0000\u00ff';
    for (let i = 0; i < 400; i++) {
      const text = Array.from(
        { length: random.integer(0, 300) },
        () => alphabet[random.integer(0, alphabet.length - 1)],
      ).join('');
      await readTokens(Buffer.from(random.chance(0.7) ? `[${text}` : text, 'latin1'));
    }
  });
});

describe('where the bytes are cut on their way in', () => {
  test('the result is the same for every size of the pieces', async () => {
    const whole = await readTokens(mixedTrace);
    expect(whole.events.map(({ phase }) => phase).join('')).toBe('MXCXsfiX');
    for (const fillBytes of [1, 2, 3, 5, 7, 8, 16, 31, 64, 100, 500])
      expect(await readTokens(mixedTrace, fillBytes), `${fillBytes} bytes at a time`).toEqual(whole);
  });

  test('the result is the same for a cut at every eleventh byte', () => expectSameInPieces(11));

  test('a file cut at every byte gives the events before the cut, and says so', async () => {
    const clean = `[${A},${B},${A}]`;
    const ends = [1 + A.length, 2 + A.length + B.length, 3 + 2 * A.length + B.length];
    for (let length = 1; length < clean.length; length++) {
      const { events, skipped, notices } = await readTokens(clean.slice(0, length));
      const complete = ends.filter((end) => end <= length).length;
      expect(events, `cut at ${length}`).toHaveLength(complete);
      const isBetween = length === 1 || ends.includes(length) || ends.includes(length - 1);
      expect(skipped.length + notices.length, `cut at ${length}`).toBe(1);
      expect([...skipped, ...notices][0]).toMatch(isBetween ? /^missing-bracket@/ : /^truncated-event@/);
    }
  });
});

describe('large things', () => {
  test('an event larger than any buffer', async () => {
    const stack = 'f.py(1): g;\\r\\n'.repeat(1_000_000);
    const { events, skipped } = await readTokens(
      `[${A},{"ph":"X","ts":3,"args":{"Call stack":"${stack}"},"name":"big"},${B}]`,
    );
    expect(events.map(({ name }) => name)).toEqual(['a', 'big', 'b']);
    expect(skipped).toEqual([]);
  }, 60_000);

  test('a long key beside the events is passed over with its value', async () => {
    const key = 'k'.repeat(1_500_000);
    const { events, values } = await readTokens(`{"${key}\\"":{"a":[1,"}"]},"b":1,"traceEvents":[${A},${B}]}`, 100_000);
    expect(events).toHaveLength(2);
    expect([...values]).toEqual([['b', '1']]);
  });

  test('a large value beside the events is passed over', async () => {
    const big = `"${'x'.repeat(10 << 20)}"`;
    const { events, values } = await readTokens(`{"big":${big},"traceEvents":[${A}],"small":1}`, 1 << 20);
    expect(events).toHaveLength(1);
    expect([...values.keys()]).toEqual(['small']);
  });
});

test('made-up traces of every shape lose nothing', async () => {
  const random = new Random(7);
  for (let round = 0; round < 60; round++) {
    const text = madeUpTrace(random);
    const reference = readReference(new TextEncoder().encode(text));
    const { summary } = await indexText(text);
    const total = Object.values(summary.eventCounts).reduce((a, b) => a + b, 0);
    expect(total, text.slice(0, 300)).toBe(reference.events.length);
  }
});

function madeUpTrace(random: Random): string {
  const space = () => random.pick(['', ' ', '\n', '\r\n', '\t']);
  const string = () =>
    `"${Array.from({ length: random.integer(0, 12) }, () => random.pick(['a', '}', '{', '[', ']', ',', '\\"', '\\\\', ':', 'é', '\\u0041'])).join('')}"`;
  const event = () => {
    const members = [
      `"ph":"${random.pick([...'XXXXBEbensftCiM'])}"`,
      `"ts":${random.integer(0, 1000)}.${random.integer(0, 999)}`,
    ];
    if (random.chance(0.8)) members.push(`"name":${string()}`);
    if (random.chance(0.5)) members.push(`"dur":${random.integer(0, 50)}`);
    if (random.chance(0.7)) members.push(`"pid":${random.integer(1, 3)}`, `"tid":${random.integer(1, 3)}`);
    if (random.chance(0.5)) members.push(`"id":${random.integer(1, 5)}`);
    if (random.chance(0.6)) members.push(`"args":{${string()}:${random.pick([string(), '1.5', '[{}]', 'null'])}}`);
    return `{${space()}${random.shuffled(members).join(`,${space()}`)}${space()}}`;
  };
  const events = Array.from({ length: random.integer(1, 60) }, event).join(`,${space()}`);
  const list = `[${space()}${events}${space()}${random.chance(0.2) ? '' : ']'}`;
  return list.endsWith(']') && random.chance(0.5) ? `{"a":${string()},"traceEvents":${list}}` : list;
}
