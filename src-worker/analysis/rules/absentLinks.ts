import { sentence } from '../../../src-contract/findings/sentence';
import { meanOf, minOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { groupByTuple } from '../../base/tupleMap';
import { collectiveKeys, type LinkTraffic } from '../../model/collectives/collective';
import { isLinkTransport } from '../../names/transports';
import { type CallRecord, finding, longestCalls, type Rule, type RuleResult, shareOf } from '../rule';

/** Move the same between all ranks of a mesh. Of an AllToAll a rank may get nothing, of a Broadcast most send nothing. */
const EVEN_TYPES: ReadonlySet<string> = new Set(['allreduce', 'allgather', 'reducescatter']);
/** Two siblings at least: one alone tells nothing of what is usual. */
const LEAST_SIBLINGS = 2;

/** A link of a group over which its collectives of a type moved nothing in some steps, or in none of them anything. */
interface AbsentLink {
  readonly group: string;
  readonly type: string;
  readonly transport: string;
  readonly source: number;
  readonly target: number;
  readonly isGlobal: boolean;
  readonly steps: readonly string[];
  /** In which the group’s collectives of the type were recorded. */
  readonly stepCount: number;
  readonly siblings: number;
}

/**
 * C6: links that fail. Between two ranks of a group nothing is moved over a transport in some steps in which nearly all links alike
 * (same group, type, transport) move data; or never, where both ranks have links to all others and those have them to each other (a
 * mesh with a hole: rings and trees have more of them). Source: PerfTracker (link failure). The time lost is what these
 * collectives take longer in the steps without the link, on the rank that comes last; of a link that is never there nobody knows.
 */
export const absentLinks: Rule<CallRecord> = {
  id: 'C6',
  sources: ['PerfTracker'],
  thresholds: ['link.siblings', 'link.least-bytes'],
  find: (job, limits): RuleResult => {
    const even = job.links.filter(({ kind, type, transport, source, target }) => {
      return (
        kind === 'collective' && EVEN_TYPES.has(type.toLowerCase()) && isLinkTransport(transport) && source !== target
      );
    });
    const alike = groupByTuple(even, ({ group, type, transport }) => [group, type, transport] as const);
    const absent = alike.groups.flatMap((links) => {
      const moving = links.filter(({ sizeBytes }) => sizeBytes > 0);
      const bytes = Math.max(0, ...moving.map(({ sizeBytes }) => sizeBytes));
      if (bytes < limits['link.least-bytes']) return [];
      return [...goneInSteps(links, moving, limits['link.siblings']), ...holesOf(moving)];
    });
    // Types of one group that lack the same link are one failure, and so are both directions.
    const byLink = groupBy(absent, ({ transport, source, target }) => {
      return `${transport} ${Math.min(source, target)}-${Math.max(source, target)}`;
    });
    return { findings: [...byLink].map(([key, own]) => ofLink(job, key, own)) };
  },
};

function pairOf({ source, target }: Pick<LinkTraffic, 'source' | 'target'>): string {
  return `${source}-${target}`;
}

/** Links that are there in other steps. */
function goneInSteps(links: readonly LinkTraffic[], moving: readonly LinkTraffic[], share: number): AbsentLink[] {
  const bySteps = groupBy(moving, ({ step }) => step);
  const known = groupBy(moving, pairOf);
  const gone = new Map<string, string[]>();
  // Also the steps of which the matrix is there and has zeros only: then nothing was called, and no siblings move.
  for (const step of new Set(links.map((own) => own.step))) {
    const present = bySteps.get(step) ?? [];
    const pairs = new Set(present.map(pairOf));
    // Of a rank without a matrix of this step nobody knows what it sent.
    const told = new Set(present.map(({ source }) => source));
    const expected = [...known].filter(([, [{ source }]]) => told.has(source));
    if (pairs.size < LEAST_SIBLINGS || pairs.size < share * expected.length) continue;
    for (const [pair] of expected) if (!pairs.has(pair)) gone.set(pair, [...(gone.get(pair) ?? []), step]);
  }
  return [...gone].map(([pair, steps]) => {
    const [{ group, type, transport, source, target, isGlobal }] = known.get(pair) ?? [];
    const stepCount = bySteps.size;
    return { group, type, transport, source, target, isGlobal, steps, stepCount, siblings: known.size - 1 };
  });
}

/** Pairs that no step has, and whose place in a mesh is the only one that is empty. */
function holesOf(moving: readonly LinkTraffic[]): AbsentLink[] {
  const sources = new Set(moving.map(({ source }) => source));
  const neighbours = new Map<number, Set<number>>();
  const add = (from: number, to: number) => neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to));
  for (const { source, target } of moving) {
    add(source, target);
    add(target, source);
  }
  const isJoined = (a: number, b: number) => neighbours.get(a)?.has(b) === true;
  const [first] = moving;
  const steps = [...new Set(moving.map(({ step }) => step))];
  // Only two that have the same neighbours may lack each other: of thousands of ranks hardly any, and not all pairs are looked at.
  const told = [...sources].sort((a, b) => a - b);
  const alike = groupBy(told, (source) => [...(neighbours.get(source) ?? [])].sort((a, b) => a - b).join());
  const holes = [...alike.values()].flatMap((own): AbsentLink[] => {
    if (own.length < 2) return [];
    const common = [...(neighbours.get(own[0]) ?? [])];
    // What two ranks have between them that both were not recorded is not known.
    const isTold = (a: number, b: number) => sources.has(a) || sources.has(b);
    if (!common.every((a, i) => common.every((b, j) => j <= i || !isTold(a, b) || isJoined(a, b)))) return [];
    const pairCount = common.reduce((sum, a, i) => sum + common.slice(i + 1).filter((b) => isTold(a, b)).length, 0);
    if (pairCount === 0) return [];
    const { group, type, transport, isGlobal } = first;
    const siblings = 2 * common.length + pairCount;
    return own.flatMap((source, at) =>
      own.slice(at + 1).map((target): AbsentLink => {
        return { group, type, transport, source, target, isGlobal, steps, stepCount: steps.length, siblings };
      }),
    );
  });
  return holes.sort((a, b) => a.source - b.source || a.target - b.target);
}

function ofLink(job: CallRecord, key: string, own: readonly AbsentLink[]) {
  const lostOf = (one: AbsentLink) => lostNs(job, one);
  const [worst] = [...own].sort((a, b) => b.steps.length - a.steps.length || lostOf(b) - lostOf(a));
  const { source, target, transport, group, type, steps, stepCount, siblings, isGlobal } = worst;
  // Directions fail in the same collectives.
  const byType = groupBy(own, (one) => `${one.group} ${one.type}`);
  const lost = [...byType.values()].reduce((sum, ways) => sum + Math.max(...ways.map(lostOf)), 0);
  const isNever = steps.length === stepCount;
  const values = {
    ranks: [source, target].sort((a, b) => a - b),
    source,
    target,
    transport,
    op: type,
    count: steps.length,
    total: stepCount,
    siblings,
    lost,
    share: shareOf(job, lost),
  };
  return finding(job, `absent ${key}`, {
    rule: 'C6',
    class: 'communication',
    rank: isGlobal ? source : undefined,
    place: {
      ranks: isGlobal ? values.ranks : [],
      group,
      link: { source, target, transport },
      ...(isNever ? {} : { step: steps[0] }),
    },
    title: sentence(isNever ? 'absent.title.never' : 'absent.title', values),
    cause: sentence(isNever ? 'absent.cause.never' : 'absent.cause', values),
    advice: [sentence('absent.advice', values)],
    lostNsPerStep: lost,
    gain: { nsPerStep: lost, formula: sentence(isNever ? 'absent.gain.never' : 'absent.gain') },
    confidence: isNever ? 'low' : 'medium',
    evidence: [],
    calls: callsWithout(job, worst),
  });
}

/** Those that went another way: of one end of the link, or of any rank where its ends are places in a group. */
function callsWithout({ collectives }: CallRecord, { group, type, source, steps, isGlobal }: AbsentLink) {
  return longestCalls(
    collectives.filter(
      (op) =>
        op.group === group &&
        op.type.toLowerCase() === type.toLowerCase() &&
        steps.includes(op.step) &&
        (!isGlobal || op.rank === source),
    ),
  );
}

/** Of the steps without the link above those with it, mean over the job's steps; 0: no times, or no step with it. */
function lostNs({ collectives, stepCount }: CallRecord, { group, type, steps }: AbsentLink): number {
  const own = collectives.filter((op) => op.group === group && op.type.toLowerCase() === type.toLowerCase());
  const bySteps = new Map<string, number>();
  for (const calls of groupByTuple(own, collectiveKeys).groups) {
    const times = calls.map(({ elapseNs }) => elapseNs).filter((ns) => !Number.isNaN(ns));
    if (times.length > 0) bySteps.set(calls[0].step, (bySteps.get(calls[0].step) ?? 0) + minOf(times));
  }
  const without = [...bySteps].filter(([step]) => steps.includes(step)).map(([, ns]) => ns);
  const withLink = [...bySteps].filter(([step]) => !steps.includes(step)).map(([, ns]) => ns);
  if (without.length === 0 || withLink.length === 0) return 0;
  return (Math.max(0, meanOf(without) - meanOf(withLink)) * without.length) / stepCount;
}
