import { expect, test } from 'vitest';
import { SliceFlag } from '../../../../../src-worker/index/columns/segmentColumns';
import { indexFiles, listSlices, temporaryFile } from '../../../../fixtures/indexed';
import { type SqlCell, writeDatabase } from '../../../../fuzz/inputs/sqliteWriter';

const names = ['save', 'step', 'wait', 'hcom_allReduce__586_0_1', 'group', 'last'];
const base = 1_700_000_000_000_000_000n;
const at = (ns: number) => base + BigInt(ns);
const tid = 100n * 2n ** 32n + 7n;

/**
 *     PYTORCH_API        step ├──────┤
 *                                 save ├───…           no end
 *     CANN_API           last ├──┤  wait ├──…          no end;  another whose end is no number
 *     COMMUNICATION_OP   hcom_allReduce ├───…          no end
 */
function database(callColumns: string, calls: readonly (readonly SqlCell[])[]): Buffer {
  return writeDatabase([
    { name: 'STRING_IDS', columns: ['id INTEGER', 'value TEXT'], rows: names.map((name, id) => [id, name]) },
    {
      name: 'PYTORCH_API',
      columns: 'startNs TEXT,endNs TEXT,globalTid INTEGER,connectionId INTEGER,name INTEGER,type INTEGER'.split(','),
      rows: [
        [String(at(1000)), String(at(9000)), tid, undefined, 1, 50001],
        [String(at(4000)), undefined, tid, undefined, 0, 50003],
      ],
    },
    { name: 'CANN_API', columns: callColumns.split(','), rows: calls },
    {
      name: 'COMMUNICATION_OP',
      columns: 'opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER'.split(','),
      rows: [[3, at(2000), undefined, 4_294_967_295, 4]],
    },
  ]);
}

const columns = 'startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,connectionId INTEGER,name INTEGER';

test('rows without an end are what never ended: they last until the recording ends, and are said to be unfinished', async () => {
  const rows = [
    [at(1500), at(2500), 5000, tid, 50, 5],
    [at(5000), undefined, 20_000, tid, 51, 2],
    [at(6000), 'no number', 20_000, tid, 52, 2],
  ];
  const built = await indexFiles([temporaryFile('ascend_pytorch_profiler_0.db', database(columns, rows))]);
  const told = listSlices(built).flatMap(({ slice, name, startNs, endNs, isComputed }) => {
    const isUnfinished = (built.index.slices.flags[slice] & SliceFlag.unfinished) !== 0;
    return isComputed ? [] : [[name, Number(startNs - base), Number(endNs - base), isUnfinished]];
  });
  expect(told).toEqual(
    expect.arrayContaining([
      ['step', 1000, 9000, false],
      ['save', 4000, 9000, true],
      ['Runtime@last', 1500, 2500, false],
      ['AscendCL@wait', 5000, 9000, true],
      // Damage is none.
      ['AscendCL@wait', 6000, 6000, false],
      ['hcom_allReduce__586_0_1', 2000, 9000, true],
    ]),
  );
  expect(told).toHaveLength(6);
  const notices = built.summary.notices.map(({ code, params }) => [code, params?.count]);
  expect(notices).toContainEqual(['unfinished-slices', 3]);
  expect(notices).toContainEqual(['missing-duration', 1]);
  expect(built.summary.eventCounts).toMatchObject({ X: 3, B: 3 });
});

test('a table that knows no ends tells of nothing that never ended', async () => {
  const rows = [[at(1500), 5000, tid, 50, 5]];
  const own = columns.replace('endNs INTEGER,', '');
  const built = await indexFiles([temporaryFile('ascend_pytorch_profiler_0.db', database(own, rows))]);
  const notices = built.summary.notices.map(({ code, params }) => [code, params?.count]);
  expect(notices).toContainEqual(['unfinished-slices', 2]);
  expect(notices).toContainEqual(['missing-duration', 1]);
});
