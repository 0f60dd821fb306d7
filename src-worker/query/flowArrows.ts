import type { FlowArrows, FlowQuery } from '../api';
import { FLOW_BLOCK } from '../index/rankIndex';
import type { RankView } from './rankView';

/**
 * Arrows of whole categories that touch the window. Those whose both ends fall on the same pixels of the same rows become
 * one. Where there are more than `maxArrows`, evenly spread ones are kept.
 */
export function queryFlows(ranks: ReadonlyMap<number, RankView>, query: FlowQuery): FlowArrows {
  const merged = new Map<string, Arrow>();
  const shown = new Set<number>(query.lanes);
  let totalCount = 0;
  for (const rank of ranks.values()) {
    const { flows } = rank.index;
    query.categories.forEach((name, category) => {
      const index = flows.categories.indexOf(name);
      if (index < 0) return;
      for (const link of linksInWindow(rank, index, query.startNs, query.endNs)) {
        const arrow = arrowOf(rank, link, category);
        if (!shown.has(arrow.fromLane) || !shown.has(arrow.toLane)) continue;
        totalCount++;
        const fromPixel = Math.floor(arrow.fromNs / query.nsPerPixel);
        const toPixel = Math.floor(arrow.toNs / query.nsPerPixel);
        const key = `${category} ${arrow.fromLane} ${arrow.fromRow} ${fromPixel} ${arrow.toLane} ${arrow.toRow} ${toPixel}`;
        const same = merged.get(key);
        if (same) same.arrowCount++;
        else merged.set(key, arrow);
      }
    });
  }
  const arrows = [...merged.values()];
  const kept = arrows.length <= query.maxArrows ? arrows : everyNth(arrows, query.maxArrows);
  return {
    fromNs: Float64Array.from(kept, (arrow) => arrow.fromNs),
    toNs: Float64Array.from(kept, (arrow) => arrow.toNs),
    fromLane: Uint32Array.from(kept, (arrow) => arrow.fromLane),
    toLane: Uint32Array.from(kept, (arrow) => arrow.toLane),
    fromRow: Uint16Array.from(kept, (arrow) => arrow.fromRow),
    toRow: Uint16Array.from(kept, (arrow) => arrow.toRow),
    category: Uint8Array.from(kept, (arrow) => arrow.category),
    arrowCount: Uint32Array.from(kept, (arrow) => arrow.arrowCount),
    totalCount,
  };
}

interface Arrow {
  readonly fromNs: number;
  readonly toNs: number;
  readonly fromLane: number;
  readonly toLane: number;
  readonly fromRow: number;
  readonly toRow: number;
  readonly category: number;
  arrowCount: number;
}

/** Links are sorted by their earlier time, so those that begin after the window end the search; blocks of 64 that end before it are passed over whole. */
function* linksInWindow(rank: RankView, category: number, startNs: number, endNs: number): Generator<number> {
  const { flows } = rank.index;
  const fromNs = startNs - rank.offsetNs;
  const toNs = endNs - rank.offsetNs;
  const end = flows.categoryFirst[category + 1];
  for (let link = flows.categoryFirst[category]; link < end; link++) {
    if (link % FLOW_BLOCK === 0 && link + FLOW_BLOCK <= end && flows.blockEndNs[link / FLOW_BLOCK] < fromNs) {
      link += FLOW_BLOCK - 1;
      continue;
    }
    const earlierNs = Math.min(flows.fromNs[link], flows.toNs[link]);
    if (earlierNs > toNs) return;
    if (Math.max(flows.fromNs[link], flows.toNs[link]) >= fromNs) yield link;
  }
}

function arrowOf(rank: RankView, link: number, category: number): Arrow {
  const { flows, laneFirstRow } = rank.index;
  const fromRow = rank.rowOf(flows.fromSlice[link]);
  const toRow = rank.rowOf(flows.toSlice[link]);
  const fromLane = rank.laneOfRow(fromRow);
  const toLane = rank.laneOfRow(toRow);
  return {
    fromNs: flows.fromNs[link] + rank.offsetNs,
    toNs: flows.toNs[link] + rank.offsetNs,
    fromLane: rank.laneId(fromLane),
    toLane: rank.laneId(toLane),
    fromRow: fromRow - laneFirstRow[fromLane],
    toRow: toRow - laneFirstRow[toLane],
    category,
    arrowCount: 1,
  };
}

function everyNth(arrows: readonly Arrow[], count: number): Arrow[] {
  return Array.from({ length: count }, (_, i) => arrows[Math.floor((i * arrows.length) / count)]);
}
