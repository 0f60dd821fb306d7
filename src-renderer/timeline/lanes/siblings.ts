/** Which rows can change places with each other, and what moving one makes of their order. Pure. */
import type { LaneItem } from '../../session/arranging';
import { movedBeside, orderKey } from '../../session/lanes/laneArrangement';
import type { RowModel, TimelineRow } from '../rows/rows';
import { rowLevel } from '../rows/rowText';

/** The parent within which a row can be moved (see `orderKey`); undefined: it stays where it is. */
export function parentOf(row: TimelineRow): string | undefined {
  if (row.isPinned) return orderKey.pinned;
  if (row.isByKind) return undefined;
  switch (row.kind) {
    case 'rank':
      return orderKey.ranks;
    case 'group':
      return orderKey.ofRank(row.rank.index);
    case 'kind':
      return undefined;
    case 'slices':
    case 'counter':
      return orderKey.ofGroup(row.group.id);
  }
}

/** What a row is to the session; undefined for a heading of many. */
export function itemOf(row: TimelineRow): LaneItem | undefined {
  switch (row.kind) {
    case 'rank':
      return { kind: 'rank', index: row.rank.index };
    case 'group':
      return { kind: 'group', id: row.group.id };
    case 'kind':
      return undefined;
    case 'slices':
    case 'counter':
      return { kind: 'lane', id: row.lane.id };
  }
}

function idOf(row: TimelineRow): number {
  const item = itemOf(row);
  if (item === undefined) return -1;
  return item.kind === 'rank' ? item.index : item.id;
}

export interface Sibling {
  readonly id: number;
  /** CSS pixels in the list, with all that stands below it. */
  readonly top: number;
  readonly bottom: number;
}

/** The row and those it can change places with, top to bottom. */
export function siblingsOf(
  { rows, totalHeight }: Pick<RowModel, 'rows' | 'totalHeight'>,
  row: TimelineRow,
): readonly Sibling[] {
  const parent = parentOf(row);
  if (parent === undefined) return [];
  const siblings: Sibling[] = [];
  rows.forEach((own, index) => {
    if (own.kind !== row.kind && (own.kind === 'rank' || own.kind === 'group')) return;
    if (parentOf(own) !== parent) return;
    let next = index + 1;
    while (!own.isPinned && next < rows.length && rowLevel(rows[next]) > rowLevel(own)) next++;
    siblings.push({ id: idOf(own), top: own.top, bottom: rows.at(next)?.top ?? totalHeight });
  });
  return siblings;
}

export interface NewOrder {
  readonly parent: string;
  readonly children: readonly number[];
}

/** One place up or down; undefined where there is none. */
export function stepped(model: RowModel, row: TimelineRow, step: -1 | 1): NewOrder | undefined {
  const parent = parentOf(row);
  const ids = siblingsOf(model, row).map(({ id }) => id);
  const at = ids.indexOf(idOf(row));
  const beside = ids.at(at + step);
  if (parent === undefined || at < 0 || at + step < 0 || beside === undefined) return undefined;
  return { parent, children: movedBeside(ids, idOf(row), beside, step < 0 ? 'before' : 'after') };
}

export interface Drop {
  /** CSS pixels in the list: where the row would come to stand. */
  readonly y: number;
  /** Undefined: it would stay where it is. */
  readonly order: NewOrder | undefined;
}

/** Where a row that is dragged to `y` would stand. */
export function droppedAt(row: TimelineRow, siblings: readonly Sibling[], y: number): Drop | undefined {
  const parent = parentOf(row);
  const over = siblings.find(({ bottom }) => y < bottom) ?? siblings.at(-1);
  if (parent === undefined || over === undefined) return undefined;
  const isBefore = y < (over.top + over.bottom) / 2;
  const ids = siblings.map(({ id }) => id);
  const children = movedBeside(ids, idOf(row), over.id, isBefore ? 'before' : 'after');
  const isSame = children.every((id, at) => id === ids[at]);
  return { y: isBefore ? over.top : over.bottom, order: isSame ? undefined : { parent, children } };
}
