import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { discoverDump } from '../../../../../src-worker/discovery/discover';
import { importerNamed, planRank } from '../../../../../src-worker/importers/importers';
import type { EventSource } from '../../../../../src-worker/index/eventSource';
import { rankGroups } from '../../../../../src-worker/model/collectives/rankFiles';
import { timelineCollectives } from '../../../../../src-worker/model/collectives/timelineCollectives';
import { timelineSteps } from '../../../../../src-worker/model/steps/timelineSteps';
import { openContext } from '../../../../fixtures/dumpContext';
import { indexFiles, listSlices, temporaryFile, temporaryFolder } from '../../../../fixtures/indexed';
import { lines, MONITOR_START_NS, monitorLine } from '../../../../fixtures/monitorLines';

const NAME = 'msmonitor_7_20250912133501123_3.jsonl';
const text = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('');

const step = text(
  lines.marker('step 4', 0, 100_000),
  lines.call('AclAPI', 'aclnnMatmul', 10_000, 20_000, 71),
  lines.call('RuntimeAPI', 'launch', 15_001, 18_000, 71),
  lines.kernel('MatMulV3', 30_003, 50_000, 71),
  lines.call('API', 'HcclAllReduce', 52_000, 55_000, 72),
  lines.collective('hcom_allReduce__000_1', 60_000, 90_000, 72),
  lines.deviceMarker('step 4', 30_000, 95_000),
);

describe('lines of msMonitor', () => {
  test('are slices on the lanes that the text export has, to the ns', async () => {
    const indexed = await indexFiles([temporaryFile(NAME, step)]);
    expect(indexed.status).toBe('ready');
    expect(indexed.summary.eventCounts).toEqual({ X: 7 });
    const listed = listSlices(indexed).filter(({ isComputed }) => !isComputed);
    listed.sort((a, b) => Number(a.startNs - b.startNs));
    const groupOf = new Map(indexed.summary.groups.map(({ pid, name, labels }) => [pid, `${name} ${labels}`]));
    expect(
      listed.map(({ pid, laneName, name, startNs, endNs }) => [
        groupOf.get(pid),
        laneName,
        name,
        Number(startNs - MONITOR_START_NS),
        Number(endNs - MONITOR_START_NS),
      ]),
    ).toEqual([
      ['MSTX CPU', 'Thread 11', 'step 4', 0, 100_000],
      ['CANN CPU', 'Thread 11', 'aclnnMatmul', 10_000, 20_000],
      ['CANN CPU', 'Thread 11', 'launch', 15_001, 18_000],
      ['MSTX NPU 2', 'Stream 5', 'step 4', 30_000, 95_000],
      ['Ascend Hardware NPU 2', 'Stream 4', 'MatMulV3', 30_003, 50_000],
      ['CANN CPU', 'Thread 11', 'HcclAllReduce', 52_000, 55_000],
      ['Communication NPU 2', 'Group group_tp Communication', 'hcom_allReduce__000_1', 60_000, 90_000],
    ]);
    expect(indexed.summary.skipped).toEqual([]);
    expect(indexed.summary.notices).toEqual([]);
  });

  test('a launch is the innermost call of the same correlation', async () => {
    const { index, view } = await indexFiles([temporaryFile(NAME, step)]);
    const name = (slice: number) => view.nameText(index.slices.name[slice]);
    const { fromSlice, toSlice } = index.flows;
    expect(Array.from(fromSlice, (from, i) => [name(from), name(toSlice[i])])).toEqual([
      ['launch', 'MatMulV3'],
      ['HcclAllReduce', 'hcom_allReduce__000_1'],
    ]);
  });

  test('what else a line tells are the args of its slice, with every digit', async () => {
    const path = temporaryFile(
      NAME,
      step +
        text(
          monitorLine({
            kind: 'Kernel',
            name: 'k',
            startNs: MONITOR_START_NS,
            endNs: MONITOR_START_NS,
            deviceId: 2,
            streamId: 4,
            type: 'x',
            correlationId: 18_446_744_073_709_551_614n,
          }),
        ),
    );
    const { index, view, files } = await indexFiles([path]).then((own) => ({ ...own, files: own.index.files }));
    const slice = Array.from(index.slices.name).findIndex((name) => view.nameText(name) === 'k');
    const source = index.slices.source[slice] as EventSource;
    const event = await importerNamed(files.importer).readEvent(files, source);
    expect(event?.args?.map(({ key, value }) => [key, 'digits' in value ? value.digits : value])).toEqual([
      ['correlationId', '18446744073709551614'],
      ['deviceId', '2'],
      ['streamId', '4'],
      ['type', { kind: 'text', text: 'x' }],
    ]);
    expect(importerNamed(files.importer).describe(files, source)).toEqual({ path, byteOffset: step.length });
  });

  test('steps are the program’s marks, and communication has its groups, sizes and types', async () => {
    const dump = await openContext(temporaryFile(NAME, step + text(lines.groups(), lines.devices())));
    const [view] = dump.loadedTimelines();
    expect(timelineSteps(view).steps.map(({ number }) => number)).toEqual([4]);
    const { collectives } = await timelineCollectives(dump, view, 3, new Map());
    expect(collectives).toMatchObject([
      { type: 'allReduce', group: 'group_tp', sizeBytes: 4000, elapseNs: 30_000, step: '4' },
    ]);
    const [group] = await rankGroups(dump, dump.ranks[0]);
    expect(group).toEqual({ key: 'group_tp', name: 'tp', ranks: [2, 3] });
  });

  test('a mark of one instant is one', async () => {
    const { summary } = await indexFiles([
      temporaryFile(NAME, text(lines.marker('here', 5, 5), lines.kernel('k', 5, 5, 1))),
    ]);
    expect(summary.eventCounts).toEqual({ X: 1, i: 1 });
  });
});

describe('what is wrong with lines', () => {
  const good = lines.kernel('k', 0, 10, 1);

  test.each([
    ['rubbish', 'line-damaged'],
    ['{"kind":"Kernel" "name":"x"}', 'line-damaged'],
    ['\0\0\0\0', 'line-damaged'],
    ['[1]', 'line-damaged'],
    [`${lines.kernel('a', 0, 1, 1)}${lines.kernel('b', 0, 1, 1)}`, 'line-damaged'],
    [lines.kernel('a', 0, 1, 1).slice(0, 40), 'line-damaged'],
    ['{"kind":"Memory","startNs":1}', 'line-of-no-kind'],
    ['{}', 'line-of-no-kind'],
    ['{"kind":"Kernel","name":"x","endNs":5}', 'line-without-time'],
    ['{"kind":"Kernel","name":"x","startNs":"soon","endNs":5}', 'line-without-time'],
    ['{"kind":"Kernel","name":"x","startNs":1e400,"endNs":5}', 'line-without-time'],
  ])('%s is listed with its byte, the others are shown', async (wrong, code) => {
    const { status, summary } = await indexFiles([temporaryFile(NAME, text(good, wrong, good, wrong))]);
    expect(status).toBe('ready');
    expect(summary.eventCounts).toEqual({ X: 2 });
    const offsets = [good.length + 1, 2 * good.length + wrong.length + 3];
    expect(summary.skipped).toMatchObject([{ notice: { code }, eventCount: 2, byteOffsets: offsets }]);
  });

  test('a file that is being written ends in the midst of a line: what is there is shown', async () => {
    const path = temporaryFile(NAME, text(good) + good.slice(0, -5));
    const before = await indexFiles([path]);
    expect(before.summary.eventCounts).toEqual({ X: 1 });
    expect(before.summary.skipped).toMatchObject([
      { notice: { code: 'line-unfinished', byteOffset: good.length + 1 }, eventCount: 1 },
    ]);
    // Written on, it is read on; the args of what was read before are still there.
    appendFileSync(path, `${good.slice(-5)}\n`);
    const { files, slices } = before.index;
    const event = await importerNamed(files.importer).readEvent(files, slices.source[0] as EventSource);
    expect(event).toMatchObject({ isElsewhereChanged: true });
    expect((await indexFiles([path])).summary).toMatchObject({ eventCounts: { X: 2 }, skipped: [] });
  });

  test('a last line without an end is whole', async () => {
    const { summary } = await indexFiles([temporaryFile(NAME, `${good}\r\n\n${good}`)]);
    expect(summary).toMatchObject({ eventCounts: { X: 2 }, skipped: [] });
  });

  test('a byte order mark, and times that end before they begin', async () => {
    const { summary } = await indexFiles([temporaryFile(NAME, `\ufeff${text(good, lines.kernel('k', 10, 3, 1))}`)]);
    expect(summary).toMatchObject({ eventCounts: { X: 2 }, skipped: [] });
    expect(summary.notices.map(({ code }) => code)).toEqual(['bad-duration']);
  });

  test('an empty one, and one without any line of its own, are refused', async () => {
    const codes = async (content: string) =>
      (await indexFiles([temporaryFile(NAME, content)])).summary.notices.map(({ code }) => code);
    expect(await codes('')).toEqual(['empty-file']);
    expect(await codes('{"a":1}\n')).toEqual(['no-trace']);
  });
});

describe('parts and segments', () => {
  const many = (count: number) =>
    text(...Array.from({ length: count }, (_, i) => lines.kernel(`k${i % 7}`, i * 10, i * 10 + 5, i)));

  test('wherever a file is divided, the same comes out', async () => {
    const path = temporaryFile(NAME, many(300));
    const whole = listSlices(await indexFiles([path]));
    for (const size of [200, 999, 5000]) {
      const plan = await planRank([path], { firstBytes: size, furtherBytes: size });
      expect(plan.segments.length).toBeGreaterThan(5);
      const importer = importerNamed(plan.importer);
      let events = 0;
      for (const segment of plan.segments) {
        const read = await importer.read(segment, plan.baseUs, undefined as never, () => true, []);
        events += read.events.eventCount;
      }
      expect(events).toBe(300);
    }
    expect(whole.filter(({ isComputed }) => !isComputed)).toHaveLength(300);
  });

  test('what was rotated away is joined in the order of time, process by process and rank by rank', async () => {
    const folder = temporaryFolder();
    const put = (name: string, content: string) => writeFileSync(join(folder, name), content);
    put('msmonitor_7_20250912133502000_3.jsonl', text(lines.kernel('later', 500, 600, 1)));
    put('msmonitor_7_20250912133501123_3.jsonl', text(lines.kernel('first', 0, 100, 1)));
    put('msmonitor_8_20250912133501123_4.jsonl', text(lines.kernel('other', 0, 100, 1)));
    mkdirSync(join(folder, 'without rank'));
    put('without rank/msmonitor_9_20250912133501123_-1.jsonl', text(lines.kernel('alone', 0, 100, 1)));
    const { ranks } = await discoverDump([folder]);
    expect(ranks.map(({ rank, timelinePaths }) => [rank, timelinePaths.length])).toEqual([
      [3, 2],
      [4, 1],
      [undefined, 1],
    ]);
    const indexed = await indexFiles(ranks[0].timelinePaths);
    const names = listSlices(indexed)
      .filter(({ isComputed }) => !isComputed)
      .map(({ name }) => name);
    expect(names).toEqual(['first', 'later']);
    // One of them brings the others with it, and the rank can be opened again by its place.
    for (const path of [...ranks[0].timelinePaths, ranks[0].place])
      expect((await discoverDump([path])).ranks).toMatchObject([{ rank: 3, timelinePaths: ranks[0].timelinePaths }]);
  });

  test('known by what is in it, too: plain or packed, kind first or not', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'log.jsonl'), many(3));
    writeFileSync(
      join(folder, 'kind first.json'),
      '{"kind": "Kernel", "name": "k", "startNs": 5, "endNs": 9, "deviceId": 0, "streamId": 1}\n',
    );
    writeFileSync(join(folder, 'training.jsonl'), '{"step":1,"ms":5}\n');
    const { ranks } = await discoverDump([folder]);
    expect(ranks.map(({ timelinePaths }) => timelinePaths.length)).toEqual([1, 1]);
    for (const { timelinePaths } of ranks)
      expect((await indexFiles(timelinePaths)).index.files.importer).toBe('msMonitor');
    const packed = temporaryFile(`${NAME}.gz`, gzipSync(many(5)));
    expect((await indexFiles([packed])).summary.eventCounts).toEqual({ X: 5 });
  });
});
