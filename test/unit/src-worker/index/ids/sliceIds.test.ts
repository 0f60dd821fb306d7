import { describe, expect, test } from 'vitest';
import {
  NO_IDS,
  SAME_SLICE_FOLLOWS,
  SLICE_ID_KINDS,
  SLICE_IDS,
  SliceIds,
} from '../../../../../src-worker/index/ids/sliceIds';
import { type Indexed, indexText } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';
import { readReference } from '../../../../fixtures/referenceTrace';
import { indexedIds, referenceIds } from '../idLists';

const event = (name: string, ts: number, args: string) =>
  `{"ph":"X","pid":1,"tid":1,"ts":${ts},"dur":1,"name":"${name}","args":{${args}}}`;

async function idsOf(args: string) {
  const { view } = await indexText(`[${event('a', 0, '"x":1')},${event('b', 5, args)}]`);
  const slice = 1;
  return Object.fromEntries(
    SLICE_ID_KINDS.flatMap((kind) => {
      const id = view.ids.get(kind, slice);
      return id === undefined ? [] : [[kind, id]];
    }),
  );
}

describe('ids of slices', () => {
  test('whole numbers of args, as a number or as text', async () => {
    expect(await idsOf('"External id":7,"correlation" : "12", "stream":7')).toEqual({ external: 7n, correlation: 12n });
    expect(await idsOf('"connection_id":1644,"src rank":0,"dst rank":3')).toEqual({
      connection: 1644n,
      sourceRank: 0n,
      destinationRank: 3n,
    });
    expect(await idsOf('"correlation_id":8226')).toEqual({ queue: 8226n });
  });

  test.each(['-1', '"N/A"', '"0x10"', 'null', '1.5', '""', '4294967295', '18446744073709551615', '[7]', '{"a":7}'])(
    '%s is no id',
    async (value) => {
      expect(await idsOf(`"correlation":${value}`)).toEqual({});
    },
  );

  test('beyond 2^53 they are exact', async () => {
    for (const id of ['9007199254740993', '1736408883700059821', '4294967296', '18446744073709551614'])
      expect(await idsOf(`"connection_id":${id}`)).toEqual({ connection: BigInt(id) });
    // Too large for 64 bits.
    expect(await idsOf('"connection_id":18446744073709551616')).toEqual({});
  });

  test('only of the args themselves, not of what is inside them', async () => {
    expect(await idsOf('"a":{"correlation":1},"b":[{"correlation":2}],"c":"\\"correlation\\":3"')).toEqual({});
    expect(await idsOf('"text":"correlation","x":"correlation"')).toEqual({});
  });

  test('of two with the same key the later counts', async () => {
    expect(await idsOf('"correlation":1,"correlation":2')).toEqual({ correlation: 2n });
  });

  test('follow their slices to lanes and rows', async () => {
    const random = new Random(1);
    const events = Array.from({ length: 3000 }, (_, i) => {
      const ids = [
        ...(random.chance(0.5) ? [`"correlation":${random.integer(0, 500)}`] : []),
        ...(random.chance(0.3) ? [`"External id":"${random.integer(0, 2 ** 40)}"`] : []),
        ...(random.chance(0.1) ? [`"dst rank":${random.integer(-1, 3)}`] : []),
      ];
      const phase = random.chance(0.9) ? 'X' : random.pick([...'iCBE']);
      return `{"ph":"${phase}","pid":1,"tid":${random.integer(1, 5)},"ts":${random.integer(0, 10_000)},"dur":${random.integer(0, 300)},"name":"n${i}","args":{"p":"${'x'.repeat(i % 70)}",${random.shuffled(ids).join(',')}}}`.replace(
        ',}',
        '}',
      );
    });
    const text = `[${events.join(',\n')}]`;
    const indexed = await indexText(text);
    const wanted = referenceIds(readReference(new TextEncoder().encode(text)));
    expect(wanted.length).toBeGreaterThan(2000);
    expect(indexedIds(indexed)).toEqual(wanted);
    expectLookedUp(indexed, random);
  });

  test('no ids, no columns', async () => {
    const { index, view } = await indexText(`[${event('a', 0, '"x":1')}]`);
    expect(index.ids).toEqual(NO_IDS);
    expect(view.ids.get('correlation', 0)).toBeUndefined();
    expect(view.ids.slicesOf('correlation', 0n)).toEqual([]);
  });
});

/** By value and by slice, against looking at all. */
function expectLookedUp({ view }: Indexed, random: Random): void {
  const { ids } = view;
  for (const kind of SLICE_ID_KINDS) {
    const rows = Array.from({ length: ids.count(kind) }, (_, row) => ({ slice: ids.slice(kind, row), row }));
    if (rows.length === 0) continue;
    expect(rows.map(({ slice }) => slice)).toEqual(rows.map(({ slice }) => slice).sort((a, b) => a - b));
    for (let i = 0; i < 100; i++) {
      const { row, slice } = random.pick(rows);
      const value = ids.value(kind, row);
      const same = rows.filter((other) => ids.value(kind, other.row) === value);
      expect(ids.slicesOf(kind, value)).toEqual(same.map((other) => other.slice));
      const visited: number[] = [];
      ids.visitSame(kind, row, kind, (other) => visited.push(other));
      expect(visited).toEqual(same.map((other) => other.row));
      expect(ids.get(kind, slice)).toBe(value);
      expect(ids.number(kind, slice)).toBe(Number(value));
    }
  }
}

test('values above 32 bits are in order too', () => {
  const random = new Random(2);
  const values = Array.from(
    { length: 500 },
    () => BigInt(random.integer(0, 3)) * 2n ** 33n + BigInt(random.integer(0, 5)),
  );
  const ids = new SliceIds({
    refs: Uint32Array.from({ length: 2 * values.length }, (_, slice) => (slice % 2 === 0 ? 1 + slice / 2 : 0)),
    kind: new Uint8Array(values.length).fill(SLICE_IDS.connection),
    valueLow: Uint32Array.from(values, (value) => Number(value & 0xffff_ffffn)),
    valueHigh: Uint32Array.from(values, (value) => Number(value >> 32n)),
  });
  for (const value of [...values, 6n, 2n ** 40n])
    expect(ids.slicesOf('connection', value)).toEqual(values.flatMap((other, i) => (other === value ? [2 * i] : [])));
});

test('numbers of many slices are those of each', () => {
  const ids = new SliceIds({
    refs: Uint32Array.of(0, 1, 3, 0),
    kind: Uint8Array.of(SLICE_IDS.sourceRank | SAME_SLICE_FOLLOWS, SLICE_IDS.destinationRank, SLICE_IDS.sourceRank),
    valueLow: Uint32Array.of(4, 5, 6),
    valueHigh: Uint32Array.of(0, 0, 1),
  });
  const sources = new Float64Array(7);
  const destinations = new Float64Array(7);
  const kinds = ['sourceRank', 'destinationRank'] as const;
  ids.putPairs(kinds, Uint32Array.of(0, 1, 2, 3), [sources, destinations], 0);
  ids.putPairs(kinds, Uint32Array.of(2, 1), [sources, destinations], 5);
  expect([...sources]).toEqual([Number.NaN, 4, 2 ** 32 + 6, Number.NaN, 0, 2 ** 32 + 6, 4]);
  expect([...destinations]).toEqual([Number.NaN, 5, Number.NaN, Number.NaN, 0, Number.NaN, 5]);
});
