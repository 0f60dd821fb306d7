import { groupBy } from '../../base/groupBy';

/** A send or receive of a rank, by the job's clock. */
export interface SentCall {
  readonly group: string;
  readonly type: string;
  readonly rank: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** Both ends of a transfer are over at once, but for the last packet's way. */
const END_TOGETHER_NS = 100_000;

/**
 * Which receive is of which send: names do not tell with whom. Of one group on two ranks, and over together; the nearest ends first. A batch
 * of both is paired with another one.
 */
export function pairedSends<T extends SentCall>(calls: readonly T[]): (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  for (const own of groupBy(calls, ({ group }) => group).values()) {
    const byEnd = [...own].sort((a, b) => a.endNs - b.endNs || a.rank - b.rank);
    const near: { readonly a: T; readonly b: T; readonly apartNs: number }[] = [];
    for (const [at, a] of byEnd.entries())
      for (let next = at + 1; next < byEnd.length; next++) {
        const b = byEnd[next];
        const apartNs = b.endNs - a.endNs;
        if (apartNs > END_TOGETHER_NS) break;
        if (a.rank !== b.rank && isPairable(a.type, b.type)) near.push({ a, b, apartNs });
      }
    const isPaired = new Set<T>();
    for (const { a, b } of near.sort((one, other) => one.apartNs - other.apartNs)) {
      if (isPaired.has(a) || isPaired.has(b)) continue;
      isPaired.add(a).add(b);
      pairs.push([a, b]);
    }
  }
  return pairs;
}

function isPairable(a: string, b: string): boolean {
  const [one, other] = [roleOf(a), roleOf(b)];
  return one === 'batch' ? other === 'batch' : other !== 'batch' && one !== other;
}

function roleOf(type: string): 'send' | 'receive' | 'batch' {
  const isSend = /send/i.test(type);
  return isSend && /recv|receive/i.test(type) ? 'batch' : isSend ? 'send' : 'receive';
}
