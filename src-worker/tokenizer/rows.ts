type RowConstructor =
  | typeof Float64Array
  | typeof Uint32Array
  | typeof Int32Array
  | typeof Uint16Array
  | typeof Uint8Array;
type RowSchema = Readonly<Record<string, RowConstructor>>;
export type Rows<S extends RowSchema> = { readonly [K in keyof S]: InstanceType<S[K]> };

/**
 * Columns of `length` rows, one after another as the schema has them: widest first, so that each is aligned. Over
 * the memory from `address` on, or in memory of their own.
 */
export function rowsOver<S extends RowSchema>(schema: S, length: number, memory?: ArrayBuffer, address = 0): Rows<S> {
  const rowBytes = Object.values(schema).reduce((sum, { BYTES_PER_ELEMENT }) => sum + BYTES_PER_ELEMENT, 0);
  const buffer = memory ?? new ArrayBuffer(rowBytes * length);
  const rows: Record<string, InstanceType<RowConstructor>> = {};
  let at = address;
  for (const [name, Column] of Object.entries(schema)) {
    rows[name] = new Column(buffer, at, length);
    at += length * Column.BYTES_PER_ELEMENT;
  }
  return rows as Rows<S>;
}
