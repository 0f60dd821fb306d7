import { basename } from 'node:path';
import { proxy } from 'comlink';
import type { DumpId, DumpState, Notice, Progress, RankState } from '../../src-worker/api';
import type { DiscoveredDump, DiscoveredRank } from '../../src-worker/formats/discover';
import { notice } from '../../src-worker/formats/notices';
import type { RankSummary } from '../../src-worker/index/buildIndex';
import type { RankResult } from '../../src-worker/index/indexRank';
import type { RankIndex } from '../../src-worker/index/rankIndex';
import type { LoadedRank } from '../../src-worker/workerApi';
import { rankLabels } from './rankLabels';
import { initialRankState, withSummary } from './rankState';
import type { ThreadPool } from './threadPool';

/** A state is answered at most this often. */
const WATCH_EVERY_MS = 100;
/** Farther apart than this, two ranks' clocks count from different things (boot and epoch, say). */
const MAX_CLOCK_DISTANCE_NS = 30 * 86_400 * 1_000_000_000;

/** Takes a rank's index to where queries are answered. */
export type RankLoader = (loaded: LoadedRank) => Promise<void>;

/** One dump from `open` to `close`: its state, and the work of reading it. */
export class OpenDump {
  readonly #ranks: RankState[] = [];
  #notices: readonly Notice[] = [];
  #status: DumpState['status'] = 'discovering';
  #revision = 1;
  #originNs: bigint | undefined;
  #openMs: number | undefined;
  readonly #openedAtMs = performance.now();
  readonly #cancelFlag = new Int32Array(new SharedArrayBuffer(4));
  #changed = deferred();
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(
    readonly id: DumpId,
    readonly paths: readonly string[],
    readonly title: string,
    readonly pool: ThreadPool,
    readonly load: RankLoader,
  ) {}

  /** Reads everything; resolves when there is nothing more to do. Never rejects: what fails is in the state. */
  async read(): Promise<void> {
    try {
      const found = await this.pool.run((api) => api.discover(this.paths));
      if (!this.#isClosed) await this.#index(found);
    } catch (error) {
      if (this.#isClosed) return;
      this.#notices = [...this.#notices, internalError(error)];
      this.#status = 'failed';
    }
    this.#touch();
  }

  cancel(): void {
    Atomics.store(this.#cancelFlag, 0, 1);
  }

  close(): void {
    this.#isClosed = true;
    this.cancel();
    this.#touch();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The state as soon as it is newer than `seenRevision`. */
  async watch(seenRevision: number): Promise<DumpState> {
    while (this.#revision <= seenRevision && !this.#isClosed) await this.#changed.promise;
    const waitMs = this.#lastAnswerMs + WATCH_EVERY_MS - performance.now();
    if (seenRevision > 0 && waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    this.#lastAnswerMs = performance.now();
    return this.state();
  }

  state(): DumpState {
    const placed = this.#ranks.filter(({ groups }) => groups.length > 0);
    return {
      id: this.id,
      revision: this.#revision,
      status: this.#status,
      title: this.title,
      paths: this.paths,
      originNs: this.#originNs ?? 0n,
      startNs: placed.reduce((min, { startNs }) => Math.min(min, startNs), placed[0]?.startNs ?? 0),
      endNs: placed.reduce((max, { endNs }) => Math.max(max, endNs), placed[0]?.endNs ?? 0),
      progress: sumOf(this.#ranks.map(({ progress }) => progress)),
      ranks: [...this.#ranks],
      notices: this.#notices,
      ...(this.#openMs === undefined ? {} : { openMs: this.#openMs }),
    };
  }

  async #index(found: DiscoveredDump): Promise<void> {
    this.#notices = found.notices;
    this.#status = 'indexing';
    const labels = rankLabels(found.ranks);
    found.ranks.forEach((rank, i) => {
      this.#ranks.push(initialRankState(i, rank, labels[i]));
    });
    this.#touch();
    await Promise.all(found.ranks.map((rank, i) => this.#indexRank(i, rank)));
    this.#status = this.#finalStatus();
    this.#openMs = performance.now() - this.#openedAtMs;
  }

  #finalStatus(): DumpState['status'] {
    if (this.#ranks.some(({ status }) => status === 'cancelled')) return 'cancelled';
    return this.#ranks.some(({ status }) => status === 'ready' || status === 'no-timeline') ? 'ready' : 'failed';
  }

  async #indexRank(rank: number, found: DiscoveredRank): Promise<void> {
    if (found.timelinePaths.length === 0) return;
    const sizeBytes = this.#ranks[rank].progress.bytesTotal;
    const listener = {
      progress: (progress: Progress) => this.#update(rank, { status: 'indexing', progress }),
      snapshot: (index: RankIndex, summary: RankSummary, progress: Progress) => {
        this.#update(rank, { status: 'indexing', progress });
        void this.#show(rank, found, index, summary);
      },
    };
    try {
      const result = await this.pool.run((api) => {
        this.#update(rank, { status: 'indexing' });
        return api.indexRank({ paths: found.timelinePaths }, sizeBytes, this.#cancelFlag, proxy(listener));
      });
      await this.#finishRank(rank, found, result);
    } catch (error) {
      const notices = [...this.#ranks[rank].notices, internalError(error)];
      this.#update(rank, { status: 'failed', notices });
    }
  }

  async #finishRank(rank: number, found: DiscoveredRank, result: RankResult): Promise<void> {
    const { rank: known, hostName } = this.#ranks[rank];
    const number = known ?? distributedRank(result.documentValues);
    if (number !== undefined && known === undefined) {
      const others = this.#ranks.filter((_, i) => i !== rank);
      const label = `Rank ${number}`;
      this.#update(rank, others.some((other) => other.label === label) ? { rank: number } : { rank: number, label });
    }
    await this.#show(rank, found, result.index, result.summary);
    this.#update(rank, { status: result.status, progress: result.progress, ...(hostName ? { hostName } : {}) });
  }

  /** Puts an index into use: first where queries are answered, then into the state. */
  async #show(rank: number, found: DiscoveredRank, index: RankIndex, summary: RankSummary): Promise<void> {
    if (this.#isClosed) return;
    const generation = this.#ranks[rank].generation + 1;
    this.#update(rank, { generation });
    const { offsetNs, notices } = this.#offsetOf(index);
    const { label } = this.#ranks[rank];
    await this.load({ rank: this.#ranks[rank].index, label, generation, index, offsetNs });
    if (this.#ranks[rank].generation !== generation) return;
    this.#ranks[rank] = withSummary(this.#ranks[rank], summary, index, offsetNs, [...found.notices, ...notices]);
    this.#touch();
  }

  /** Where the rank's base lies in the dump's time; the first rank to come sets the origin. */
  #offsetOf(index: RankIndex): { offsetNs: number; notices: Notice[] } {
    const baseNs = BigInt(index.baseUs) * 1000n;
    if (index.slices.startNs.length === 0 && index.counters.length === 0) return { offsetNs: 0, notices: [] };
    this.#originNs ??= baseNs;
    const offsetNs = Number(baseNs - this.#originNs);
    if (Math.abs(offsetNs) < MAX_CLOCK_DISTANCE_NS) return { offsetNs, notices: [] };
    const days = Math.round(Math.abs(offsetNs) / 86_400e9);
    return { offsetNs: 0, notices: [notice('clock-mismatch', 'warning', { days })] };
  }

  #update(rank: number, change: Partial<RankState>): void {
    this.#ranks[rank] = { ...this.#ranks[rank], ...change };
    this.#touch();
  }

  #touch(): void {
    this.#revision++;
    this.#changed.resolve();
    this.#changed = deferred();
  }
}

function deferred() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function sumOf(parts: readonly Progress[]): Progress {
  return parts.reduce(
    (sum, part) => ({
      bytesDone: sum.bytesDone + part.bytesDone,
      bytesTotal: sum.bytesTotal + part.bytesTotal,
      eventsDone: sum.eventsDone + part.eventsDone,
    }),
    { bytesDone: 0, bytesTotal: 0, eventsDone: 0 },
  );
}

/** `distributedInfo.rank` of a Kineto trace. */
function distributedRank(values: ReadonlyMap<string, string>): number | undefined {
  const text = values.get('distributedInfo');
  const rank = text === undefined ? undefined : /"rank"\s*:\s*"?(\d+)/.exec(text)?.[1];
  return rank === undefined ? undefined : Number(rank);
}

function internalError(error: unknown): Notice {
  const reason = error instanceof Error ? error.message : String(error);
  return notice('internal-error', 'error', { reason });
}

/** What to call a dump in the window's title. */
export function dumpTitle(paths: readonly string[]): string {
  const first = basename(paths[0] ?? '') || (paths[0] ?? '');
  return paths.length > 1 ? `${first} + ${paths.length - 1}` : first;
}
