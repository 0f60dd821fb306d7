/**
 * everyFile.tsv, a line for each of the real files: what opens as what. The numbers of traces are held against it in
 * nothingDropped.test.ts, damaged ones in brokenFiles.test.ts, tables in csvAccount.test.ts.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import type { RankIndex, StatisticsKind } from '../../../../src-contract';
import { discoverDump } from '../../../../src-worker/discovery/discover';
import { clusterOps, rankOps } from '../../../../src-worker/model/collectives/communicationJson';
import { clusterLinks, rankLinks } from '../../../../src-worker/model/collectives/matrixJson';
import { statisticsTable } from '../../../../src-worker/views/operator/statistics';
import { openContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath, dumpsFolder } from '../../../fixtures/dumps';
import { everyFileRows } from '../../../fixtures/everyFile';
import { filesBelow } from '../../../fixtures/referenceFiles';
import { countedInFile, shownOf, smallKinds } from '../../../fixtures/smallFiles';

/** JSON as it is, without the product's types. */
type Tree = { readonly [key: string]: Tree };

describeDumps('every real file', () => {
  const rows = [...everyFileRows().values()];

  test('has its line, and each line its file', () => {
    const files = filesBelow(dumpsFolder).map((path) => relative(dumpsFolder, path));
    expect(rows.map(({ path }) => path)).toEqual(files);
  });

  test('opens as what its line says', async () => {
    const wrong: string[] = [];
    for (const row of rows.filter(({ opens }) => opens !== 'licence')) {
      const opens = await opensAs(row.path);
      if (opens !== row.opens.replace(/^(refused|trace)$/, 'timeline')) wrong.push(`${row.path}: ${opens}`);
    }
    expect(wrong).toEqual([]);
  });

  test('tables of MindSpore Insight that are no csv have the rows of their lines', async () => {
    const own = rows.filter(({ opens }) => /^table (op-flops|scope-flops|flops-summary|dynamic-shapes)$/.test(opens));
    expect(own).toHaveLength(5);
    for (const { path, events } of own)
      expect([path, countedRows(path), await statisticsRows(path)]).toEqual([path, events, events]);
  });

  test('small files have what their lines count, and all of it is shown', async () => {
    const own = rows.flatMap((row) => {
      const kind = smallKinds.find((known) => row.opens.endsWith(` ${known}`));
      return kind && !row.path.endsWith('.csv') ? [{ ...row, kind }] : [];
    });
    expect(own).toHaveLength(21);
    for (const { path, kind, events, skipped } of own) {
      expect([path, countedInFile(kind, path)]).toEqual([path, events]);
      // The job's sets of ranks, without names: its collectives have theirs.
      if (kind === 'communication-group') expect(`not-shown ${events.replace('sets ', '')}`).toBe(skipped);
      else expect([path, await shownOf(kind, path)]).toEqual([path, events]);
    }
  });

  test('communication has the collectives and links of its lines', () => {
    const own = rows.filter(({ opens }) => / (cluster-)?communication(-matrix)?$/.test(opens));
    expect(own).toHaveLength(18);
    for (const { path, opens, events } of own) {
      const tree = JSON.parse(readFileSync(dumpPath(path), 'utf8')) as Tree;
      const [counted, shown] = communicationCounts(opens.split(' ')[1], tree);
      expect([path, counted, shown]).toEqual([path, events, events]);
    }
  });
});

async function statisticsRows(path: string): Promise<string> {
  const { ranks } = await discoverDump([dumpPath(path)]);
  const kind = ranks[0].files[0].table as StatisticsKind;
  const dump = await openContext(dumpPath(path));
  const table = await statisticsTable(dump, { kind, ranks: [0 as RankIndex] });
  // One column says which rank the row is of.
  const columns = path.endsWith('.txt') ? `, columns ${table.columns.length - 1}` : '';
  return `rows ${table.rowCount}${columns}`;
}

/** Of a text with a header its lines; of JSON what stands in its lists. */
function countedRows(path: string): string {
  const text = readFileSync(dumpPath(path), 'utf8');
  if (path.endsWith('.txt')) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return `rows ${lines.length - 1}, columns ${lines[0].split(',').length}`;
  }
  const tree = JSON.parse(text) as { data?: { links: unknown[] }; operator?: Record<string, unknown[]> };
  const lists = tree.data ? [tree.data.links] : Object.values(tree.operator ?? { all: [tree] });
  return `rows ${lists.reduce((sum, { length }) => sum + length, 0)}`;
}

async function opensAs(name: string): Promise<string> {
  const path = dumpPath(name);
  const { ranks, clusterFiles } = await discoverDump([path]);
  const ofJob = clusterFiles.find((file) => file.path === path);
  const own = ofJob ?? ranks.flatMap(({ files }) => files).find((file) => file.path === path);
  if (name.endsWith('.db')) return `database ${own?.table}`;
  if (own?.table) return `${ofJob ? 'job' : 'table'} ${own.table}`;
  return own?.role ?? 'nothing';
}

/** As counted here, by walking through the JSON, and as the product reads it. */
function communicationCounts(kind: string, tree: Tree): [string, string] {
  const values = (of: Tree) => Object.values(of);
  const isTotal = ([name]: [string, Tree]) => name.startsWith('Total Op Info');
  // Steps with their kinds; of a job sets of ranks with their steps.
  const steps = values(tree).flatMap(values);
  const own = steps.flatMap(Object.entries<Tree>).filter((op) => !isTotal(op));
  const isPart = ([name]: [string, Tree]) => /-(top\d*|middle|bottom\d*)@/.test(name);
  const sum = (of: [string, Tree][]) => of.reduce((total, [, inner]) => total + values(inner).length, 0);
  switch (kind) {
    case 'communication':
      return [`collectives ${own.length}`, `collectives ${rankOps(0, tree, 0n).ops.length}`];
    case 'cluster-communication':
      return [`collectives ${sum(own)}`, `collectives ${clusterOps(tree, 0n).ops.length}`];
    default: {
      const links = kind === 'communication-matrix' ? rankLinks(tree, () => undefined) : clusterLinks(tree);
      return [`links ${sum(own.filter((op) => !isPart(op)))}`, `links ${links.length}`];
    }
  }
}
