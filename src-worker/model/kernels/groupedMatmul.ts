/** Whether a kernel of that type multiplies the tokens of several experts at once. */
export function isGroupedMatmul(type: string): boolean {
  return /grouped_?mat_?mul/i.test(type);
}

/**
 * Rows of its matrix, which is how many tokens its experts were given: of "4096,7168;8,7168,2048" the first number of the
 * first shape. NaN: no shapes.
 */
export function groupedRows(inputShapes: string): number {
  const [, rows] = /^[^\d;]*(\d+)/.exec(inputShapes) ?? [];
  return rows === undefined ? Number.NaN : Number(rows);
}
