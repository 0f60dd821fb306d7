/** Sums of time by who kept the device waiting. */
import type { FreeOwner } from '../../../src-contract';
import { durationNsOf } from '../../index/columns/indexSlices';
import type { RankView } from '../../query/rankView';
import type { HostStretch } from './hostThreads';

export interface OwnedFree {
  readonly owner: FreeOwner;
  readonly ns: number;
  /** Most first, the first few. */
  readonly names: readonly { readonly name: string; readonly ns: number }[];
  /** The slice of the host that kept the device waiting longest in one gap; undefined: none is recorded. */
  readonly slice: number | undefined;
  /** The gap with most of it; the index's time. */
  readonly gap: Stretch;
  /** Those with most of it, most first, `gap` among them. */
  readonly gaps: readonly Stretch[];
}

/** Names kept of each owner. */
const MAX_NAMES = 8;
/** Gaps kept of each owner. */
const MAX_GAPS = 5;
/** An enqueue that takes longer waits for room in the queue. */
const QUEUE_FULL_NS = 100_000;

export interface Stretch {
  readonly startNs: number;
  readonly endNs: number;
}

interface Owned {
  ns: number;
  /** By the name's number in the rank; `NO_NAME` for what is not recorded. */
  readonly names: Map<number, number>;
  mostNs: number;
  slice: number | undefined;
  gap: Stretch;
  /** Most first. */
  gaps: readonly OwnedStretch[];
  /** The gap of which it had something last, and how much of that. */
  lastGap: Stretch;
  lastNs: number;
}

interface OwnedStretch {
  readonly gap: Stretch;
  readonly ns: number;
}

const NO_NAME = -1;

export class FreeTally {
  totalNs = 0;
  readonly #owners = new Map<FreeOwner, Owned>();
  #gap: Stretch = { startNs: 0, endNs: 0 };

  constructor(readonly view: RankView) {}

  begin(gap: Stretch): void {
    this.#gap = gap;
    this.totalNs += gap.endNs - gap.startNs;
  }

  addStretch(stretch: HostStretch): void {
    const { startNs, endNs, slice, work } = stretch;
    this.add(this.#ownerOf(stretch), startNs, endNs, work && work.kind !== 'enqueue' ? work.slice : slice);
  }

  #ownerOf({ slice, work }: HostStretch): FreeOwner {
    const { slices, categories } = this.view.index;
    if (work?.kind === 'enqueue') return durationNsOf(slices, work.slice) > QUEUE_FULL_NS ? 'queue-full' : 'op';
    if (work) return work.kind;
    return categories[slices.category[slice]] === 'python_function' ? 'python' : 'op';
  }

  add(owner: FreeOwner, startNs: number, endNs: number, slice: number | undefined): void {
    const ns = endNs - startNs;
    if (ns <= 0) return;
    const own = this.#owners.get(owner) ?? newOwned(slice, this.#gap);
    this.#owners.set(owner, own);
    own.ns += ns;
    if (own.lastGap !== this.#gap) keepLongest(own, this.#gap);
    own.lastNs += ns;
    const name = slice === undefined ? NO_NAME : this.view.index.slices.name[slice];
    own.names.set(name, (own.names.get(name) ?? 0) + ns);
    if (ns <= own.mostNs) return;
    own.mostNs = ns;
    own.slice = slice;
    own.gap = this.#gap;
  }

  parts(): OwnedFree[] {
    for (const own of this.#owners.values()) keepLongest(own, own.lastGap);
    return [...this.#owners]
      .map(([owner, { ns, names, slice, gap, gaps }]) => ({
        owner,
        ns,
        names: [...names]
          .map(([name, own]) => ({ name: name === NO_NAME ? '' : this.view.nameText(name), ns: own }))
          .sort((a, b) => b.ns - a.ns)
          .slice(0, MAX_NAMES),
        slice,
        gap,
        gaps: [gap, ...gaps.flatMap((own) => (own.gap === gap ? [] : own.gap))].slice(0, MAX_GAPS),
      }))
      .sort((a, b) => b.ns - a.ns);
  }
}

function newOwned(slice: number | undefined, gap: Stretch): Owned {
  return { ns: 0, names: new Map(), mostNs: 0, slice, gap, gaps: [], lastGap: gap, lastNs: 0 };
}

/** Of the last gap nothing more comes. */
function keepLongest(own: Owned, next: Stretch): void {
  const { gaps, lastGap: gap, lastNs: ns } = own;
  own.lastGap = next;
  own.lastNs = 0;
  if (ns === 0 || (gaps.length === MAX_GAPS && gaps[MAX_GAPS - 1].ns >= ns)) return;
  own.gaps = [...gaps, { gap, ns }].sort((a, b) => b.ns - a.ns).slice(0, MAX_GAPS);
}
