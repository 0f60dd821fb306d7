import type { ClockChoice, DumpClock, Notice, RankState, ShownClock } from '../../../src-contract';
import { type ClockShift, NO_SHIFT, toJobNs } from '../../../src-worker/base/clockShift';
import { notice } from '../../../src-worker/files/notices';
import type { RankIndex } from '../../../src-worker/index/rankIndex';
import type { TablePlace } from '../../../src-worker/model/tableRanks';
import {
  type AskClock,
  type ClockDecision,
  decideClock,
  dumpClock,
  shiftsOf,
  shownClock,
  UNDECIDED,
} from './dumpClock';

/** Farther apart than this, two ranks' clocks count from different things (boot and epoch, say). */
const MAX_CLOCK_DISTANCE_NS = 30 * 86_400 * 1_000_000_000;

/** What ranks' times count from, and by which clocks they are shown. */
export class RankClocks {
  /** What own times count from: set by the first rank to come. */
  #originNs: bigint | undefined;
  /** What the times in files count from that own times take for 0: that of the first rank read to its end. */
  #timeBaseNs: bigint | undefined;
  #shifts: readonly ClockShift[] = [];
  /** Of ranks to come. */
  #nextShift = NO_SHIFT;
  #revision = 0;
  #choice: ClockChoice = {};
  #decision = UNDECIDED;
  /** That by which the ranks are placed. */
  #placed: ClockDecision | undefined;
  /** What the decision was made from. */
  #measuredFrom: string | undefined;

  constructor(
    /** How the ranks' clocks stand to each other. */
    readonly ask: AskClock,
  ) {}

  /** What the times that are shown count from, epoch ns. */
  get originNs(): bigint {
    return (this.#originNs ?? 0n) + BigInt(this.#nextShift.offsetNs);
  }

  /** What questions need to go between the ranks' own times and those that are shown. */
  get forQuestions(): Pick<TablePlace, 'originNs' | 'shifts' | 'clockRevision'> {
    return { originNs: this.#originNs ?? 0n, shifts: this.#shifts, clockRevision: this.#revision };
  }

  get shifts(): readonly ClockShift[] {
    return this.#shifts;
  }

  shiftOf(rank: number): ClockShift {
    return this.#shifts[rank] ?? this.#nextShift;
  }

  /** Of a dump without a timeline, the tables tell what times count from. */
  countFrom(originNs: bigint | undefined): void {
    this.#originNs ??= originNs;
  }

  /**
   * Where the rank's base lies in the dump's time; the first rank to come sets the origin. `timeBaseNs`: what its files' times
   * count from, which stands at their ends; before these have been read it is taken to be what other ranks' count from.
   */
  offsetOf(index: RankIndex, timeBaseNs?: bigint): { readonly offsetNs: number; readonly notices: readonly Notice[] } {
    if (index.slices.startNs.length === 0 && index.counters.length === 0) return { offsetNs: 0, notices: [] };
    this.#timeBaseNs ??= timeBaseNs;
    const ahead = timeBaseNs === undefined || this.#timeBaseNs === undefined ? 0n : timeBaseNs - this.#timeBaseNs;
    const baseNs = BigInt(index.baseUs) * 1000n + ahead;
    this.#originNs ??= baseNs;
    const offsetNs = Number(baseNs - this.#originNs);
    if (Math.abs(offsetNs) < MAX_CLOCK_DISTANCE_NS) return { offsetNs, notices: [] };
    const days = Math.round(Math.abs(offsetNs) / 86_400e9);
    return { offsetNs: 0, notices: [notice('clock-mismatch', 'warning', { days })] };
  }

  choose(choice: ClockChoice): void {
    this.#choice = choice;
  }

  /** Which clock is in force. */
  get inForce(): DumpClock {
    return dumpClock(this.#decision, this.#choice, this.#revision);
  }

  /** The same with each rank's part in it. */
  shown(ranks: readonly RankState[]): ShownClock {
    return shownClock(this.inForce, this.#decision, ranks);
  }

  /**
   * Decides by which clock these ranks, in their own times, are to be shown: once for the same ranks, indexes and choice, since
   * to ask for it reads all of their collectives. Rejects as `ask` does; the ranks' own clocks are decided for then, and asked again the next time.
   */
  async decide(ranks: readonly RankState[]): Promise<void> {
    const recorded = ranks.filter(({ groups }) => groups.length > 0);
    const { mode, reference } = this.#choice;
    const from = JSON.stringify([mode, reference, recorded.map(({ index, generation }) => [index, generation])]);
    if (from === this.#measuredFrom) return;
    try {
      const recordings = recorded.map(({ index, startNs, endNs }) => ({ rank: index, startNs, endNs }));
      this.#decision = await decideClock(this.#choice, recordings, this.ask);
      this.#measuredFrom = from;
    } catch (error) {
      this.#decision = { mode: 'off', clock: undefined };
      this.#measuredFrom = undefined;
      throw error;
    }
  }

  /**
   * Shifts these ranks, in their own times, to the clock decided for. Time counts from the first event of all, which only all
   * of them tell. False: nothing is placed otherwise than it was.
   */
  place(ranks: readonly RankState[]): boolean {
    const clocks = shiftsOf(this.#decision, ranks.length, this.#choice.moved);
    const starts = ranks.flatMap(({ index, groups, startNs }) =>
      groups.length > 0 ? [toJobNs(clocks[index], startNs)] : [],
    );
    const firstNs = starts.reduce((min, ns) => Math.min(min, ns), starts[0] ?? 0);
    const shifts = clocks.map((shift) => ({ ...shift, offsetNs: Math.round(shift.offsetNs) + firstNs }));
    const isSame = this.#decision === this.#placed && areSame(shifts, this.#shifts);
    if (isSame && firstNs === this.#nextShift.offsetNs) return false;
    this.#placed = this.#decision;
    this.#nextShift = { ...NO_SHIFT, offsetNs: firstNs };
    this.#shifts = shifts;
    this.#revision++;
    return true;
  }
}

function areSame(one: readonly ClockShift[], other: readonly ClockShift[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ offsetNs, rate, aroundNs }, i) => {
      return offsetNs === other[i].offsetNs && rate === other[i].rate && aroundNs === other[i].aroundNs;
    })
  );
}
