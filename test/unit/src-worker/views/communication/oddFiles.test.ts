import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { communicationWorker } from '../../../../../src-worker/views/communication';
import { cells, openContext, records } from '../../../../fixtures/dumpContext';

const { tables, answers } = communicationWorker;

/** One rank's folder with these files beside its (absent) timeline. */
async function openRank(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-odd-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rank = join(folder, 'host_1_20250101000000000_ascend_pt');
  mkdirSync(join(rank, 'ASCEND_PROFILER_OUTPUT'), { recursive: true });
  writeFileSync(join(rank, 'profiler_info_0.json'), '{}');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(rank, 'ASCEND_PROFILER_OUTPUT', name), text);
  return openContext(folder);
}

const times = (elapse: unknown) => ({
  'Start Timestamp(us)': 1_700_000_000_000_000.5,
  'Elapse Time(ms)': elapse,
  'Transit Time(ms)': 0.5,
});
const bandwidth = {
  HCCS: { 'Transit Size(MB)': 2, 'Transit Time(ms)': 0.5, 'Size Distribution': { '0.5': [4, 0.5] } },
};

test('what is not written as it should be is left out and counted; the rest is there', async () => {
  const dump = await openRank({
    'communication.json': JSON.stringify({
      step1: {
        p2p: 'nothing',
        collective: {
          'hcom_allReduce__1_0_1@7': { 'Communication Time Info': times(2), 'Communication Bandwidth Info': bandwidth },
          'hcom_allReduce__1_1_1@7': { 'Communication Time Info': times('2 ms') },
          'hcom_allReduce__1_2_1@7': [],
          'hcom_allReduce__1_3_1@7': {
            'Communication Time Info': times(1),
            'Communication Bandwidth Info': { HCCS: 1 },
          },
          'hcom_allGather__1_4_1@7': { 'Communication Time Info': { 'Elapse Time(ms)': 1 } },
          'Total Op Info@7': { 'Communication Time Info': times(99) },
        },
      },
    }),
  });
  const rows = records(await tables['communication.ops'](dump, {}));
  expect(rows.map(({ op, type, elapseNs }) => [op, type, elapseNs])).toEqual([
    ['hcom_allReduce__1_0_1', 'allReduce', 2_000_000],
    ['hcom_allGather__1_4_1', 'allGather', 1_000_000],
  ]);
  // A file may not tell when a collective began.
  expect(rows[1].startNs).toBeUndefined();
  expect(rows[0]['HCCS bandwidth']).toBe(4);
  const { rank } = await answers['communication.lanes'](dump, {});
  expect(rank).toHaveLength(1);
  expect(dump.notices.map(({ code, params }) => [code, params.count])).toEqual([['communication-odd-entries', 3]]);
});

test('when a collective began is exact to the ns, however its digits are written', async () => {
  const began = (digits: string, op: number) =>
    `"hcom_send__1_${op}@7": {"Communication Time Info": {"Start Timestamp(us)"${digits}, "Elapse Time(ms)": 1}}`;
  const written = [
    ': 1754300001002190.895',
    ' :\n 1754300001002190.896',
    ':"1754300001002190.897"',
    ':1754300001002191',
  ];
  const text = `{"step1": {"p2p": {${written.map(began).join(', ')}}, "collective": {}}}`;
  const dump = await openRank({ 'communication.json': text });
  const rows = records(await tables['communication.ops'](dump, {}));
  const starts = rows.map(({ startNs }) => dump.baseNs + BigInt(startNs));
  expect(starts.sort()).toEqual([895n, 896n, 897n, 1000n].map((ns) => 1_754_300_001_002_190_000n + ns));
  expect(dump.notices).toEqual([]);
});

test.each([
  ['a byte that does not belong there', '"Elapse Time(ms)"\x1b: 1', 1],
  ['a value that is none', '"Elapse Time(ms)": 1..5', 1],
  ['a quote too few', '"Elapse Time(ms): 1', 2],
])('%s spoils one collective; the others are shown, and it is listed where it stands', async (_what, bad, listed) => {
  const sound = '{"Communication Time Info": {"Elapse Time(ms)": 1}}';
  const [one, two, three] = ['hcom_send__1_0@7', 'hcom_send__1_1@7', 'hcom_send__1_2@7'];
  const before = `{"step1": {"p2p": {"${one}": ${sound}, `;
  const text = `${before}"${two}": {"Communication Time Info": {${bad}}}, "${three}": ${sound}}, "collective": {}}}`;
  const dump = await openRank({ 'communication.json': text });
  const rows = records(await tables['communication.ops'](dump, {}));
  const [note, ...others] = dump.notices;
  expect({ code: note.code, byteOffset: note.byteOffset }).toEqual({
    code: 'json-damaged-entries',
    byteOffset: before.length,
  });
  // Where brackets or quotes don't match, all that follows is listed.
  const ops = rows.map(({ op }) => op);
  expect(ops).toEqual(listed === 1 ? ['hcom_send__1_0', 'hcom_send__1_2'] : ['hcom_send__1_0']);
  if (listed > 1) expect(Number(note.params.skippedBytes)).toBeGreaterThan(text.length - before.length - 40);
  expect(others).toEqual([]);
});

test('a bracket too many makes other things of what follows: none of it is lost without a word', async () => {
  const sound = '{"Communication Time Info": {"Elapse Time(ms)": 1}}';
  const dump = await openRank({
    'communication.json': `{"step1": {"p2p": {"hcom_send__1_0@7": ${sound}}}, "hcom_send__1_1@7": ${sound}}, "x": 1}`,
  });
  expect(records(await tables['communication.ops'](dump, {})).map(({ op }) => op)).toEqual(['hcom_send__1_0']);
  expect(dump.notices.map(({ code, params }) => [code, params.count])).toEqual([
    ['json-damaged-entries', 1],
    ['communication-odd-entries', 1],
  ]);
});

test('a file that is cut off is noted, and the others are read', async () => {
  const dump = await openRank({
    'communication.json': '{"step1": {"collective": {"hcom_allReduce__1_0_1@7": {"Communica',
    'communication_matrix.json': JSON.stringify({
      step1: {
        collective: {
          'allreduce-total@7': {
            '0-1': { 'Transport Type': 'HCCS', 'Transit Size(MB)': 3, 'Transit Time(ms)': 0.2 },
            all: { 'Transport Type': 'HCCS', 'Transit Size(MB)': 3, 'Transit Time(ms)': 0.2 },
            '1-0': { 'Transport Type': 'HCCS', 'Transit Size(MB)': '3' },
          },
          'allreduce-top1@7': { '0-1': { 'Transport Type': 'HCCS', 'Transit Size(MB)': 2, 'Transit Time(ms)': 0.1 } },
        },
      },
    }),
  });
  const links = await tables['communication.links'](dump, {});
  expect([cells(links, 'source'), cells(links, 'target'), cells(links, 'sizeBytes')]).toEqual([[0], [1], [3_000_000]]);
  expect(dump.notices).toMatchObject([
    { code: 'json-damaged-entries', byteOffset: 26, params: { count: 1 }, reason: { id: 'json-ends' } },
  ]);
});

test('a file that was cut off is told of, not passed over', async () => {
  const dump = await openRank({ 'communication.json': '{"step1":{"p2p":{},"collective":{"hcom_allReduce__1_0_1@7":' });
  const { groups, notices } = await answers['communication.overview'](dump, {});
  expect(groups).toEqual([]);
  expect(notices.map(({ code, path }) => [code, path?.split('/').at(-1)])).toEqual([
    ['json-damaged-entries', 'communication.json'],
  ]);
});
