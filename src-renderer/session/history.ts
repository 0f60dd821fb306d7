/**
 * What the user did to how a dump is looked at, so that it can be taken back: four tracks, each with a past and a future.
 *
 * Undo takes back the last act, on whichever tracks it left something: all changes made in one event of the user's are one
 * act (a jump moves the view, selects a slice and unfolds its lane). Back and forward go along the track of places alone, as in a
 * browser, and leave the arrangement as it is; `clock` goes back along that of the clock alone. A place is left with every gesture: what moves while a key or button is held, or on without a pause where
 * nothing is (a wheel).
 */
import type { ClockChoice, LaneId } from '../../src-contract';
import { isSameRange, type TimeRange } from '../base/timeRange';
import { type Change, Track } from './historyTrack';
import type { Arrangement, Look, Place, Selection } from './look';
import type { SessionState } from './sessionState';
import { turned } from './turnedArrangement';

export type Way = 'undo' | 'redo' | 'back' | 'forward' | 'clock';

/** The view of the window whose past this is, by its id. */
const TIMELINE = 'timeline';
/** A gesture that goes on within this time is still the same where nothing is held: notches of a wheel. */
const GESTURE_PAUSE_MS = 400;

interface Move extends Change<Place> {
  /** Not a gesture: a link that was followed, a box, a command. */
  readonly isJump: boolean;
  /** To a slice that was selected by the same act. */
  readonly isToSlice: boolean;
  /** The view of the window that one came from, by its id: going back leads there. */
  readonly from?: string;
}

/** When it was last gone on with; undefined: it is over. */
interface Ongoing {
  readonly lastMs: number | undefined;
}

const over: Ongoing = { lastMs: undefined };

export class LookHistory {
  private readonly places = new Track<Place, Move>();
  private readonly selections = new Track<Selection>();
  private readonly arrangements = new Track<Arrangement>();
  private readonly clocks = new Track<ClockChoice>();
  private act = 0;
  private isActOpen = false;
  private takenBack = 0;
  private isHeld = false;
  /** What was done last is over: whatever comes next is something new. */
  private moving: Ongoing = over;
  private selecting: Ongoing = over;

  /** @param nowMs the time, in ms since any instant */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** A key or a button is held from now on, or no more: all that is moved, or dragged, meanwhile is one gesture. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    this.moving = over;
    this.selecting = over;
  }

  private goesOn({ lastMs }: Ongoing): boolean {
    return lastMs !== undefined && (this.isHeld || this.nowMs() - lastMs < GESTURE_PAUSE_MS);
  }

  /**
   * The view was moved. A jump is always a change of its own, a gesture grows until there is a pause.
   *
   * @param from see `Move.from`
   */
  moved(before: Place, view: TimeRange, isJump: boolean, from?: string): void {
    const { last } = this.places;
    const isSameGesture =
      !isJump && last?.isJump === false && this.goesOn(this.moving) && isSameRange(last.after.view, before.view);
    this.moving = { lastMs: this.nowMs() };
    const after = { ...before, view };
    if (isSameGesture) {
      this.places.replaceLast({ ...last, after });
      return;
    }
    const act = this.currentAct();
    this.places.add({ act, before, after, isJump, isToSlice: false, ...(from !== undefined && { from }) });
  }

  /** Something else was selected. A stretch that is being dragged is one change. */
  selected(before: Selection, after: Selection): void {
    const dragged = this.selections.last;
    const isSameDrag =
      dragged?.after.range !== undefined &&
      dragged.after.range === before.range &&
      after.range !== undefined &&
      after.slice?.ref === before.slice?.ref &&
      this.goesOn(this.selecting);
    this.selecting = { lastMs: this.nowMs() };
    if (isSameDrag) {
      this.selections.replaceLast({ ...dragged, after });
      return;
    }
    const act = this.currentAct();
    this.selections.add({ act, before, after });
    const { last } = this.places;
    if (last?.act === act && last.isJump) this.places.replaceLast({ ...last, isToSlice: true });
  }

  arranged(before: Arrangement, after: Arrangement): void {
    this.arrangements.add({ act: this.currentAct(), before, after });
  }

  clockChosen(before: ClockChoice, after: ClockChoice): void {
    this.clocks.add({ act: this.currentAct(), before, after });
  }

  /**
   * Whether there is something that way.
   *
   * @param inFront the view of the window that is in front, by its id. All ways but that of the clock are the timeline's; where going back has led
   *   to another view, going forward leads on from there.
   */
  can(way: Way, inFront: string): boolean {
    const isTimeline = inFront === TIMELINE;
    switch (way) {
      case 'undo':
        return isTimeline && this.lastAct() !== undefined;
      case 'redo':
        return isTimeline && this.nextAct() !== undefined;
      case 'back':
        return isTimeline && this.places.last !== undefined;
      case 'clock':
        return this.clocks.last !== undefined;
      case 'forward':
        return this.places.next !== undefined && (isTimeline || this.places.next.from === inFront);
    }
  }

  /** What is to be shown instead of `now`, or undefined where there is nothing that way. */
  go(way: Way, now: Look): (Partial<Look> & { readonly leadTo?: string }) | undefined {
    // What is moved, selected or folded from here on is something new.
    this.moving = over;
    this.selecting = over;
    this.isActOpen = false;
    this.takenBack++;
    switch (way) {
      case 'undo':
        return this.undo(now);
      case 'redo':
        return this.redo(now);
      case 'back': {
        const { last } = this.places;
        this.places.back(now.place, this.takenBack);
        return last && { ...ofMove(last, last.before), ...(last.from !== undefined && { leadTo: last.from }) };
      }
      case 'clock': {
        const { last } = this.clocks;
        this.clocks.back(now.clock, this.takenBack);
        return last && { clock: last.before };
      }
      case 'forward': {
        const { next } = this.places;
        this.places.forward(now.place);
        return next && { ...ofMove(next, next.after), ...(next.from !== undefined && { leadTo: TIMELINE }) };
      }
    }
  }

  /** All instants are shown as much later; what the user has marked, by `markedNs`. */
  shift(ns: number, markedNs: number): void {
    const laterBy = (own: number) => (range: TimeRange) => ({ startNs: range.startNs + own, endNs: range.endNs + own });
    const later = laterBy(ns);
    const selection = (one: Selection): Selection => ({ ...one, range: one.range && later(one.range) });
    this.places.map((place) => ({ ...place, view: later(place.view), selection: selection(place.selection) }));
    this.selections.map(selection);
    // What was the same before is the same after: only what differs is taken back.
    const marks = mappedOnce((mark: SessionState['marks'][number]) => ({ ...mark, ...later(mark) }));
    const userMarks = mappedOnce((mark: SessionState['userMarks'][number]) => ({
      ...mark,
      ...laterBy(markedNs)(mark),
    }));
    this.arrangements.map((one) => ({ ...one, marks: marks(one.marks), userMarks: userMarks(one.userMarks) }));
  }

  /** A group of lanes that stand for others has been made anew: what is taken back of the one before is of this one. */
  regroup(was: LaneId, is: LaneId): void {
    const again = (merged: ReadonlySet<LaneId>) => new Set([...merged].map((id) => (id === was ? is : id)));
    this.arrangements.map((one) => (one.merged.has(was) ? { ...one, merged: again(one.merged) } : one));
  }

  private undo(now: Look): Partial<Look> | undefined {
    const act = this.lastAct();
    if (act === undefined) return undefined;
    let look: Partial<Look> = {};
    // One act may have left several changes on a track.
    for (let change = this.places.last; change?.act === act; change = this.places.last) {
      this.places.back(look.place ?? now.place, this.takenBack);
      look = { ...look, place: change.before };
    }
    for (let change = this.selections.last; change?.act === act; change = this.selections.last) {
      this.selections.back(look.selection ?? now.selection, this.takenBack);
      look = { ...look, selection: change.before };
    }
    for (let change = this.arrangements.last; change?.act === act; change = this.arrangements.last) {
      const arrangement = look.arrangement ?? now.arrangement;
      this.arrangements.back(arrangement, this.takenBack);
      look = { ...look, arrangement: turned(arrangement, change.after, change.before) };
    }
    for (let change = this.clocks.last; change?.act === act; change = this.clocks.last) {
      this.clocks.back(look.clock ?? now.clock, this.takenBack);
      look = { ...look, clock: change.before };
    }
    return look;
  }

  private redo(now: Look): Partial<Look> | undefined {
    const act = this.nextAct();
    if (act === undefined) return undefined;
    let look: Partial<Look> = {};
    for (let change = this.places.next; change?.act === act; change = this.places.next) {
      this.places.forward(look.place ?? now.place);
      look = { ...look, place: change.after };
    }
    for (let change = this.selections.next; change?.act === act; change = this.selections.next) {
      this.selections.forward(look.selection ?? now.selection);
      look = { ...look, selection: change.after };
    }
    for (let change = this.arrangements.next; change?.act === act; change = this.arrangements.next) {
      const arrangement = look.arrangement ?? now.arrangement;
      this.arrangements.forward(arrangement);
      look = { ...look, arrangement: turned(arrangement, change.before, change.after) };
    }
    for (let change = this.clocks.next; change?.act === act; change = this.clocks.next) {
      this.clocks.forward(look.clock ?? now.clock);
      look = { ...look, clock: change.after };
    }
    return look;
  }

  private get tracks() {
    return [this.places, this.selections, this.arrangements, this.clocks];
  }

  private lastAct(): number | undefined {
    const acts = this.tracks.flatMap(({ last }) => last?.act ?? []);
    return acts.length === 0 ? undefined : Math.max(...acts);
  }

  /** The act that was taken back last. */
  private nextAct(): number | undefined {
    const latest = Math.max(...this.tracks.map(({ takenBack }) => takenBack));
    return this.tracks.find(({ takenBack, next }) => next !== undefined && takenBack === latest)?.next?.act;
  }

  /** The same for all that is done until the event that is being handled is done with. */
  private currentAct(): number {
    if (!this.isActOpen) {
      this.isActOpen = true;
      this.act++;
      queueMicrotask(() => {
        this.isActOpen = false;
      });
    }
    return this.act;
  }
}

/** Who has zoomed with the wheel and goes back still wants what is selected; who has followed a link, what it was followed from. */
function ofMove({ isToSlice }: Move, place: Place): Partial<Look> {
  return isToSlice ? { place, selection: place.selection } : { place };
}

/** Of each list and each of its items one, however often it is met. */
function mappedOnce<T extends object>(map: (item: T) => T): (list: readonly T[]) => readonly T[] {
  const lists = new Map<readonly T[], readonly T[]>();
  const items = new Map<T, T>();
  const mapped = (item: T): T => {
    const known = items.get(item) ?? map(item);
    items.set(item, known);
    return known;
  };
  return (list) => {
    const known = lists.get(list) ?? list.map(mapped);
    lists.set(list, known);
    return known;
  };
}
