/** What all questions about an open dump share: what was worked out, what was noted, and what its ranks are called now. */
import type { Notice, RankJob } from '../../src-contract';
import { jobTitle } from '../../src-contract';
import { filesOfJob, jobsOfRanks } from './jobsOfDump';
import { Kept } from './kept';
import type { FoundName, TableFiles, TablePlace, TableRank } from './tableRanks';

/** What of a dump is one job's. */
export interface JobPart {
  readonly job: RankJob;
  readonly ranks: readonly TableRank[];
  readonly files: TableFiles;
}

export class SharedDump {
  readonly kept = new Kept();
  /** By path: see `DumpContext.giveJson`. */
  readonly givenJson = new Map<string, () => unknown>();
  readonly #files: TableFiles;
  readonly #notices = new Map<string, Notice>();
  #untold: Notice[] = [];
  #place: TablePlace;
  #ranks: readonly TableRank[];
  #jobs: ReadonlyMap<string, JobPart>;
  #baseNs: bigint | undefined;

  /** `baseNs` undefined: no table has an instant to count from. */
  constructor(files: TableFiles, baseNs: bigint | undefined) {
    this.#files = files;
    this.#place = {
      names: new Map(),
      originNs: baseNs ?? 0n,
      shifts: [],
      clockRevision: 0,
      generations: new Map(),
    };
    this.#ranks = files.ranks;
    this.#jobs = partsOf(files, files.ranks);
    this.#baseNs = baseNs;
  }

  get place(): TablePlace {
    return this.#place;
  }

  /** The files' ranks, by the names of the place. */
  get ranks(): readonly TableRank[] {
    return this.#ranks;
  }

  /** Those of each job, by its key; empty where all are of one. */
  get jobs(): ReadonlyMap<string, JobPart> {
    return this.#jobs;
  }

  /** Near the dump's instants, so that a float64 holds them to the ns: the first that was known, for good. */
  get baseNs(): bigint {
    return this.#baseNs ?? 0n;
  }

  setPlace(place: TablePlace): void {
    const { names } = place;
    if (!areSameNames(names, this.#place.names)) {
      this.#ranks = this.#files.ranks.map((rank) => ({ ...rank, ...names.get(rank.index) }));
      const jobs = partsOf(this.#files, this.#ranks);
      // What was made of ranks of several jobs together is none's.
      if (jobs.size !== this.#jobs.size) this.kept.clear();
      this.#jobs = jobs;
    }
    this.#place = place;
    if (place.originNs !== 0n) this.#baseNs ??= place.originNs;
  }

  /** Something about a file that the user should know; said once. */
  note(own: Notice): void {
    const key = `${own.code} ${own.path} ${own.byteOffset} ${own.message}`;
    if (this.#notices.has(key)) return;
    this.#notices.set(key, own);
    this.#untold.push(own);
  }

  /** What was noted since this was asked last. */
  takeUntold(): readonly Notice[] {
    const untold = this.#untold;
    this.#untold = [];
    return untold;
  }

  get notices(): readonly Notice[] {
    return [...this.#notices.values()];
  }
}

function areSameNames(one: TablePlace['names'], other: TablePlace['names']): boolean {
  return one.size === other.size && [...one].every(([rank, own]) => isSameName(own, other.get(rank)));
}

function isSameName(one: FoundName, other: FoundName | undefined): boolean {
  return one.rank === other?.rank && one.label === other?.label && one.job?.key === other?.job?.key;
}

function partsOf(files: TableFiles, ranks: readonly TableRank[]): ReadonlyMap<string, JobPart> {
  const jobs = jobsOfRanks(ranks);
  const all = jobs.map(({ job }) => job);
  return new Map(
    jobs.map((own) => {
      const job = { ...own.job, name: jobTitle(own.job, all) };
      return [job.key, { job, ranks: own.ranks, files: filesOfJob(files, own.ranks, ranks) }];
    }),
  );
}
