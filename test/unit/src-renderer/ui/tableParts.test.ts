import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { TableColumn, Unit } from '../../../../src-contract';
import {
  columnsInSight,
  fittedColumns,
  placedColumns,
  shownColumns,
  suitableWidths,
  type WidthProps,
} from '../../../../src-renderer/ui/table/columnLayout';
import { columnWords } from '../../../../src-renderer/ui/table/columnText';
import { filterText, nextSort, withFilter } from '../../../../src-renderer/ui/table/filters';
import { gridAction } from '../../../../src-renderer/ui/table/gridKeys';
import {
  isRowSelected,
  type RowSelection,
  selectedCount,
  stretch,
  toggledRow,
  union,
  withoutRow,
} from '../../../../src-renderer/ui/table/rowSelection';
import {
  clampOffset,
  MAX_SCROLLED_HEIGHT,
  offsetAt,
  offsetToShow,
  scrollScale,
  scrollTopAt,
} from '../../../../src-renderer/ui/table/scrollScale';
import { isSummable, totalText } from '../../../../src-renderer/ui/table/totals';
import { Random } from '../../../fixtures/random';

const column = (key: string, rest: Partial<TableColumn> = {}): TableColumn => ({
  key,
  label: key,
  kind: 'number',
  unit: 'none',
  isHidden: false,
  ...rest,
});

describe('selected rows', () => {
  it('are the same as in a set, whatever is done', () => {
    const random = new Random(5);
    const at = () => random.integer(0, 59);
    let selection: RowSelection = [];
    const expected = new Set<number>();
    for (let round = 0; round < 500; round++) {
      const [row, other] = [at(), at()];
      if (round % 3 === 0) {
        selection = union(selection, stretch(row, other));
        for (let one = Math.min(row, other); one <= Math.max(row, other); one++) expected.add(one);
      } else if (round % 3 === 1) {
        selection = toggledRow(selection, row);
        if (!expected.delete(row)) expected.add(row);
      } else {
        selection = withoutRow(selection, row);
        expected.delete(row);
      }
      expect(selectedCount(selection)).toBe(expected.size);
      expect(Array.from({ length: 60 }, (_, one) => isRowSelected(selection, one))).toEqual(
        Array.from({ length: 60 }, (_, one) => expected.has(one)),
      );
    }
  });
});

describe('scrolling beyond what a browser can', () => {
  const rowHeight = 22;
  const scale = scrollScale(10_000_000 * rowHeight, 600);

  it('has a height that every browser can scroll, and reaches both ends', () => {
    expect(scale.scrolledHeight).toBe(MAX_SCROLLED_HEIGHT);
    expect(offsetAt(scale, 0)).toBe(0);
    expect(offsetAt(scale, scale.scrolledHeight - scale.viewHeight)).toBe(scale.contentHeight - scale.viewHeight);
    expect(scrollTopAt(scale, offsetAt(scale, 5_000_000))).toBeCloseTo(5_000_000, 6);
  });

  it('short tables scroll as they are', () => {
    const short = scrollScale(1_000 * rowHeight, 600);
    expect([short.scrolledHeight, offsetAt(short, 123), scrollTopAt(short, 123)]).toEqual([22_000, 123, 123]);
  });

  it('a row is brought into sight by the least move', () => {
    expect(offsetToShow(scale, 1_000, 47, rowHeight)).toBe(1_000);
    expect(offsetToShow(scale, 1_000, 10, rowHeight)).toBe(220);
    expect(offsetToShow(scale, 0, 100, rowHeight)).toBe(101 * rowHeight - 600);
    expect(offsetToShow(scale, 0, 9_999_999, rowHeight)).toBe(clampOffset(scale, Number.MAX_VALUE));
  });
});

describe('widths of columns', () => {
  it('suit what is shown in their cells, where the view writes that in its own words', () => {
    const columns = [column('kind', { kind: 'text' }), column('name', { kind: 'text' })];
    const page = {
      ...{ columns, firstRow: 0, matchingRows: 2, totalRows: 2, totals: {} },
      rowIds: Uint32Array.of(0, 1),
      cells: {
        kind: { kind: 'text' as const, values: Uint32Array.of(0, 1), texts: ['db', ''] },
        name: { kind: 'text' as const, values: Uint32Array.of(0, 1), texts: ['a'.repeat(20), 'b'] },
      },
    };
    // Ten pixels a letter, and what a cell has beside its text.
    const widths = (renderCell: WidthProps['renderCell'] = {}) =>
      suitableWidths(
        page,
        () => '',
        (text) => text.length * 10,
        { renderCell },
      );
    const plain = widths();
    expect(plain.name).toBe(20 * 10 + 18);
    const words = widths({ kind: (_, text) => (text === '' ? '' : 'out of the database') });
    expect(words.kind).toBe('out of the database'.length * 10 + 18);
    expect(words.kind).toBeGreaterThan(plain.kind!);
    expect(words.name).toBe(plain.name);
    // Rows that come later may be longer.
    const roomy = suitableWidths(
      page,
      () => '',
      (text) => text.length * 10,
      { room: { kind: 'x'.repeat(30) } },
    );
    expect(roomy).toEqual({ ...plain, kind: 30 * 10 + 18 });
    // What is drawn otherwise is as wide as its text, and as a mark beside it.
    expect(widths({ name: () => null })).toEqual(plain);
    expect(widths({ name: (_, text) => createElement('span', {}, text) }).name).toBe(20 * 10 + 16 + 18);
  });

  it('have room for a title in bold letters, and for its place, where rows are sorted by several columns', () => {
    const columns = [column('a', { kind: 'number' }), column('b', { kind: 'number' })];
    const page = {
      ...{ columns, firstRow: 0, matchingRows: 0, totalRows: 0, totals: {} },
      ...{ rowIds: new Uint32Array(), cells: {} },
    };
    const widths = (defaultSort: WidthProps['defaultSort'] = []) =>
      suitableWidths(
        page,
        () => 'ten letter',
        (text) => text.length * 10,
        { defaultSort },
      );
    const a = { column: 'a', isDescending: true };
    const b = { column: 'b', isDescending: true };
    expect(widths()).toEqual({ a: 100 + 24 + 18, b: 100 + 24 + 18 });
    expect(widths([a])).toEqual({ a: 108 + 24 + 18, b: 100 + 24 + 18 });
    expect(widths([a, b])).toEqual({ a: 108 + 24 + 10 + 18, b: 108 + 24 + 10 + 18 });
  });
});

describe('columns in sight', () => {
  const placed = placedColumns(
    Array.from({ length: 47 }, (_, at) => column(String(at))),
    {},
    Object.fromEntries(Array.from({ length: 47 }, (_, at) => [String(at), 100])),
  );

  it('are those that the window shows beside the first, with two spare ones at each side', () => {
    // 100 … 500 are beside the first (0 … 100) when nothing is scrolled.
    expect(columnsInSight(placed, 0, 500)).toEqual({ first: 1, end: 7 });
    expect(columnsInSight(placed, 1_000, 500)).toEqual({ first: 9, end: 17 });
    expect(columnsInSight(placed, 4_200, 500)).toEqual({ first: 41, end: 47 });
  });

  it('are all where names give up enough of their width for that, but for one that the user has given', () => {
    const texts = [column('name', { kind: 'text' }), column('a', { kind: 'number' }), column('b', { kind: 'number' })];
    const own = { name: 360, a: 100, b: 100 };
    const lefts = (widths: Readonly<Record<string, number>>, viewWidth: number) =>
      fittedColumns(placedColumns(texts, widths, own), viewWidth).map(({ left }) => left);
    expect(lefts({}, 600)).toEqual([0, 360, 460]);
    expect(lefts({}, 500)).toEqual([0, 300, 400]);
    expect(lefts({}, 300)).toEqual([0, 360, 460]);
    expect(lefts({ name: 360 }, 500)).toEqual([0, 360, 460]);
  });

  it('are those chosen that are there, else the view’s own, else those not hidden', () => {
    const columns = [column('a'), column('b', { isHidden: true }), column('c')];
    const keys = (choice: Parameters<typeof shownColumns>[1], defaults?: readonly string[]) =>
      shownColumns(columns, choice, defaults)
        .map(({ key }) => key)
        .join('');
    expect(keys({ widths: {} })).toBe('ac');
    expect(keys({ widths: {} }, ['c', 'b'])).toBe('cb');
    expect(keys({ shown: ['b', 'gone', 'a'], widths: {} }, ['c'])).toBe('ba');
    // What was chosen for another dump has none of these columns: an empty table would help nobody.
    expect(keys({ shown: ['gone'], widths: {} })).toBe('ac');
  });
});

describe('sorting by clicks', () => {
  const press = (sorts: readonly [string, boolean][], start: Parameters<typeof nextSort>[0] = []) =>
    sorts
      .reduce((sort, [key, isAdded]) => nextSort(sort, key, key !== 'name', isAdded), start)
      .map((key) => `${key.column}${key.isDescending ? '↓' : '↑'}`)
      .join(' ');

  it('goes one way, the other way, and back to the source', () => {
    expect(press([['time', false]])).toBe('time↓');
    expect(
      press([
        ['time', false],
        ['time', false],
      ]),
    ).toBe('time↑');
    expect(
      press([
        ['time', false],
        ['time', false],
        ['time', false],
      ]),
    ).toBe('');
    expect(press([['name', false]])).toBe('name↑');
  });

  it('with Shift the keys before stay first', () => {
    expect(
      press([
        ['name', false],
        ['time', true],
      ]),
    ).toBe('name↑ time↓');
    expect(
      press([
        ['name', false],
        ['time', true],
        ['name', true],
      ]),
    ).toBe('name↓ time↓');
    expect(
      press([
        ['name', false],
        ['time', true],
        ['name', true],
        ['name', true],
      ]),
    ).toBe('time↓');
    expect(
      press([
        ['name', false],
        ['time', true],
        ['time', false],
      ]),
    ).toBe('time↓');
  });
});

describe('keys of the grid', () => {
  const size = { rows: 100, columns: 5, pageRows: 10 };
  const act = (
    key: string,
    row: number,
    columnAt = 2,
    modifiers: Partial<Record<'ctrlKey' | 'shiftKey' | 'altKey', boolean>> = {},
    code: string = key,
  ) =>
    gridAction(
      { key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers },
      { row, column: columnAt },
      size,
    );
  const target = (...args: Parameters<typeof act>) => {
    const action = act(...args);
    return action?.kind === 'move' ? [action.cursor.row, action.cursor.column] : action?.kind;
  };

  it('moves by cell, page and to the ends', () => {
    expect(target('ArrowDown', 99)).toEqual([99, 2]);
    expect(target('ArrowRight', 0, 4)).toEqual([0, 4]);
    expect(target('PageDown', 95)).toEqual([99, 2]);
    expect(target('PageUp', 3)).toEqual([0, 2]);
    expect(target('Home', 7)).toEqual([7, 0]);
    expect(target('End', 7, 2, { ctrlKey: true })).toEqual([99, 2]);
    expect(target('ArrowUp', 0)).toEqual([-1, 2]);
    expect(target('ArrowDown', -1)).toEqual([0, 2]);
  });

  it('in the header Enter sorts and the filter opens with Alt+↓', () => {
    expect(act('Enter', -1, 2, { shiftKey: true })).toEqual({ kind: 'sort', isAdded: true });
    expect(act('Enter', 3)).toEqual({ kind: 'activate' });
    expect(act('ArrowDown', 3, 2, { altKey: true })).toEqual({ kind: 'filter' });
  });

  it('leaves letters and other commands alone', () => {
    expect(act('a', 3)).toBeUndefined();
    expect(act('w', 3)).toBeUndefined();
    expect(act('ArrowLeft', 3, 2, { altKey: true })).toBeUndefined();
    expect(act('c', 3, 2, { ctrlKey: true }, 'KeyC')).toEqual({ kind: 'copy' });
  });

  it('letters with Ctrl are meant by their place: other layouts have other letters there', () => {
    expect(act('с', 3, 2, { ctrlKey: true }, 'KeyC')).toEqual({ kind: 'copy' });
    expect(act('ф', 3, 2, { ctrlKey: true }, 'KeyA')).toEqual({ kind: 'selectAll' });
    expect(act('a', 3, 2, { ctrlKey: true }, 'KeyQ')).toBeUndefined();
    expect(act('c', 3, 2, { ctrlKey: true, altKey: true }, 'KeyC')).toBeUndefined();
  });

  it('Shift extends the selection, Ctrl leaves it', () => {
    expect(act('ArrowDown', 3, 2, { shiftKey: true })).toMatchObject({ extends: true });
    expect(act('ArrowDown', 3, 2, { ctrlKey: true })).toMatchObject({ extends: false, isAlone: true });
    expect(act('ArrowRight', 3)).toMatchObject({ isAlone: true });
  });
});

describe('words of a column', () => {
  const texts: Readonly<Record<string, string>> = {
    'column.duration.title': '时长',
    'column.duration.definition': 'How long it ran',
    'memory.column.name.title': 'Operator',
    'column.name.title': 'Name',
    'communication.column.each.size.title': '{{name}} 大小',
    'communication.column.each.size.definition': 'Bytes over {{name}}',
  };
  const wordsOf = (one: TableColumn, place?: string) => {
    const t = (key: string, values?: { readonly name: string }) => texts[key]?.replace('{{name}}', values?.name ?? '');
    return columnWords(one, t as never, (key) => key in texts, place);
  };

  it('come from the translation, first from the view’s own', () => {
    expect(wordsOf(column('duration', { label: 'Duration(us)' }))).toEqual({
      title: '时长',
      definition: 'How long it ran',
    });
    expect(wordsOf(column('name'), 'memory.column').title).toBe('Operator');
    expect(wordsOf(column('name')).title).toBe('Name');
  });

  it('of several columns that differ in a name, the view has one title for all of them', () => {
    const size = column('HCCS size', { label: 'HCCS size', unit: 'traffic' });
    expect(wordsOf(size, 'communication.column')).toEqual({ title: 'HCCS 大小', definition: 'Bytes over HCCS' });
    expect(wordsOf(size, 'memory.column').title).toBe('HCCS size');
    expect(wordsOf(column('HCCS speed', { label: 'HCCS speed' }), 'communication.column').title).toBe('HCCS speed');
  });

  it('a counter of the cores says what its set collects, and the option that collects it', () => {
    expect(wordsOf(column('aic_mac_fp16_ratio', { label: 'aic_mac_fp16_ratio' })).definition).toMatch(
      /^Share of each data type .*\naic_mac_fp16_ratio \(aic_metrics=ArithmeticUtilization\)$/,
    );
  });

  it('a header of the file is shown as it is, without a unit that the cells contradict', () => {
    expect(wordsOf(column('aicore_time(us)', { label: 'aicore_time(us)', unit: 'duration' }))).toEqual({
      title: 'aicore_time',
      definition: 'aicore_time(us)',
    });
    expect(wordsOf(column('x(us)', { label: 'x(us)' })).title).toBe('x(us)');
    // Never as the name of a translation, whatever stands in it.
    expect(wordsOf(column('duration.title', { label: '$t(column.duration.title) {{n}}' })).title).toBe(
      '$t(column.duration.title) {{n}}',
    );
  });
});

describe('filters and totals', () => {
  it('an open filter is none', () => {
    const one = withFilter([], { kind: 'range', column: 'a', min: 5 });
    expect(one).toHaveLength(1);
    expect(withFilter(one, { kind: 'range', column: 'a' })).toEqual([]);
    expect(withFilter([], { kind: 'oneOf', column: 'a', values: [] })).toEqual([]);
  });

  it('a chip tells what passes', () => {
    const text = (filter: Parameters<typeof filterText>[0], unit: Unit = 'duration') =>
      filterText(filter, unit, '(no value)').replace(/\u202f/g, ' ');
    expect(text({ kind: 'range', column: 'a', min: 1_500 })).toBe('≥ 1.5 µs');
    expect(text({ kind: 'range', column: 'a', min: 1_000, max: 2e6 })).toBe('1 µs – 2 ms');
    expect(text({ kind: 'oneOf', column: 'a', values: ['', 'b', 'c'] })).toBe('= (no value) +2');
  });

  it('means, extremes and shares are not summed, whatever their unit', () => {
    const no = [
      'Avg(us)',
      'Avg Time(us)',
      'avg_time',
      'Min Time(us)',
      'max_size',
      'Variance',
      'Ratio(%)',
      'HitRate',
      'P99',
    ];
    expect(no.filter(isSummable)).toEqual([]);
    const yes = [
      'Total Time(us)',
      'Time(us)',
      'Count',
      'Size(KB)',
      'Duration(us)',
      'Iterations',
      'Mode',
      'Admin Time(us)',
    ];
    expect(yes.filter((title) => !isSummable(title))).toEqual([]);
  });

  it('amounts are summed, rates averaged, ids left alone', () => {
    const totals = { sum: 3_000, min: 1_000, max: 2_000, valueCount: 2 };
    expect(totalText(totals, 'duration').replace(/\u202f/g, ' ')).toBe('Σ 3 µs');
    expect(totalText(totals, 'percent').replace(/\u202f/g, ' ')).toBe('⌀ 1,500.00 %');
    expect(totalText(totals, 'time').replace(/\u202f/g, ' ')).toBe('↔ 1 µs');
    expect(totalText(totals, 'id')).toBe('');
    expect(totalText({ sum: 0, min: Number.NaN, max: Number.NaN, valueCount: 0 }, 'duration')).toBe('');
  });
});
