/** Which rows of a table, in which order. */
import { z } from 'zod';
import type { ColumnFilter, SortKey, TableQuery } from '..';
import { anyNumber, count, flag, type Kind, list, optional, record, text } from './kinds';

const columnFilter: Kind<ColumnFilter> = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('contains'), column: text, text }),
    z.object({ kind: z.literal('oneOf'), column: text, values: list(text) }),
    z.object({ kind: z.literal('range'), column: text, min: optional(anyNumber), max: optional(anyNumber) }),
  ],
  { error: 'a filter that contains a text, is one of some, or a range' },
) as unknown as Kind<ColumnFilter>;

type RowChoice = Omit<TableQuery, 'dump' | 'source'>;

export const rowChoice: { readonly [K in keyof RowChoice]-?: Kind<RowChoice[K]> } = {
  sort: list(record<SortKey>({ column: text, isDescending: flag }), 1000),
  filters: list(columnFilter, 1000),
  firstRow: count,
  rowCount: count,
  columns: optional(list(text, 100_000)),
};
