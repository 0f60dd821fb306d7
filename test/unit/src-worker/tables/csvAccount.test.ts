import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { csvReport } from '../../../fixtures/csvAccount';
import { describeDumps, dumpsFolder } from '../../../fixtures/dumps';
import { everyFileRows } from '../../../fixtures/everyFile';
import { temporaryFolder } from '../../../fixtures/indexed';
import { brokenMutants, csvFilesIn } from './csvMutantRun';

const hostileFolder = join(dumpsFolder, '..', 'hostile');

describeDumps('rows in = rows shown + rows listed', () => {
  test('of every csv file of the dumps, and each cell is there or listed', async () => {
    const files = csvFilesIn(dumpsFolder);
    expect(files.length).toBeGreaterThan(40);
    const lines = everyFileRows();
    for (const path of files) {
      const report = await csvReport(path, 1_736_412_474_000_000_000n);
      expect(report.mistakes, path).toEqual([]);
      expect(report.rowsShown, path).toBeGreaterThan(0);
      const line = lines.get(relative(dumpsFolder, path));
      const counted = `rows ${report.rowsInFile}, columns ${report.columns}`;
      // Of a table with an unknown name nothing is read.
      if (line?.opens !== 'refused') expect(line, path).toMatchObject({ events: counted });
    }
  });

  test('of some hundred damaged ones', async () => {
    expect(await brokenMutants(300, 1)).toEqual([]);
  });

  test.runIf(existsSync(hostileFolder))('of the hostile ones', async () => {
    const files = readdirSync(hostileFolder).flatMap((name) =>
      name.startsWith('csv-') ? csvFilesIn(join(hostileFolder, name)) : [],
    );
    expect(files).toHaveLength(6);
    for (const path of files) {
      const report = await csvReport(path, 1_736_412_474_000_000_000n);
      expect(report.mistakes, path).toEqual([]);
    }
  });
});

test('a report tells what is lost', async () => {
  const path = join(temporaryFolder(), 'table.csv');
  writeFileSync(path, 'Name,Duration(us)\na,1\nb,2,3\nc,abc\nd\n"e');
  const report = await csvReport(path);
  expect(report).toEqual({ rowsInFile: 5, rowsShown: 4, rowsListed: 1, columns: 2, mistakes: [] });
  expect(readFileSync(path).length).toBeGreaterThan(0);
});
