import { expect, test } from 'vitest';
import { Alike, type FactKind, FactReader } from '../../../../../src-worker/analysis/summary/factCodec';
import { factsOfBytes, fileOfForm } from '../../../../../src-worker/analysis/summary/summaryFile';
import { toldAbout } from '../../../../../src-worker/analysis/summary/toldAbout';
import type { Fact } from '../../../../../src-worker/parquet/factColumns';
import { plainText } from '../../../../../src-worker/parquet/plainJson';

const kind: FactKind = { kind: 'rank', columns: { label: 'name', hostName: 'detail', worldSize: 'count' } };
const files = [
  { name: 'trace_view.json', sizeBytes: 5 },
  { name: 'kernel_details.csv', sizeBytes: 7 },
];
const metadata = { 'a "quoted" name': [1, 2], ranks: [0, 8, 16, 24, 32, 40, 48, 56] };
const profilerInfo = { config: { level: Number.NaN } };
const rest = { rank: 3, job: '', folder: 'rank3', place: '/a/rank3', files, metadata, profilerInfo };

/** What the facts tell of their rank, as they are read from a file. */
function read(facts: readonly Fact[], alike = new Alike()) {
  const found = factsOfBytes(fileOfForm('ranks', facts), 'ranks', alike);
  if (found.kind === 'refused') throw new Error(found.detail);
  return toldAbout(new FactReader({ table: found.table, rows: [...found.table.has.keys()] }, alike), kind);
}

const fact = (more: string): Fact => ({ kind: 'rank', rank: 3, name: 'Rank 3', detail: 'node-a', count: 64, more });

test('a rank is what was written of it: what has a column, and the rest', () => {
  const about = read([fact(plainText(rest))]);
  expect(about).toMatchObject({ label: 'Rank 3', hostName: 'node-a', worldSize: 64, rank: 3, place: '/a/rank3' });
  expect([about?.files, about?.metadata, about?.profilerInfo]).toEqual([files, metadata, profilerInfo]);
});

test('nothing is told where no fact is of a rank', () => {
  expect(read([{ kind: 'chip', rank: 3, name: 'NPU' }])).toBeUndefined();
});

test('what its small files tell stays a text until somebody asks, and says nothing where that is damaged', () => {
  const damaged = plainText(rest).replace('"ranks":', '"ranks":,');
  const about = read([fact(damaged)]);
  expect(about?.files).toEqual(files);
  expect([about?.metadata, about?.profilerInfo]).toEqual([undefined, profilerInfo]);
  const { metadata: _metadata, profilerInfo: _info, ...without } = rest;
  const told = read([fact(plainText(without))]);
  expect([told?.folder, told?.metadata, told?.profilerInfo]).toEqual(['rank3', undefined, undefined]);
});

test('damage elsewhere is not kept to oneself', () => {
  for (const [whole, changed] of [
    ['"files":[{', '"files":[{,'],
    ['"rank":3', '"rank":3x'],
  ])
    expect(() => read([fact(plainText(rest).replace(whole, changed))]), changed).toThrow(SyntaxError);
});

test('files that ranks have in common are kept once, and so are lists of ranks in what their files tell', () => {
  const alike = new Alike();
  const [one, other] = [rest, { ...rest, rank: 4, files: [files[0], { name: 'other.csv', sizeBytes: 1 }] }].map((own) =>
    read([fact(plainText(own))], alike),
  );
  expect(other?.files[0]).toBe(one?.files[0]);
  expect(other?.files[1]).not.toEqual(one?.files[1]);
  const ranksOf = (about: typeof one) => (about?.metadata as typeof metadata | undefined)?.ranks;
  expect(ranksOf(one)).toEqual(metadata.ranks);
  expect(ranksOf(one)).toBe(ranksOf(other));
});
