import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { fromNsOf } from '../../../../src-worker/index/arrows/arrowEnds';
import { sourceOf } from '../../../../src-worker/index/columns/indexSlices';
import { CORRELATION_ARROWS } from '../../../../src-worker/names/launchNames';
import { describeDumps, dumpPath, dumpsFolder } from '../../../fixtures/dumps';
import { countedByReference, everyFileRows, shownRow } from '../../../fixtures/everyFile';
import { expectEqual } from '../../../fixtures/expectEqual';
import { type Indexed, indexFiles, listSlices, skippedCount } from '../../../fixtures/indexed';
import { filesBelow, referenceOf } from '../../../fixtures/referenceFiles';
import { type ReferenceFlowEnd, referenceLinks, startlessLinks } from '../../../fixtures/referenceFlows';
import { counterValues, fieldsOf, type ReferenceTrace, readReference } from '../../../fixtures/referenceTrace';
import { indexedIds, referenceIds } from './idLists';

const begins = new Set(['B', 'b', 'S']);
const instants = new Set('iIRPNDOcvVnTp');

/** Events in = slices, samples, flow ends and metadata shown + events listed as skipped, all counted one by one. */
function expectNothingDropped(indexed: Indexed, reference: ReferenceTrace): void {
  const events = reference.events.map((event) => ({ ...fieldsOf(event), byteOffset: event.byteOffset, event }));
  const slices = listSlices(indexed).filter(({ byteOffset }) => byteOffset >= 0);
  const sliceOffsets = new Set(slices.map(({ byteOffset }) => byteOffset));
  expect(sliceOffsets.size).toBe(slices.length);
  const pairEnds = new Set(indexed.index.pairs.end);

  // Counters: each of their numbers is a sample; the index keeps no more of the event.
  const counters = events.filter(({ phase, startNs }) => phase === 'C' && startNs !== undefined);
  const shownCounters = counters.filter(({ event }) => counterValues(event).size > 0);
  const values = shownCounters.reduce((sum, { event }) => {
    const own = counterValues(event);
    return sum + own.size - (own.size > 1 && own.has('acc_id') ? 1 : 0);
  }, 0);
  expect(indexed.index.counters.reduce((sum, { timeNs }) => sum + timeNs.length, 0)).toBe(values);

  // Flow ends: those with an arrow, and those listed as unpaired.
  const flowEnds = events.filter((event): event is typeof event & ReferenceFlowEnd => {
    return ['s', 't', 'f'].includes(event.phase) && event.startNs !== undefined;
  });
  expectFlowsShown(indexed, flowEnds);

  let shown = 0;
  const missing: string[] = [];
  for (const { phase, byteOffset, startNs } of events) {
    if (phase === 'M') shown++;
    else if (startNs === undefined) continue;
    else if (phase === 'X' || begins.has(phase) || (phase.length === 1 && instants.has(phase))) {
      if (sliceOffsets.has(byteOffset)) shown++;
      else missing.push(`${phase} at byte ${byteOffset}`);
    } else if (['E', 'e', 'F'].includes(phase) && pairEnds.has(byteOffset)) shown++;
  }
  expect(missing).toEqual([]);
  shown += shownCounters.length + flowEnds.length;
  expect(slices.length + pairEnds.size).toBe(
    events.filter(({ byteOffset }) => sliceOffsets.has(byteOffset) || pairEnds.has(byteOffset)).length,
  );
  expect(events.length + reference.otherElements).toBe(shown + skippedCount(indexed.summary));

  const counts: Record<string, number> = {};
  for (const { phase } of events) counts[phase] = (counts[phase] ?? 0) + 1;
  expect(indexed.summary.eventCounts).toEqual(counts);
}

function expectFlowsShown({ index, summary }: Indexed, ends: readonly ReferenceFlowEnd[]): void {
  const links = [...referenceLinks(ends), ...startlessLinks(ends)];
  const possible = new Set(links.map(({ from, to }) => `${to.byteOffset} ${from.startNs}`));
  const baseNs = BigInt(index.baseUs) * 1000n;
  const { flows } = index;
  // Arrows that are made of args have no ends in the file; launches.test.ts looks at them.
  const fromFile = flows.categories.filter((name) => name !== CORRELATION_ARROWS);
  fromFile.forEach((name, category) => {
    const arrows = new Set<string>();
    const wrong: string[] = [];
    for (let link = flows.categoryFirst[category]; link < flows.categoryFirst[category + 1]; link++) {
      const arrow = `${sourceOf(flows, link)} ${baseNs + BigInt(fromNsOf(index, link))}`;
      if (!possible.has(arrow)) wrong.push(arrow);
      arrows.add(arrow);
    }
    expect(wrong, 'arrows between ends that do not belong together').toEqual([]);
    const own = ends.filter((end) => end.category === name);
    const linked = new Set(
      links
        .filter(({ from, to }) => to.category === name && arrows.has(`${to.byteOffset} ${from.startNs}`))
        .flatMap(({ from, to }) => [from.byteOffset, to.byteOffset]),
    );
    const told = summary.flowCategories.find((flow) => flow.name === name);
    expect(told?.linkCount).toBe(arrows.size);
    expect(linked.size + (told?.unpairedCount ?? 0), `ends of ${name}`).toBe(own.length);
  });
  expect(fromFile.length).toBe(new Set(ends.map(({ category }) => category)).size);
}

/** Ids of slices in all traces together, at least. */
const LEAST_IDS = 50_000;

describeDumps('no event is dropped, and no id', () => {
  const broken = dumpPath('broken');
  // Databases have tables for events, and no bytes to point at: their own tests count the rows.
  const files = filesBelow(dumpsFolder)
    .filter((path) => !path.startsWith(broken) || path.includes('VALID'))
    .filter((path) => !path.endsWith('.db'));

  interface Look {
    readonly isTrace: boolean;
    readonly idCount: number;
  }
  const rows = everyFileRows();
  const looks = new Map<string, Promise<Look>>();
  /** All that is to be said of a file. Each is read once, by the index and by the tests' own slow reader. */
  const look = (path: string): Promise<Look> => {
    const known = looks.get(path) ?? lookInto(path);
    looks.set(path, known);
    return known;
  };

  async function lookInto(path: string): Promise<Look> {
    const reference = /\.(json|gz|zip|html)$/.test(path) ? referenceOf(path) : undefined;
    const indexed = await indexFiles([path]);
    const name = relative(dumpsFolder, path);
    const row = rows.get(name);
    // Tables and licences are refused as timelines; what else becomes of them is in everyFile.test.ts.
    if (row?.opens === 'trace' || row?.opens === 'refused') expect(shownRow(name, indexed)).toEqual(row);
    if (!reference) {
      expectRefused(indexed, path);
      return { isTrace: false, idCount: 0 };
    }
    expect(indexed.status).toBe('ready');
    expect(row, 'everyFile.tsv against the tests’ own reader').toMatchObject(countedByReference(reference));
    expectNothingDropped(indexed, reference);
    const ids = referenceIds(reference);
    expectEqual(indexedIds(indexed), ids);
    return { isTrace: true, idCount: ids.length };
  }

  function expectRefused({ status, summary }: Awaited<ReturnType<typeof indexFiles>>, path: string): void {
    // A list without any element is a trace without events.
    if (status === 'ready') expect(readReference(readFileSync(path))).toEqual({ events: [], otherElements: 0 });
    else {
      expect(status).toBe('failed');
      const refusal = summary.notices.find(({ severity }) => severity === 'error');
      expect(refusal?.path).toBe(path);
      expect(refusal?.byteOffset).toBeGreaterThanOrEqual(0);
      expect(refusal?.message).toMatch(/[.!]$/);
    }
  }

  test.each(files.map((path) => [relative(dumpsFolder, path), path]))(
    '%s: all of it is there, or it is no trace, and is refused with its path and the byte',
    async (_name, path) => {
      await look(path);
    },
  );

  test('there are real traces of every kind to look at, and ids in them', async () => {
    const traces: string[] = [];
    let idCount = 0;
    for (const path of files) {
      const found = await look(path);
      if (found.isTrace) traces.push(relative(dumpsFolder, path));
      idCount += found.idCount;
    }
    for (const part of [
      'text_level1',
      'PROF_',
      'kineto/hta',
      'tracelens',
      'catapult',
      'speedscope',
      '.gz',
      '.zip',
      'VALID',
    ])
      expect(traces.some((name) => name.includes(part))).toBe(true);
    expect(traces.length).toBeGreaterThan(100);
    expect(idCount).toBeGreaterThan(LEAST_IDS);
  });
});
