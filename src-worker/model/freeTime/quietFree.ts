/** Long gaps in which the host hardly calls its runtime: as while Python collects garbage, where that is not recorded. */
import type { FreeOwner } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import type { RankView } from '../../query/rankView';
import { slicesTouching } from '../../query/touching';
import { type RuntimeLanes, runtimeLanes } from '../runtimeLanes';
import { threshold } from '../thresholds';
import { FreeTally, type OwnedFree, type Stretch } from './freeTally';

export interface QuietFree {
  /** Of all such gaps, less what has a name of its own. */
  readonly ns: number;
  readonly count: number;
  readonly longestNs: number;
  /** What the host was in for most of the longest; '': nothing is recorded. */
  readonly name: string;
  readonly slice: number | undefined;
  /** The longest; the index's time. */
  readonly gap: Stretch;
}

/** Who else is told to own a gap says why it is there. */
const UNTOLD: ReadonlySet<FreeOwner> = new Set(['op', 'python', 'unrecorded']);

export class QuietGaps {
  readonly #leastNs = threshold('quiet.least');
  #runtime: RuntimeLanes | undefined;
  #found: QuietFree | undefined;

  constructor(readonly view: RankView) {}

  /** `shareOut` says who owns the gap. */
  take(gap: Stretch, shareOut: (tally: FreeTally) => void): void {
    // Hardly any gap is so long.
    if (gap.endNs - gap.startNs < this.#leastNs || !this.#isQuiet(gap)) return;
    const tally = new FreeTally(this.view);
    shareOut(tally);
    const parts = tally.parts().filter(({ owner }) => UNTOLD.has(owner));
    const ns = parts.reduce((sum, own) => sum + own.ns, 0);
    if (ns >= this.#leastNs) this.#add(gap, ns, parts[0]);
  }

  /** Undefined: there are none. */
  found(): QuietFree | undefined {
    return this.#found;
  }

  #add(gap: Stretch, ns: number, { names: [most], slice }: OwnedFree): void {
    const before = this.#found;
    const [all, count] = [(before?.ns ?? 0) + ns, (before?.count ?? 0) + 1];
    const longest = before && before.longestNs >= ns ? before : { longestNs: ns, name: most.name, slice, gap };
    this.#found = { ...longest, ns: all, count };
  }

  /** Not where no call of the runtime is recorded at all: then nothing tells. */
  #isQuiet({ startNs, endNs }: Stretch): boolean {
    this.#runtime ??= runtimeLanes(this.view);
    const { lanes, isRuntime } = this.#runtime;
    const { index } = this.view;
    const { slices } = index;
    let [count, ns] = [0, 0];
    for (const { position, isWhole } of lanes) {
      for (let row = index.laneFirstRow[position]; row < index.laneFirstRow[position + 1]; row++) {
        const { first, end } = slicesTouching(index, row, startNs, endNs);
        for (let slice = first; slice < end; slice++) {
          if (!isWhole && !isRuntime(slice)) continue;
          count++;
          ns += Math.min(endNsOf(slices, slice), endNs) - Math.max(slices.startNs[slice], startNs);
        }
      }
    }
    const wholeNs = endNs - startNs;
    return (
      lanes.length > 0 && count * threshold('quiet.per-call') < wholeNs && ns < threshold('quiet.call-share') * wholeNs
    );
  }
}
