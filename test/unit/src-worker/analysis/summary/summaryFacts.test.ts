import { expect, test } from 'vitest';
import { Alike } from '../../../../../src-worker/analysis/summary/factCodec';
import { summaryOfFacts } from '../../../../../src-worker/analysis/summary/summaryFacts';
import { factsOfBytes, fileOfForm } from '../../../../../src-worker/analysis/summary/summaryFile';
import { readFacts } from '../../../../../src-worker/parquet/factFile';
import { plainValue } from '../../../../../src-worker/parquet/plainJson';
import { sharedJob } from '../../../../fixtures/sharedJob';
import { summariesIn } from './summaries';

test('a summary keeps what was found in its rank alone, and what its numbers rest on', async () => {
  const { folder } = await sharedJob({
    ranks: 2,
    steps: 2,
    eventsPerRank: 2000,
    seed: 3,
    faults: [{ kind: 'jit-compile', rank: 1, callsPerStep: 24, milliseconds: 1.2 }],
  });
  const [healthy, compiling] = (await summariesIn(folder)).map(({ bytes }) => {
    const found = factsOfBytes(bytes, 'ranks', new Alike());
    if (found.kind === 'refused') throw new Error(found.detail);
    return found.table.rows();
  });
  const namesOf = (facts: typeof healthy) => facts.flatMap((own) => (own.kind === 'finding' ? [own.name] : []));
  expect(namesOf(compiling)).toContain('B3:compile Rank 1');
  expect(namesOf(healthy)).not.toContain('B3:compile Rank 0');
  const compile = compiling.find(({ name }) => name === 'B3:compile Rank 1');
  expect(compile).toMatchObject({ type: 'B3', peer: 1, detail: 'host' });
  expect(compile?.ns).toBeGreaterThan(1e6);
  expect(compile?.value).toBeGreaterThan(0);
  expect(compiling.filter(({ kind }) => kind === 'trust').length).toBeGreaterThan(0);
});

test('numbers of collectives and of what they moved stand in columns, and are what was written', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 });
  const [{ bytes }] = await summariesIn(folder);
  const found = factsOfBytes(bytes, 'ranks', new Alike());
  if (found.kind === 'refused') throw new Error(found.detail);
  const rows = found.table.rows();
  const originNs = 1_754_300_001_000_000_000n;
  const summary = summaryOfFacts(
    { table: found.table, rows: [...rows.keys()] },
    { index: 0 as never, rank: 0, originNs, alike: new Alike() },
  );
  const written = rows.filter(({ kind }) => kind === 'collective');
  const moved = rows.filter(({ kind }) => kind === 'bandwidth');
  expect(summary?.collectives.length).toBe(written.length);
  for (const [at, own] of (summary?.collectives ?? []).entries()) {
    const fact = written[at];
    expect([own.name, own.elapseNs, own.transitNs, own.waitNs]).toEqual([
      fact.name,
      fact.ns,
      fact.transitNs,
      fact.waitNs,
    ]);
    expect(own.startNs).toBe(Number((fact.startNs ?? 0n) - originNs));
    const ofOwn = moved.filter(({ parent }) => parent === at);
    expect(own.bandwidths.map(({ transport, sizeBytes, transitNs }) => [transport, sizeBytes, transitNs])).toEqual(
      ofOwn.map(({ transport, bytes: size, transitNs }) => [transport, size, transitNs]),
    );
    for (const { packets, transitNs } of own.bandwidths)
      for (const { timeNs } of packets) expect(timeNs).toBeLessThanOrEqual(transitNs);
  }
  expect(moved.length).toBeGreaterThan(0);
});

test('links stand in columns, and are what was written, one whose ends have no place in the job too', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 });
  const [{ bytes }] = await summariesIn(folder);
  const local = { kind: 'link', rank: 0, group: 'g', transport: 'RDMA', peer: 3, bytes: 10, transitNs: 5 };
  const facts = [...(await readFacts(bytes)), { ...local, more: '{"isGlobal":false,"source":1.5}' }];
  const found = factsOfBytes(fileOfForm('ranks', facts), 'ranks', new Alike());
  if (found.kind === 'refused') throw new Error(found.detail);
  const written = found.table.rows().filter(({ kind }) => kind === 'link');
  const summary = summaryOfFacts(
    { table: found.table, rows: [...found.table.has.keys()] },
    { index: 0 as never, rank: 0, originNs: 0n, alike: new Alike() },
  );
  expect(written.length).toBeGreaterThan(1);
  expect(
    summary?.links.map((own) => [own.type, own.op, own.step, own.group, own.transport, own.target, own.sizeBytes]),
  ).toEqual(
    written.map(({ type = '', name = '', step = '', group = '', transport = '', peer, bytes: size }) => {
      return [type, name, step, group, transport, peer, size];
    }),
  );
  expect(summary?.links.map(({ transitNs }) => transitNs)).toEqual(written.map(({ transitNs }) => transitNs));
  expect(summary?.links.slice(0, -1).map(({ source, isGlobal }) => [source, isGlobal])).toEqual(
    written.slice(0, -1).map(({ source }) => [source, true]),
  );
  expect(summary?.links.at(-1)).toMatchObject({ kind: 'collective', source: 1.5, target: 3, isGlobal: false });
});

test('how many calls of a function took how long, and what its counters come to', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 });
  const [{ bytes }] = await summariesIn(folder);
  const rows = await readFacts(bytes);
  const functions = rows.filter(({ kind }) => kind === 'function');
  const calls = rows.filter(({ kind }) => kind === 'calls');
  let many = 0;
  for (const [at, { name, count = 0, ns = 0, type }] of functions.entries()) {
    const own = calls.filter(({ parent }) => parent === at);
    const sum = own.reduce((all, one) => all + (one.count ?? 0), 0);
    expect({ name, sum }).toEqual({ name, sum: count < 2 || type === 'python' ? 0 : count });
    if (own.length === 0) continue;
    many++;
    // The mean lies between what its calls took at least and at most.
    const least = own.reduce((all, one) => all + (one.count ?? 0) * (one.ns ?? 0), 0) / count;
    expect(ns).toBeGreaterThanOrEqual(least);
    expect(ns).toBeLessThanOrEqual(1.5 * least);
  }
  expect(many).toBeGreaterThan(20);
  const frequency = rows.find(({ kind }) => kind === 'frequency');
  const counters = rows.filter(({ kind }) => kind === 'counter');
  const sampled = counters.find(({ name }) => name === 'AI Core Freq')?.value ?? 0;
  expect(sampled / (frequency?.value ?? 0)).toBeCloseTo(1, 3);
  expect(counters.length).toBeGreaterThan(1);
});

test('no kind of fact is a rank’s and a record’s: both are looked up among all of a rank of one device', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 });
  const [{ bytes }] = await summariesIn(folder);
  const found = factsOfBytes(bytes, 'ranks', new Alike());
  if (found.kind === 'refused') throw new Error(found.detail);
  const all = found.table.rows().map(({ kind }) => kind);
  const first = all.indexOf('record');
  const ofRank = new Set(all.slice(0, first));
  expect(ofRank).toContain('collective');
  expect(all.slice(first).filter((kind) => ofRank.has(kind))).toEqual([]);
  expect(all.slice(first)).toContain('function');
});

test('what small files tell of a rank is what was written, when it is asked for; what is damaged in them says nothing', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 2000, seed: 3 });
  const [{ bytes }] = await summariesIn(folder);
  const facts = readFacts(bytes);
  const more = facts.find(({ kind }) => kind === 'rank')?.more ?? '';
  const aboutOf = (changed: string) => {
    const own = facts.map((fact) => (fact.kind === 'rank' ? { ...fact, more: changed } : fact));
    const found = factsOfBytes(fileOfForm('ranks', own), 'ranks', new Alike());
    if (found.kind === 'refused') throw new Error(found.detail);
    const place = { index: 0 as never, rank: 0, originNs: 0n, alike: new Alike() };
    return summaryOfFacts({ table: found.table, rows: [...found.table.has.keys()] }, place)?.about;
  };
  const written = plainValue(more) as Readonly<Record<string, unknown>>;
  expect(written.metadata).toHaveProperty('distributed_args.world_size', 2);
  expect(written.profilerInfo).toBeDefined();
  const about = aboutOf(more);
  expect(about).toMatchObject({ label: 'Rank 0', worldSize: 2, writer: 'torch_npu' });
  expect(about?.startedMs).toBe(written.startedMs);
  expect(about?.process).toBe(written.process);
  for (const member of ['rank', 'job', 'folder', 'place', 'files', 'metadata', 'profilerInfo'] as const)
    expect(about?.[member], member).toEqual(written[member]);
  const broken = aboutOf(more.replace('"distributed_args":{', '"distributed_args":{,'));
  expect(broken?.metadata).toBeUndefined();
  expect(broken?.profilerInfo).toEqual(written.profilerInfo);
  for (const [whole, changed] of [
    ['"files":[{', '"files":[{,'],
    ['"distributed_args":{', '"distributed_args":{{'],
  ])
    expect(() => aboutOf(more.replace(whole, changed)), changed).toThrow(SyntaxError);
});
