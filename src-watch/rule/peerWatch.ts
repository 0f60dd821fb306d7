/**
 * Ranks held against those that do the same work, while they run. In synchronous training all steps are equally long, whoever is slow:
 * the others wait for it in collectives. So it is told by what it computes, and by how little it waits.
 */
import type { StepLight } from './stepLight';

/** Why a rank is held to be slow. */
export type SlowBy = 'compute' | 'waiting' | 'steps';

export interface SlowRank {
  readonly kind: 'slow-rank';
  readonly rank: number;
  readonly by: SlowBy;
  /** `compute`, `steps`: over the median of its peers, as a share of it. `waiting`: what all its peers wait longer, as a share of a step. */
  readonly excess: number;
  /** Of the steps that it was looked at over. */
  readonly fromStep: number;
  readonly toStep: number;
  readonly peerCount: number;
  /** It and two peers whose values are in the middle, near to it: a profile of these three shows the difference. */
  readonly profileRanks: readonly number[];
}

export interface SlowRankOver {
  readonly kind: 'slow-rank-over';
  readonly rank: number;
  readonly step: number;
}

export interface PeerLimits {
  /** Steps that are looked at together; two such stretches in a row make a slow rank. */
  readonly steps: number;
  /** Of `SlowRank.excess`. */
  readonly excess: number;
  /** And so many median absolute deviations of the peers. */
  readonly deviations: number;
}

export const usualPeers: PeerLimits = { steps: 16, excess: 0.05, deviations: 5 };

/** With fewer steps a single one decides. */
const LEAST_STEPS = 3;
/** With fewer peers their median says nothing. */
const LEAST_PEERS = 3;
/** Stages differ by this much at least, where nothing else tells them apart. */
const STAGE_GAP = 0.2;
/** Smaller clusters are no stage of a pipeline, but ranks that behave unlike others. */
const LEAST_STAGE_SHARE = 0.2;

interface Sums {
  count: number;
  lightCount: number;
  durationNs: number;
  computeNs: number;
  communicationNs: number;
}

interface Means {
  readonly rank: number;
  readonly stepNs: number;
  /** NaN: nothing tells. */
  readonly computeNs: number;
  readonly communicationNs: number;
}

export interface SavedPeerWatch {
  readonly sums: readonly (readonly [rank: number, Sums])[];
  readonly suspects: readonly (readonly [rank: number, SlowBy])[];
  readonly slow: readonly number[];
  readonly fromStep?: number;
  readonly profileRanks?: readonly number[];
}

/** Five numbers a rank, however long the job runs. */
export class PeerWatch {
  readonly #sums: Map<number, Sums>;
  /** Were slow in the stretch before. */
  #suspects: Map<number, SlowBy>;
  readonly #slow: Set<number>;
  #fromStep: number | undefined;
  #profileRanks: readonly number[] | undefined;

  /** `stages`: ranks are cut into so many stages of a pipeline, equally many in each, in their order; undefined: as they differ. */
  constructor(
    readonly stages: number | undefined,
    saved?: SavedPeerWatch,
    readonly limits: PeerLimits = usualPeers,
  ) {
    this.#sums = new Map(saved?.sums.map(([rank, own]) => [rank, { ...own }]));
    this.#suspects = new Map(saved?.suspects);
    this.#slow = new Set(saved?.slow);
    this.#fromStep = saved?.fromStep;
    this.#profileRanks = saved?.profileRanks;
  }

  save(): SavedPeerWatch {
    return {
      sums: [...this.#sums].map(([rank, own]) => [rank, { ...own }]),
      suspects: [...this.#suspects],
      slow: [...this.#slow],
      ...(this.#fromStep !== undefined && { fromStep: this.#fromStep }),
      ...(this.#profileRanks && { profileRanks: this.#profileRanks }),
    };
  }

  /** Ranks that are slow as of the last stretch. */
  get slow(): ReadonlySet<number> {
    return this.#slow;
  }

  /** Of the slowest rank and two peers, as of this moment: what a profile should be of. Undefined: none is slower than the others. */
  profileRanks(): readonly number[] | undefined {
    const means = [...this.#sums].filter(([, { count }]) => count >= LEAST_STEPS).map(meansOf);
    const found = stagesOf(means, this.stages).flatMap((peers) => this.#slowOf(peers));
    const slowest = found.reduce((worst, own) => (own.excess > (worst?.excess ?? 0) ? own : worst), found[0]);
    if (slowest) this.#profileRanks = slowest.profileRanks;
    // Right behind a comparison nothing has been gathered yet: what was said then holds.
    return slowest || this.#slow.size > 0 ? this.#profileRanks : undefined;
  }

  /** The job was started anew. */
  begin(): void {
    this.#sums.clear();
    this.#suspects.clear();
    this.#slow.clear();
    this.#fromStep = undefined;
    this.#profileRanks = undefined;
  }

  addStep(rank: number, durationNs: number): void {
    if (!(durationNs >= 0 && Number.isFinite(durationNs))) return;
    const own = this.#of(rank);
    own.count++;
    own.durationNs += durationNs;
  }

  addLight(rank: number, { computeNs, communicationNs }: StepLight): void {
    const own = this.#of(rank);
    own.lightCount++;
    own.computeNs += computeNs;
    own.communicationNs += communicationNs;
  }

  /** A step of the job is complete. With every so many of them ranks are compared. */
  endStep(step: number): readonly (SlowRank | SlowRankOver)[] {
    this.#fromStep ??= step;
    if (step - this.#fromStep + 1 < this.limits.steps) return [];
    const told = this.#compare(this.#fromStep, step);
    this.#sums.clear();
    this.#fromStep = step + 1;
    return told;
  }

  #of(rank: number): Sums {
    let own = this.#sums.get(rank);
    if (!own) {
      own = { count: 0, lightCount: 0, durationNs: 0, computeNs: 0, communicationNs: 0 };
      this.#sums.set(rank, own);
    }
    return own;
  }

  #compare(fromStep: number, toStep: number): (SlowRank | SlowRankOver)[] {
    const means = [...this.#sums].filter(([, { count }]) => count > 0).map(meansOf);
    const found = stagesOf(means, this.stages).flatMap((peers) => this.#slowOf(peers));
    const suspects = new Map(found.map(({ rank, by }) => [rank, by]));
    const told: (SlowRank | SlowRankOver)[] = [];
    for (const own of found) {
      if (!this.#suspects.has(own.rank) || this.#slow.has(own.rank)) continue;
      this.#slow.add(own.rank);
      this.#profileRanks = own.profileRanks;
      told.push({ kind: 'slow-rank', ...own, fromStep: fromStep - this.limits.steps, toStep });
    }
    for (const rank of this.#slow) {
      // For a while it is neither: what was said of it stays.
      if (suspects.has(rank) || this.#suspects.has(rank) || !this.#sums.has(rank)) continue;
      this.#slow.delete(rank);
      told.push({ kind: 'slow-rank-over', rank, step: toStep });
    }
    this.#suspects = suspects;
    return told;
  }

  /** Of one stage. What a rank computes says more than how little it waits, and that more than its steps. */
  #slowOf(peers: readonly Means[]): Omit<SlowRank, 'kind' | 'fromStep' | 'toStep'>[] {
    const isLight = peers.every(({ computeNs, communicationNs }) => computeNs > 0 || communicationNs > 0);
    const found = new Map<number, Omit<SlowRank, 'kind' | 'fromStep' | 'toStep'>>();
    const look = (by: SlowBy, excessOf: (own: Means) => number): void => {
      const excess = new Map(peers.map((own) => [own.rank, excessOf(own)]));
      const middle = medianOf([...excess.values()]);
      const spread = medianOf([...excess.values()].map((own) => Math.abs(own - middle)));
      for (const [rank, own] of excess) {
        const over = own - middle;
        if (!(over > this.limits.excess && over > this.limits.deviations * spread) || found.has(rank)) continue;
        const profileRanks = [rank, ...middlePeers(excess, rank, middle)].sort((a, b) => a - b);
        found.set(rank, { rank, by, excess: over, peerCount: peers.length - 1, profileRanks });
      }
    };
    if (isLight) {
      const computeNs = medianOf(peers.map((own) => own.computeNs));
      if (computeNs > 0) look('compute', (own) => own.computeNs / computeNs);
      const waitingNs = medianOf(peers.map((own) => own.communicationNs));
      const stepNs = medianOf(peers.map((own) => own.stepNs));
      if (waitingNs > 0) look('waiting', (own) => (waitingNs - own.communicationNs) / stepNs);
    } else {
      const stepNs = medianOf(peers.map((own) => own.stepNs));
      look('steps', (own) => own.stepNs / stepNs);
    }
    return [...found.values()];
  }
}

function meansOf([rank, own]: readonly [number, Sums]): Means {
  const perStep = (ns: number): number => (own.lightCount === 0 ? Number.NaN : ns / own.lightCount);
  return {
    rank,
    stepNs: own.durationNs / own.count,
    computeNs: perStep(own.computeNs),
    communicationNs: perStep(own.communicationNs),
  };
}

/** Ranks that do the same work; those of stages with too few peers are left out. */
function stagesOf(means: readonly Means[], count: number | undefined): readonly (readonly Means[])[] {
  const byRank = [...means].sort((a, b) => a.rank - b.rank);
  const stages = count === undefined ? clusters(byRank) : blocks(byRank, count);
  return stages.filter(({ length }) => length > LEAST_PEERS - 1);
}

/** As Megatron lays pipelines out: each stage is a block of neighbouring ranks. */
function blocks(byRank: readonly Means[], count: number): Means[][] {
  const size = Math.ceil(((byRank.at(-1)?.rank ?? 0) + 1) / count);
  const stages: Means[][] = Array.from({ length: count }, () => []);
  for (const own of byRank) stages[Math.floor(own.rank / size)].push(own);
  return stages;
}

/** By what they compute, cut where there is a gap; a few ranks beyond one are no stage, but belong to the nearest. */
function clusters(byRank: readonly Means[]): Means[][] {
  if (byRank.some(({ computeNs }) => !(computeNs > 0))) return [[...byRank]];
  const sorted = [...byRank].sort((a, b) => a.computeNs - b.computeNs);
  const found: Means[][] = [];
  for (const own of sorted) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last && before && own.computeNs <= before.computeNs * (1 + STAGE_GAP)) last.push(own);
    else found.push([own]);
  }
  const least = Math.max(LEAST_PEERS, LEAST_STAGE_SHARE * byRank.length);
  const stages = found.filter(({ length }) => length >= least);
  if (stages.length === 0) return [[...byRank]];
  const middles = stages.map((stage) => medianOf(stage.map(({ computeNs }) => computeNs)));
  for (const own of found.filter(({ length }) => length < least).flat()) {
    const far = middles.map((middle) => Math.abs(Math.log(own.computeNs / middle)));
    stages[far.indexOf(Math.min(...far))].push(own);
  }
  return stages;
}

/**
 * Two of the half that is nearest to the middle: those with the nearest numbers. Where stages are not known these are of the same one most likely, and of
 * another one the difference in a profile would be that of the stages.
 */
function middlePeers(values: ReadonlyMap<number, number>, rank: number, middle: number): number[] {
  const others = [...values].flatMap(([own, value]) => (own === rank ? [] : [{ own, far: Math.abs(value - middle) }]));
  const far = others.map((other) => other.far).sort((a, b) => a - b);
  // As many may be as near as each other.
  const most = far[Math.max(1, Math.ceil(far.length / 2) - 1)];
  return others
    .filter((other) => other.far <= most)
    .map(({ own }) => own)
    .sort((a, b) => Math.abs(a - rank) - Math.abs(b - rank) || a - b)
    .slice(0, 2);
}

/** NaN of nothing. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
