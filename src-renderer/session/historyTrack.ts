/** One track of a history: what was changed, what was taken back, and how one goes between. Pure. */

const LONGEST = 100;

export interface Change<T> {
  /** Changes of one act have one number; later acts have greater ones. */
  readonly act: number;
  readonly before: T;
  readonly after: T;
}

export class Track<T, C extends Change<T> = Change<T>> {
  private past: readonly C[] = [];
  /** What was taken back last stands last, with a number that is greater the later that was. */
  private future: readonly { readonly change: C; readonly takenBack: number }[] = [];

  get last(): C | undefined {
    return this.past.at(-1);
  }

  get next(): C | undefined {
    return this.future.at(-1)?.change;
  }

  /** -1 where there is nothing to go on to. */
  get takenBack(): number {
    return this.future.at(-1)?.takenBack ?? -1;
  }

  add(change: C): void {
    this.past = [...this.past, change].slice(-LONGEST);
    this.future = [];
  }

  /** The last change was part of this one. */
  replaceLast(change: C): void {
    this.past = [...this.past.slice(0, -1), change];
    this.future = [];
  }

  /** Takes back the last change; going on from there leads to how it is `now`. */
  back(now: T, takenBack: number): void {
    const { last } = this;
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, { change: { ...last, after: now }, takenBack }];
  }

  forward(now: T): void {
    const { next } = this;
    if (!next) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, { ...next, before: now }];
  }

  map(of: (state: T) => T): void {
    const mapped = (change: C): C => ({ ...change, before: of(change.before), after: of(change.after) });
    this.past = this.past.map(mapped);
    this.future = this.future.map(({ change, takenBack }) => ({ change: mapped(change), takenBack }));
  }
}
