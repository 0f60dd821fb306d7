import type { FlowCategory } from '../../src-contract';
import { EventFlag } from '../tokenizer/batch';
import { createColumns } from './chunks';
import { type MatchedFlows, NO_SLICE } from './matchFlows';
import { FLOW_BLOCK, type FlowLinks } from './rankIndex';

const START = 's'.charCodeAt(0);

/** What binding needs to know of the arranged slices. */
export interface ArrangedSlices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Rows of lane L are laneFirstRow[L] … laneFirstRow[L + 1]. */
  readonly laneFirstRow: Uint32Array;
  readonly rowFirstSlice: Uint32Array;
}

/**
 * Finds the slice of each flow end on these lanes, and puts it into `boundTo`: the innermost that begins at the end's very
 * time, else the innermost around it, else (for an end without `"bp":"e"`) the next one on the lane. Ends of a lane are
 * walked by time with one cursor per row, so that the whole costs as much as one pass over the slices. Lanes don't touch
 * each other.
 */
export function bindFlowEnds(
  { ends, byLane, laneFirst, boundTo }: MatchedFlows,
  { startNs, endNs, laneFirstRow, rowFirstSlice }: ArrangedSlices,
  lanes: readonly number[],
): void {
  const { timeNs, phase, flags } = ends;
  for (const lane of lanes) {
    const firstRow = laneFirstRow[lane];
    // cursor[r]: first slice of the row that begins after the time looked at.
    const cursor = rowFirstSlice.slice(firstRow, laneFirstRow[lane + 1]);
    for (let i = laneFirst[lane]; i < laneFirst[lane + 1]; i++) {
      const end = byLane[i];
      const time = timeNs[end];
      let around = NO_SLICE;
      let next = NO_SLICE;
      for (let r = cursor.length - 1; r >= 0; r--) {
        const rowFirst = rowFirstSlice[firstRow + r];
        const rowEnd = rowFirstSlice[firstRow + r + 1];
        let at = cursor[r];
        while (at < rowEnd && startNs[at] <= time) at++;
        cursor[r] = at;
        if (at < rowEnd && (next === NO_SLICE || startNs[at] < startNs[next])) next = at;
        if (at === rowFirst) continue;
        if (startNs[at - 1] === time) {
          around = at - 1;
          // Rows further up are not looked at; their cursors catch up with the next end.
          break;
        }
        if (around === NO_SLICE && endNs[at - 1] >= time) around = at - 1;
      }
      const mayWait = phase[end] !== START && (flags[end] & EventFlag.bindsEnclosing) === 0;
      boundTo[end] = around === NO_SLICE && mayWait ? next : around;
    }
  }
}

export interface BuiltFlows {
  readonly links: FlowLinks;
  readonly categories: readonly FlowCategory[];
}

/** The arrows for the queries, once all ends are bound; those with an end that has found no slice are left out. */
export function buildFlows(matched: MatchedFlows, categoryTexts: readonly string[]): BuiltFlows {
  const { ends, boundTo, from, to, categoryFirst } = matched;
  const columns = createColumns(LINK_COLUMNS, from.length);
  const { fromSlice, toSlice, fromNs, toNs, byteOffset } = columns;
  const isLinked = new Uint8Array(boundTo.length);
  const keptFirst = new Uint32Array(categoryTexts.length + 1);
  let count = 0;
  for (let category = 0; category < categoryTexts.length; category++) {
    for (let link = categoryFirst[category]; link < categoryFirst[category + 1]; link++) {
      const begin = from[link];
      const end = to[link];
      if (boundTo[begin] === NO_SLICE || boundTo[end] === NO_SLICE) continue;
      isLinked[begin] = 1;
      isLinked[end] = 1;
      fromSlice[count] = boundTo[begin];
      toSlice[count] = boundTo[end];
      fromNs[count] = ends.timeNs[begin];
      toNs[count] = ends.timeNs[end];
      byteOffset[count] = ends.byteOffset[end];
      count++;
    }
    keptFirst[category + 1] = count;
  }
  const unpaired = new Float64Array(categoryTexts.length);
  for (let end = 0; end < isLinked.length; end++) if (isLinked[end] === 0) unpaired[ends.category[end]]++;
  const linkCount = (category: number) => keptFirst[category + 1] - keptFirst[category];
  const present = [...categoryTexts.keys()].filter((category) => linkCount(category) + unpaired[category] > 0);
  const categories = present.map((category) => ({
    name: categoryTexts[category],
    linkCount: linkCount(category),
    unpairedCount: unpaired[category],
  }));
  const presentFirst = new Uint32Array(new SharedArrayBuffer(4 * (present.length + 1)));
  // Categories that do not occur are empty, so those that do follow each other without a gap.
  present.forEach((category, i) => {
    presentFirst[i + 1] = keptFirst[category + 1];
  });
  const links = {
    categories: categories.map(({ name }) => name),
    categoryFirst: presentFirst,
    fromSlice: fromSlice.subarray(0, count),
    toSlice: toSlice.subarray(0, count),
    fromNs: fromNs.subarray(0, count),
    toNs: toNs.subarray(0, count),
    byteOffset: byteOffset.subarray(0, count),
  };
  return { links: { ...links, blockEndNs: blockEnds(links) }, categories };
}

function blockEnds({ fromNs, toNs }: Pick<FlowLinks, 'fromNs' | 'toNs'>): Float64Array {
  const count = fromNs.length;
  const blockEndNs = new Float64Array(new SharedArrayBuffer(8 * Math.ceil(count / FLOW_BLOCK)));
  for (let block = 0; block < blockEndNs.length; block++) {
    let latestNs = Number.NEGATIVE_INFINITY;
    for (let link = block * FLOW_BLOCK; link < Math.min((block + 1) * FLOW_BLOCK, count); link++)
      latestNs = Math.max(latestNs, fromNs[link], toNs[link]);
    blockEndNs[block] = latestNs;
  }
  return blockEndNs;
}

const LINK_COLUMNS = {
  fromSlice: Uint32Array,
  toSlice: Uint32Array,
  fromNs: Float64Array,
  toNs: Float64Array,
  byteOffset: Float64Array,
} as const;
