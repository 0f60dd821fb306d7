/** Where the operators of a dataset stand: data flows from left to right, each behind all it takes from. Pure. */
import type { DataOperator } from '../../../../src-contract';

/** CSS pixels. */
export const BOX = { width: 128, height: 46, columnGap: 72, rowGap: 14, margin: 12 } as const;

export interface PlacedOperator {
  readonly operator: DataOperator;
  /** CSS pixels, of the upper left corner. */
  readonly left: number;
  readonly top: number;
}

export interface PipelinePlaces {
  readonly boxes: readonly PlacedOperator[];
  /** From an operator to who takes its data. */
  readonly links: readonly { readonly from: PlacedOperator; readonly to: PlacedOperator }[];
  readonly width: number;
  readonly height: number;
}

export function pipelineLayout(operators: readonly DataOperator[]): PipelinePlaces {
  const byId = new Map(operators.map((own) => [own.id, own]));
  const depthOf = (own: DataOperator): number => {
    let depth = 0;
    for (let next = own.parent; next !== undefined && depth < operators.length; next = byId.get(next)?.parent) depth++;
    return depth;
  };
  const depths = new Map(operators.map((own) => [own.id, depthOf(own)]));
  const deepest = Math.max(0, ...depths.values());
  // Sources come first: a row is taken by who has nothing before it, the others stand in the middle of theirs.
  const rows = new Map<number, number>();
  let nextRow = 0;
  const rowOf = (own: DataOperator, above: ReadonlySet<number>): number => {
    const known = rows.get(own.id);
    if (known !== undefined) return known;
    const inside = new Set([...above, own.id]);
    const before = own.children.flatMap((id) => (inside.has(id) ? [] : (byId.get(id) ?? [])));
    const theirs = before.map((child) => rowOf(child, inside));
    const row = theirs.length === 0 ? nextRow++ : (Math.min(...theirs) + Math.max(...theirs)) / 2;
    rows.set(own.id, row);
    return row;
  };
  const roots = operators.filter(({ parent }) => parent === undefined || !byId.has(parent));
  for (const own of [...roots, ...operators]) rowOf(own, new Set());
  const boxes = operators.map((operator): PlacedOperator => {
    const column = deepest - (depths.get(operator.id) ?? 0);
    return {
      operator,
      left: BOX.margin + column * (BOX.width + BOX.columnGap),
      top: BOX.margin + (rows.get(operator.id) ?? 0) * (BOX.height + BOX.rowGap),
    };
  });
  const boxOf = new Map(boxes.map((box) => [box.operator.id, box]));
  const links = boxes.flatMap((from) => {
    const to = from.operator.parent === undefined ? undefined : boxOf.get(from.operator.parent);
    return to ? [{ from, to }] : [];
  });
  return {
    boxes,
    links,
    width: 2 * BOX.margin + (deepest + 1) * BOX.width + deepest * BOX.columnGap,
    height: 2 * BOX.margin + Math.max(1, nextRow) * (BOX.height + BOX.rowGap) - BOX.rowGap,
  };
}
