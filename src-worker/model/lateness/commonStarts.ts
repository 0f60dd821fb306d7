import { type Collective, type Collectives, collectiveKey } from '../collectives/collective';
import type { DumpContext } from '../dumpContext';
import { threshold } from '../thresholds';
import { type ClockOffset, rankClocks } from './rankClocks';

/** When one rank came to a collective, by the clock that all of them share. */
export interface CommonStart {
  readonly rank: number;
  readonly atNs: number;
  readonly errorNs: number;
  readonly collective: Collective;
}

/** The starts of collectives on ranks whose clocks are aligned; nothing is said of other ranks. */
export class CommonStarts {
  readonly #starts = new Map<string, CommonStart[]>();

  constructor(
    ops: readonly Collective[],
    readonly clocks: ReadonlyMap<number, ClockOffset>,
  ) {
    for (const collective of ops) {
      const clock = clocks.get(collective.rank);
      const atNs = clock ? collective.startNs - clock.offsetNs : Number.NaN;
      if (!clock || Number.isNaN(atNs)) continue;
      const key = collectiveKey(collective);
      const own = this.#starts.get(key) ?? [];
      this.#starts.set(key, own);
      own.push({ rank: collective.rank, atNs, errorNs: clock.errorNs, collective });
    }
    for (const own of this.#starts.values()) own.sort((a, b) => a.atNs - b.atNs);
  }

  /** By time. */
  of(key: string): readonly CommonStart[] {
    return this.#starts.get(key) ?? [];
  }

  /** After the first rank of the same collective; NaN where no two ranks of it can be compared. */
  lateNs(collective: Collective): number {
    const clock = this.clocks.get(collective.rank);
    const own = this.of(collectiveKey(collective));
    return clock && own.length > 1 ? collective.startNs - clock.offsetNs - own[0].atNs : Number.NaN;
  }

  /** The last to arrive, and late by more than launching takes and more than the clocks may be off. */
  isLast(collective: Collective): boolean {
    const own = this.of(collectiveKey(collective));
    const last = own.at(-1);
    return last?.collective === collective && isLater(last, own[0]);
  }
}

export function isLater(
  one: Pick<CommonStart, 'atNs' | 'errorNs'>,
  other: Pick<CommonStart, 'atNs' | 'errorNs'>,
): boolean {
  const apartNs = one.atNs - other.atNs;
  return apartNs >= threshold('late.from') && apartNs > one.errorNs + other.errorNs;
}

export async function commonStarts(
  dump: DumpContext,
  data: Collectives,
  ops: readonly Collective[],
): Promise<CommonStarts> {
  return new CommonStarts(ops, await rankClocks(dump, data));
}
