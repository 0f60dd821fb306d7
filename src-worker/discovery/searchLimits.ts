/** How much of the disk a search may look at. */
export interface SearchLimits {
  /** Folders that are listed. */
  readonly mostFolders: number;
  /** Files whose first bytes are read, where their names don't tell what they are. */
  readonly mostHeads: number;
  /** Asked before each folder. */
  isStopped(): boolean;
}

/** What the user opens is searched whole. */
export const NO_LIMITS: SearchLimits = {
  mostFolders: Number.POSITIVE_INFINITY,
  mostHeads: Number.POSITIVE_INFINITY,
  isStopped: () => false,
};

/** Counts what a search has looked at. */
export class SearchBudget {
  #folders = 0;
  #heads = 0;
  #isCut = false;

  constructor(readonly limits: SearchLimits) {}

  /** Something was not looked at. */
  get isCut(): boolean {
    return this.#isCut;
  }

  takeFolder(): boolean {
    return this.#take(this.#folders++ < this.limits.mostFolders && !this.limits.isStopped());
  }

  takeHead(): boolean {
    return this.#take(this.#heads++ < this.limits.mostHeads && !this.limits.isStopped());
  }

  #take(isAllowed: boolean): boolean {
    this.#isCut ||= !isAllowed;
    return isAllowed;
  }
}
