import type { Unit } from '../../../src-contract';
import { type Column, type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';

/** A column whose texts say what a row is of. */
export interface RowName {
  readonly key: string;
  readonly label: string;
}

/** What both sides have measured of each row. */
export interface Measure {
  readonly key: string;
  readonly label: string;
  readonly unit: Unit;
  /** Left out until it is wanted: its difference, and all of it. */
  readonly isHidden?: boolean;
}

/** Rows of one side: the texts of each row's names, and a value for each measure. Names are distinct. */
export interface SideRows {
  readonly names: readonly (readonly string[])[];
  readonly values: Readonly<Record<string, Float64Array>>;
}

/** Which sides have a row, as the column `in` says it. */
const IN_BOTH = 'A, B';
const [ONLY_A, ONLY_B] = ['A', 'B'];

/**
 * The rows of both sides beside each other: `<measure>A`, `<measure>B`, their difference and what it is of A's, in percent. A row
 * that one side lacks has no value there and no difference: that it took no time is not known.
 */
export function differenceTable(
  rowNames: readonly RowName[],
  measures: readonly Measure[],
  a: SideRows,
  b: SideRows,
): ColumnTable {
  const placeInB = new Map(b.names.map((names, at) => [keyOf(names), at]));
  const pairs: [number, number][] = a.names.map((names, at) => {
    const inB = placeInB.get(keyOf(names)) ?? -1;
    placeInB.delete(keyOf(names));
    return [at, inB];
  });
  for (const at of placeInB.values()) pairs.push([-1, at]);
  const namesOf = ([inA, inB]: readonly [number, number]) => (inA >= 0 ? a.names[inA] : b.names[inB]);
  return columnTable([
    ...rowNames.map(({ key, label }, at) =>
      textColumn(
        key,
        pairs.map((pair) => namesOf(pair)[at]),
        { label, isHidden: pairs.every((pair) => namesOf(pair)[at] === '') },
      ),
    ),
    textColumn(
      'in',
      pairs.map(([inA, inB]) => (inA < 0 ? ONLY_B : inB < 0 ? ONLY_A : IN_BOTH)),
      { label: 'In' },
    ),
    ...measures.flatMap((measure) => columnsOf(measure, pairs, a, b)),
  ]);
}

function columnsOf(
  { key, label, unit, isHidden = false }: Measure,
  pairs: readonly (readonly [number, number])[],
  a: SideRows,
  b: SideRows,
): Column[] {
  const valuesOf = (side: SideRows, places: readonly number[]) =>
    Float64Array.from(places, (at) => (at < 0 ? Number.NaN : side.values[key][at]));
  const ofA = valuesOf(
    a,
    pairs.map(([at]) => at),
  );
  const ofB = valuesOf(
    b,
    pairs.map(([, at]) => at),
  );
  const delta = ofB.map((value, row) => value - ofA[row]);
  const percent = delta.map((value, row) => (ofA[row] === 0 ? Number.NaN : (100 * value) / ofA[row]));
  return [
    numberColumn(`${key}A`, unit, ofA, { label: `${label} A`, isHidden }),
    numberColumn(`${key}B`, unit, ofB, { label: `${label} B`, isHidden }),
    numberColumn(`${key}Delta`, unit, delta, { label: `${label} B − A`, isHidden }),
    numberColumn(`${key}Percent`, 'percent', percent, { label: `${label} B − A (%)`, isHidden }),
  ];
}

function keyOf(names: readonly string[]): string {
  return JSON.stringify(names);
}
