import { describe, expect, it } from 'vitest';
import type { Notice } from '../../../../src-contract';
import { parentRow, removedBy, type TreeRow, treeRows } from '../../../../src-renderer/app/tree/treeRows';
import { dumpState, rankState } from '../../../fixtures/dumpState';

const notice: Notice = { code: 'bad', severity: 'warning', message: 'Bad.', params: {} };
const file = { path: '/dump/rank0/trace_view.json', sizeBytes: 5, role: 'timeline' } as const;

/** One line a row: two spaces a level, ▾ open, ▸ closed, then its key. */
const picture = (rows: readonly TreeRow[]) =>
  rows.map(({ depth, isOpen, key }) => '  '.repeat(depth) + (isOpen === undefined ? '' : isOpen ? '▾ ' : '▸ ') + key);

describe('treeRows', () => {
  const rank = rankState(0, {
    files: [file],
    notices: [notice],
    skipped: [{ notice, eventCount: 3, byteOffsets: [1, 2, 3] }],
  });

  it('two jobs side by side, each removed as a whole', () => {
    const of = (index: number, name: string) => rankState(index, { job: { key: name, name }, groups: [] });
    const rows = treeRows(dumpState({ ranks: [of(0, 'a'), of(1, 'a'), of(2, 'b')] }), new Set(['job/b']));
    expect(picture(rows)).toEqual(['▾ job/a', '  ▾ rank0', '  ▾ rank1', '▸ job/b']);
    expect(rows.map(removedBy)).toEqual([
      ['/dump/rank0', '/dump/rank1'],
      ['/dump/rank0'],
      ['/dump/rank1'],
      ['/dump/rank2'],
    ]);
    expect(removedBy(treeRows(dumpState({ ranks: [rank] }), new Set()).at(-1))).toBeUndefined();
  });

  it('opens ranks, and the rest on demand', () => {
    const dump = dumpState({ ranks: [rank, rankState(1)], notices: [notice] });
    expect(picture(treeRows(dump, new Set()))).toEqual([
      '▾ dump/notices',
      '  dump/notices/0',
      '▾ rank0',
      '  ▸ group10',
      '  ▸ rank0/notices',
      '  ▸ rank0/skipped',
      '  ▸ rank0/files',
      '▾ rank1',
      '  ▸ group110',
    ]);
    const toggled = new Set(['dump/notices', 'rank1', 'group10', 'rank0/skipped', 'rank0/files']);
    expect(picture(treeRows(dump, toggled))).toEqual([
      '▸ dump/notices',
      '▾ rank0',
      '  ▾ group10',
      '    lane11',
      '    lane12',
      '  ▸ rank0/notices',
      '  ▾ rank0/skipped',
      '    rank0/skipped/0',
      '  ▾ rank0/files',
      '    rank0/files/0',
      '▸ rank1',
    ]);
  });

  it('keeps many ranks closed, and groups them by host when there are several', () => {
    const ranks = Array.from({ length: 6 }, (_, index) =>
      rankState(index, { hostName: index % 2 === 0 ? 'node-a' : 'node-b' }),
    );
    expect(picture(treeRows(dumpState({ ranks }), new Set(['host/node-b'])))).toEqual([
      '▾ host/node-a',
      '  ▸ rank0',
      '  ▸ rank2',
      '  ▸ rank4',
      '▸ host/node-b',
    ]);
  });

  it('does not add a level for hosts of one rank each', () => {
    const ranks = [rankState(0, { hostName: 'a' }), rankState(1, { hostName: 'b' })];
    expect(treeRows(dumpState({ ranks }), new Set()).map((row) => row.kind)).toEqual([
      'rank',
      'group',
      'rank',
      'group',
    ]);
  });

  it('warns of what needs attention: not of mere remarks', () => {
    const notice = (severity: Notice['severity']): Notice => ({ code: 'x', severity, message: '', params: {} });
    const ranks = [
      rankState(0, { notices: [notice('info')] }),
      rankState(1, { notices: [notice('info'), notice('error')] }),
      rankState(2, { skipped: [{ notice: notice('info'), eventCount: 2, byteOffsets: [1] }] }),
    ];
    const sections = treeRows(dumpState({ ranks }), new Set()).filter((row) => row.kind === 'section');
    expect(sections.map(({ key, count, isWarning }) => [key, count, isWarning])).toEqual([
      ['rank0/notices', 1, false],
      ['rank1/notices', 2, true],
      ['rank2/skipped', 2, true],
    ]);
  });

  it('lists the summaries of a job, at once where they are all there is', () => {
    const clusterFiles = ['a.csv', 'b.json'].map((name) => ({
      path: `/job/${name}`,
      sizeBytes: 1,
      role: 'table' as const,
    }));
    expect(picture(treeRows(dumpState({ ranks: [], clusterFiles }), new Set()))).toEqual([
      '▾ dump/jobFiles',
      '  dump/jobFiles/0',
      '  dump/jobFiles/1',
    ]);
    expect(picture(treeRows(dumpState({ clusterFiles }), new Set()))).toEqual([
      '▸ dump/jobFiles',
      '▾ rank0',
      '  ▸ group10',
    ]);
  });

  it('finds the parent of a row', () => {
    const rows = treeRows(dumpState(), new Set(['group10']));
    expect(picture(rows)).toEqual(['▾ rank0', '  ▾ group10', '    lane11', '    lane12']);
    expect([0, 1, 2, 3].map((index) => parentRow(rows, index))).toEqual([-1, 0, 1, 1]);
  });
});
