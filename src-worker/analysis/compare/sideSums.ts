import type { SideRows } from './differenceTable';

/** Adds up what rows of one name have, measure by measure. */
export class SideSums {
  readonly #rows = new Map<string, { readonly names: readonly string[]; readonly sums: number[] }>();

  constructor(readonly measures: readonly string[]) {}

  /** `values` in the order of the measures; NaN: not told, and adds nothing. */
  add(names: readonly string[], values: readonly number[]): void {
    const key = JSON.stringify(names);
    const own = this.#rows.get(key) ?? { names, sums: values.map(() => Number.NaN) };
    this.#rows.set(key, own);
    for (const [at, value] of values.entries()) {
      if (!Number.isNaN(value)) own.sums[at] = (Number.isNaN(own.sums[at]) ? 0 : own.sums[at]) + value;
    }
  }

  /** Of one of so many steps. */
  rows(stepCount: number): SideRows {
    const rows = [...this.#rows.values()];
    return {
      names: rows.map(({ names }) => names),
      values: Object.fromEntries(
        this.measures.map((measure, at) => [measure, Float64Array.from(rows, ({ sums }) => sums[at] / stepCount)]),
      ),
    };
  }
}

/** Adds a measure that follows from others, row by row. */
export function withMeasure({ names, values }: SideRows, measure: string, of: (row: number) => number): SideRows {
  return { names, values: { ...values, [measure]: Float64Array.from(names, (_, row) => of(row)) } };
}
