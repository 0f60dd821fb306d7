import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { laneFileReport } from '../../../../../src-worker/views/search/fileLanes';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFile } from '../../../../fixtures/indexed';

const rank = 0 as RankIndex;

async function reported(rows: string) {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace('A / B : [a ]')));
  const path = temporaryFile('own.csv', Buffer.from(rows, 'latin1'));
  return { path, report: await laneFileReport(dump, path, rank, { origin: 'start', byNs: 0 }) };
}

// 名称 in GBK, and ranks that the dump has not.
test('who is about to add a file hears what is wrong with it as a whole', async () => {
  const gbk = await reported('ts_ns,name\n1,a\n2,\xc3\xfb\n');
  expect(gbk.report).toMatchObject({
    rowCount: 2,
    skipped: [],
    notices: [{ code: 'not-utf8', severity: 'warning', path: gbk.path, byteOffset: 17 }],
  });
  const { report } = await reported('ts_ns,name,rank\n1,a,0\n2,b,7\n');
  expect(report.notices).toMatchObject([{ code: 'lane-file-other-ranks', params: { count: 1, ranks: '7' } }]);
  expect((await reported('ts_ns,name\n1,a\n')).report.notices).toEqual([]);
});
