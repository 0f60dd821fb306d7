import { fromNsOf, toNsOf } from '../index/arrows/arrowEnds';
import { FLOW_BLOCK, type RankIndex } from '../index/rankIndex';

const FANOUT = 8;

/**
 * Finds the arrows that touch a window. Those of a category stand by their earlier time, so a binary search finds where
 * the window's end is; but any of those before may reach into it. So over the latest ends of each 64 arrows, which are in
 * the index, stand those of each 512, 4096, …: whatever ends before the window is passed over in steps as large as can be.
 */
export class FlowWindow {
  /** Latest end of each `FLOW_BLOCK * FANOUT ** level` links. */
  readonly #latestNs: readonly Float64Array[];

  constructor(readonly index: RankIndex) {
    const { blockEndNs } = index.flows;
    const levels = [blockEndNs];
    for (let below = blockEndNs; below.length > FANOUT; ) {
      below = latestOfEach(below);
      levels.push(below);
    }
    this.#latestNs = levels;
  }

  /** Calls `visit` for each link of the category that touches [fromNs, toNs], in their order. */
  visit(category: number, fromNs: number, toNs: number, visit: (link: number) => void): void {
    const { index } = this;
    const { categoryFirst } = index.flows;
    const end = this.#firstAfter(category, toNs);
    for (let link = categoryFirst[category]; link < end; ) {
      const passed = this.#passed(link, fromNs);
      if (passed > link) {
        link = passed;
        continue;
      }
      const blockEnd = Math.min(end, link - (link % FLOW_BLOCK) + FLOW_BLOCK);
      for (; link < blockEnd; link++) if (fromNsOf(index, link) >= fromNs || toNsOf(index, link) >= fromNs) visit(link);
    }
  }

  /** First link of the category of which both times are after `toNs`, or its end. */
  #firstAfter(category: number, toNs: number): number {
    const { index } = this;
    const { categoryFirst } = index.flows;
    let low = categoryFirst[category];
    let high = categoryFirst[category + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Math.min(fromNsOf(index, middle), toNsOf(index, middle)) <= toNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first link behind all those from `link` on that are known to end before `fromNs`; `link` itself if none is. */
  #passed(link: number, fromNs: number): number {
    let passed = link;
    let size = FLOW_BLOCK;
    for (const latestNs of this.#latestNs) {
      const block = Math.floor(link / size);
      if (latestNs[block] >= fromNs) break;
      passed = (block + 1) * size;
      size *= FANOUT;
    }
    return passed;
  }
}

function latestOfEach(below: Float64Array): Float64Array {
  const above = new Float64Array(Math.ceil(below.length / FANOUT)).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < below.length; i++)
    above[Math.floor(i / FANOUT)] = Math.max(above[Math.floor(i / FANOUT)], below[i]);
  return above;
}
