/** How tables write names and durations, on a real dump, against the digits of its files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { plain, rowsOf } from './support/pageText';
import { dumpPath, expect, requireDumps, test } from './support/test';
import { slicesOfRank } from './support/traceFile';
import { dumpReady } from './support/waiting';

const dump = dumpPath('ascend/text_level1_2ranks');

requireDumps();

const unitNs: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

interface Cell {
  readonly column: string;
  readonly text: string;
}

/** Of the rows on screen. */
const cellsOf = (panel: Locator): Promise<readonly (readonly Cell[])[]> =>
  panel.locator('.table-row').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll<HTMLElement>('.table-cell')].map((cell) => ({
        column: cell.dataset.column ?? '',
        text: cell.textContent ?? '',
      })),
    ),
  );

/** What a written duration is, and how far it may be from what it was before it was rounded. */
function durationOf(text: string): { readonly ns: number; readonly withinNs: number; readonly unit: string } {
  const match = /^(−?)([\d,]+)(\.\d+)?\u202f(ns|µs|ms|s)$/.exec(text);
  if (match === null) throw new Error(`"${text}" is no duration`);
  const [, sign = '', whole = '', fraction = '', unit = ''] = match;
  const scale = unitNs[unit] ?? Number.NaN;
  const ns = Number(`${whole.replaceAll(',', '')}${fraction}`) * scale;
  return { ns: sign === '' ? ns : -ns, withinNs: (scale * 10 ** -Math.max(0, fraction.length - 1)) / 2 + 1e-6, unit };
}

async function openStatistics(page: Page): Promise<Locator> {
  await dumpReady(page);
  await page.locator('#timeline-area').focus();
  await page.keyboard.press('Digit8');
  const panel = page.locator('.panel-content:not([hidden])');
  await expect(panel.locator('.table-row').first()).toBeVisible();
  return panel;
}

/** Total, self, mean, min and max of each name on the device of both ranks. */
async function deviceNames() {
  const found = new Map<string, number[]>();
  for (const rank of [0, 1])
    for (const { name, process, durationNs } of await slicesOfRank(dump, rank))
      if (process === 'Ascend Hardware') found.set(name, [...(found.get(name) ?? []), durationNs]);
  return found;
}

for (const locale of ['en-US', 'zh-CN']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

    test('all durations of a column are in one unit, and are those of the file; over a cell is every ns', async ({
      app: { page },
    }) => {
      const byName = await deviceNames();
      const panel = await openStatistics(page);
      // Name, share, total, self, calls, mean, least, most.
      const [total, mean, least, most] = ['2', '5', '6', '7'];
      const rows = await cellsOf(panel);
      expect(rows.length).toBeGreaterThan(3);
      const units = new Map<string, Set<string>>();
      for (const cells of rows) {
        const at = new Map(cells.map(({ column, text }) => [column, text]));
        const all = byName.get(at.get('0') ?? '');
        if (all === undefined) throw new Error(`"${at.get('0')}" is not in the file`);
        const sum = all.reduce((whole, ns) => whole + ns, 0);
        const expected = [
          [total, sum],
          [mean, sum / all.length],
          [least, Math.min(...all)],
          [most, Math.max(...all)],
        ] as const;
        for (const [column, ns] of expected) {
          const shown = durationOf(at.get(column ?? '') ?? '');
          expect(Math.abs(shown.ns - ns), `${at.get('0')}: ${at.get(column ?? '')} for ${ns} ns`).toBeLessThanOrEqual(
            shown.withinNs,
          );
          units.set(column ?? '', (units.get(column ?? '') ?? new Set()).add(shown.unit));
        }
      }
      // Each in a unit of its own they would be in several: the file has some of ns and some of ms.
      const seen = rows.map(([name]) => Math.max(...(byName.get(name?.text ?? '') ?? [])));
      expect(Math.max(...seen) / Math.min(...seen)).toBeGreaterThan(100);
      expect([...units.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);

      const [name] = rows[2] ?? [];
      const cell = panel.locator('.table-row').nth(2).locator(`[data-column="${total}"]`);
      await cell.hover();
      const sum = (byName.get(name?.text ?? '') ?? []).reduce((whole, ns) => whole + ns, 0);
      await expect(cell).toHaveAttribute('title', `${sum.toLocaleString('en-US')}\u202fns`);
    });
  });
}

const unitBytes: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

test.describe('sizes', () => {
  test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

  test('all sizes of a column are in one unit, a thousand apart or more, and are those of the file', async ({
    app: { page },
  }) => {
    const rank = (await readdir(dump)).find((name) => name.startsWith('rank0'))!;
    const csv = await readFile(join(dump, rank, 'ASCEND_PROFILER_OUTPUT', 'operator_memory.csv'), 'utf8');
    const inFile = csv
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => Number(line.split(',')[1]) * 1024);
    await page.getByRole('tab', { name: 'Memory', exact: true }).click();
    const view = page.getByRole('region', { name: 'Memory', exact: true });
    await view
      .getByRole('radiogroup', { name: 'Memory details' })
      .locator('label')
      .filter({ hasText: 'Allocations' })
      .click();
    const grid = view.getByRole('grid').last();
    const titles = (await grid.getByRole('columnheader').allTextContents()).map(plain);
    const sizes = (await rowsOf(grid)).map((cells) => cells[titles.indexOf('Size')] ?? '');
    const found = sizes.map((text) => {
      const [, digits = '', unit = ''] = /^([\d.,]+) ([KMG]?B)$/.exec(text) ?? [];
      const scale = unitBytes[unit] ?? Number.NaN;
      const [whole, fraction = ''] = digits.replaceAll(',', '').split('.');
      const bytes = Number(`${whole}.${fraction || 0}`) * scale;
      const most = (scale * 10 ** -fraction.length) / 2 + 1e-6;
      return { unit, bytes: inFile.find((own) => Math.abs(own - bytes) <= most) };
    });
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter(({ bytes }) => bytes === undefined)).toEqual([]);
    expect(new Set(found.map(({ unit }) => unit)).size).toBe(1);
    // Each in what suits it they would be in several.
    const all = found.map(({ bytes = 0 }) => bytes).filter((bytes) => bytes > 0);
    expect(Math.max(...all) / Math.min(...all)).toBeGreaterThan(1000);
  });
});

test.describe('names', () => {
  test.use({ hostArgs: [dump], addressParams: { measure: '', backend: 'raster' } });

  test('a name without room is cut in the middle: its beginning and its end are read, and it is whole to hear and over it', async ({
    app: { page },
  }) => {
    const names = [...(await deviceNames()).keys()];
    const panel = await openStatistics(page);
    const name = (await cellsOf(panel)).map(([cell]) => cell?.text ?? '').find((text) => text.length > 50);
    if (name === undefined) throw new Error('no name on screen is long');
    expect(names).toContain(name);
    const cell = panel.locator('.table-cell[data-column="0"]').filter({ hasText: name }).first();
    await expect(cell.getByRole('group', { name, exact: true })).toBeVisible();
    // Which of its letters are within the parts that clip them.
    const visible = await cell.evaluate((element) => {
      const letters: string[] = [];
      for (const part of element.querySelectorAll('.middle-cut-start, .middle-cut-end')) {
        const text = document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode();
        const box = part.getBoundingClientRect();
        const range = document.createRange();
        for (let at = 0; at < (text?.textContent?.length ?? 0); at++) {
          range.setStart(text!, at);
          range.setEnd(text!, at + 1);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const isOnLine = (top + bottom) / 2 < box.bottom;
          const isWhole = isOnLine && left >= box.left - 0.5 && right <= box.right + 0.5;
          letters.push(isWhole ? (text!.textContent ?? '')[at]! : ' ');
        }
      }
      return letters.join('');
    });
    expect(visible).toHaveLength(name.length);
    expect(visible.slice(0, 8)).toBe(name.slice(0, 8));
    expect(visible.slice(-8)).toBe(name.slice(-8));
    expect(visible).toContain(' ');
    // Beginning, dots and end follow each other, no letter's width apart.
    const gaps = await cell.evaluate((element) => {
      const [start, end] = [...element.querySelectorAll<HTMLElement>('.middle-cut-start, .middle-cut-end')];
      const endText = end!.firstElementChild as HTMLElement;
      const dots = getComputedStyle(element.querySelector('.middle-cut')!, '::after');
      const range = document.createRange();
      range.selectNodeContents(start!);
      const { left, width } = range.getClientRects()[0]!;
      const dotsLeft = start!.getBoundingClientRect().left + Number.parseFloat(dots.left);
      const hidden = /^inset\(0px 0px 0px ([\d.]+)px\)$/.exec(getComputedStyle(endText).clipPath)![1];
      const endLeft = endText.getBoundingClientRect().left + Number(hidden);
      return [dotsLeft - (left + width), endLeft - (dotsLeft + Number.parseFloat(dots.width))];
    });
    for (const gap of gaps) {
      expect(gap).toBeGreaterThan(-1);
      expect(gap).toBeLessThan(1);
    }
    await cell.hover();
    await expect(cell).toHaveAttribute('title', name);
  });

  test('a path without room is cut at its beginning, where its dots stand, whatever is left of a letter', async ({
    app: { page },
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await dumpReady(page);
    await page.evaluate(async () => {
      const { engine, dumpId, actions } = window.__tracelane!.session;
      const { slices } = await engine.search({ dump: dumpId, text: 'aclnn', maxResults: 1 });
      actions.jumpTo(slices[0]!);
    });
    await page.locator('#timeline-area').focus();
    await page.keyboard.press('Digit1');
    const path = page.locator('.slice-panel .path');
    await expect(path).toHaveAttribute('title', /trace_view\.json$/);
    const gap = () =>
      path.evaluate((element) => {
        const text = element.firstElementChild!.firstChild!;
        const { fontSize, fontFamily } = getComputedStyle(element);
        const context = document.createElement('canvas').getContext('2d')!;
        context.font = `${fontSize} ${fontFamily}`;
        const dotsRight = element.getBoundingClientRect().left + context.measureText('…').width;
        const range = document.createRange();
        const lefts = Array.from(text.nodeValue!, (_, at) => {
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        });
        const isCut = lefts[0]! < dotsRight - 1;
        return isCut ? Math.min(...lefts.filter((left) => left >= dotsRight - 0.5)) - dotsRight : Number.NaN;
      });
    for (const width of [1280, 1283, 1286, 1289]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(gap, `${width} pixels`).toBeLessThan(1);
    }
  });
});
