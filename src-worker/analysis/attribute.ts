/** Cause and victim told apart: what follows from a finding is no finding of its own. */
import type { Finding, RankStepSplit, RuleId } from '../../src-contract';
import { sentenceText } from '../../src-contract/findings/sentence';
import type { JobRecord } from './record/jobRecord';

type Job = Pick<JobRecord, 'stepNs' | 'groups' | 'ranks'>;

/** A rank's own findings that explain so much of its lateness are what it is late by. */
const EXPLAINS = 0.5;
/** A rank late by less than this share of what another one of its group loses, or is late by, is late because of that one. */
const VICTIM = 0.25;
/** Say of a rank as a whole what D3 says of single kernels. */
const SLOW_RULES: ReadonlySet<RuleId> = new Set(['D2', 'B6', 'E2']);

/**
 * What the rank's lateness shows may be more than the Free that its cause owns — the device works off what was launched
 * before — but never more than the calls take in all, which is their gain, nor than any other rank has waited beside no computing.
 */
function lostWith(own: Finding, effects: readonly Finding[], { stepNs, ranks }: Job): Finding {
  if (own.rule !== 'B3' && own.rule !== 'B9') return own;
  const waitedNs = ranks
    .filter(({ rank }) => rank !== own.rank)
    .reduce((most, { split, stepCount }) => Math.max(most, stillNs(split.exposed) / stepCount), 0);
  const causedNs = effects.reduce((sum, { lostNsPerStep }) => sum + lostNsPerStep, 0);
  // Collectives beside computing are late without holding anybody up. No planes, no waits to go by.
  const lateNs = waitedNs > 0 ? Math.min(causedNs, waitedNs) : causedNs;
  const lostNsPerStep = Math.max(own.lostNsPerStep, Math.min(own.gain.nsPerStep, lateNs));
  if (lostNsPerStep === own.lostNsPerStep) return own;
  const share = Math.min(1, lostNsPerStep / stepNs);
  const title = { ...own.title, values: { ...own.title.values, lost: lostNsPerStep, share } };
  return { ...own, title, lostNsPerStep, shareOfStep: share };
}

/** Communication beside no computing in which some plane waits, or none does anything. */
function stillNs(exposed: RankStepSplit['exposed']): number {
  return exposed ? exposed.waitingNs + exposed.restNs : 0;
}

/**
 * How late a cause can make its rank. Of a pause before the first kernel of a recording nothing is Free, nor of one beside transfers
 * that are under way: what the calls take in all, where a good part of the lateness was without computing. Of hot experts each rank has its own part, and is late by no more.
 */
function reachNs(own: Finding, late: Finding): number {
  const { parts, reach } = own.cause.values;
  if (own.rule === 'D4' && late.rank !== undefined && Array.isArray(parts))
    return parts[own.place.ranks.indexOf(late.rank)] ?? 0;
  const isPause = own.rule === 'B3' || own.rule === 'B9';
  const seenNs = Math.max(own.lostNsPerStep, typeof reach === 'number' ? reach : 0);
  return isPause && seenNs >= VICTIM * late.lostNsPerStep
    ? Math.max(own.lostNsPerStep, own.gain.nsPerStep)
    : own.lostNsPerStep;
}

/**
 * A rank that comes late to collectives (C8) because of what else was found on it — slow kernels, a slow input, the host — is
 * named by that; its lateness becomes an effect of the largest of these. What none explains stays a finding.
 */
export function attributed(all: readonly Finding[], job: Job): Finding[] {
  const { groups } = job;
  const joined = joinedByLinks(groups);
  const { findings, explained } = withFlappingLinks(all);
  // A rank whose computing grows is slow on the mean over the steps; that it grows says more.
  for (const slow of findings) {
    if (slow.rule !== 'D2' || slow.place.ranks.length !== 1) continue;
    const growing = findings.find(({ rule, place }) => rule === 'E2' && place.ranks.includes(slow.place.ranks[0]));
    if (growing && growing.lostNsPerStep >= EXPLAINS * slow.lostNsPerStep) explained.set(slow, growing);
  }
  // Kernels that take longer on a rank are what it is slow by.
  for (const own of findings) {
    if (own.rule !== 'D3' || own.class !== 'compute') continue;
    const slow = findings.find(
      (one) => SLOW_RULES.has(one.rule) && own.rank !== undefined && (one.rank === own.rank || isOnHost(one, own.rank)),
    );
    if (slow && slow.lostNsPerStep >= EXPLAINS * own.lostNsPerStep) explained.set(own, explained.get(slow) ?? slow);
  }
  for (const late of findings) {
    if (late.rule !== 'C8' || late.rank === undefined) continue;
    const causes = findings.filter(
      (own) => !explained.has(own) && (isCauseOn(own, late.rank) || isLinkOf(own, late.rank, joined)),
    );
    const sumNs = causes.reduce((sum, own) => sum + reachNs(own, late), 0);
    if (causes.length === 0 || sumNs < EXPLAINS * late.lostNsPerStep) continue;
    explained.set(
      late,
      causes.reduce((most, own) => (own.lostNsPerStep > most.lostNsPerStep ? own : most)),
    );
  }
  for (const late of findings) {
    if (late.rule !== 'C8' || explained.has(late)) continue;
    const cause = findings.find(
      (own) => !explained.has(own) && isWaitedFor(own, late, groups, () => passedOn(own, explained)),
    );
    if (cause) explained.set(late, cause);
  }
  // Stages wait for each other because one of their ranks was late before: by what that is named.
  for (const bubble of findings) {
    const { caused } = bubble.title.values;
    if (bubble.title.id !== 'bubble.title' || typeof caused !== 'number') continue;
    if (caused < EXPLAINS * bubble.lostNsPerStep || caused === 0) continue;
    const [most] = findings
      .filter(({ rule }) => rule === 'C8')
      .map((late) => explained.get(late) ?? late)
      .sort((a, b) => b.lostNsPerStep - a.lostNsPerStep);
    if (most) explained.set(bubble, most);
  }
  // Who is given most tokens changes from layer to layer: together they are what no single rank explains.
  for (const waste of findings) {
    if (waste.rule !== 'C7') continue;
    const skew = findings.find((own) => own.rule === 'D4' && own.lostNsPerStep >= EXPLAINS * waste.lostNsPerStep);
    if (skew) explained.set(waste, skew);
  }
  // Gaps between kernels that could be one are Free, which dispatch has in full: here is where, and a way out.
  for (const gaps of findings) {
    if ((gaps.rule !== 'B7' && gaps.rule !== 'B8') || gaps.class !== 'host') continue;
    const dispatch = findings.find((own) => own.rule === 'A2' && haveRankInCommon(own.place, gaps.place));
    if (dispatch) explained.set(gaps, dispatch);
  }
  for (const exposed of findings) {
    if (exposed.rule !== 'A4' && exposed.rule !== 'A5') continue;
    const slow = findings.find((own) => !explained.has(own) && isExposedBy(own, exposed, joined));
    if (slow) explained.set(exposed, slow);
  }
  return findings
    .filter((own) => !explained.has(own))
    .map((own) => {
      const effects = [...explained].filter(([, cause]) => cause === own).map(([late]) => late);
      if (effects.length === 0) return own;
      return {
        ...lostWith(own, effects, job),
        advice: withoutRepeats([
          ...own.advice,
          ...effects.flatMap(({ rule, advice }) => (rule === 'B7' || rule === 'B8' ? advice : [])),
        ]),
        effects: [...own.effects, ...effects.map(({ title }) => title)],
        evidence: [...own.evidence, ...effects.flatMap(({ evidence }) => evidence)],
      };
    });
}

/** Where several dumps have a rank of one number, by what these are called. */
function haveRankInCommon(a: Finding['place'], b: Finding['place']): boolean {
  const [labels, others] = [labelsOf(a), labelsOf(b)];
  if (labels && others) return labels.some((label) => others.includes(label));
  return a.ranks.some((rank) => b.ranks.includes(rank));
}

/** Undefined where the numbers say enough. */
function labelsOf({ ranks, label, labels }: Finding['place']): readonly string[] | undefined {
  return labels ?? (label !== undefined && ranks.length === 1 ? [label] : undefined);
}

/** Groups of ranks with the same effect have the same advice. */
function withoutRepeats(advice: Finding['advice']): Finding['advice'] {
  const texts = advice.map((own) => sentenceText(own, 'en'));
  return advice.filter((_, at) => texts.indexOf(texts[at]) === at);
}

/**
 * A link whose bandwidth collapses now and then is slow on the mean: that it collapses says more, the mean says which link it is.
 */
function withFlappingLinks(all: readonly Finding[]) {
  const explained = new Map<Finding, Finding>();
  const findings = all.map((own) => {
    if (own.title.id !== 'flapping.title') return own;
    const slow = all.find(({ title, place, lostNsPerStep }) => {
      const { link } = place;
      const isOne = link?.transport === own.title.values.transport && own.rank !== undefined;
      const isOf = isOne && (link?.source === own.rank || link?.target === own.rank);
      return title.id === 'C6.title' && isOf && own.lostNsPerStep >= EXPLAINS * lostNsPerStep;
    });
    if (!slow?.place.link) return own;
    const named = { ...own, place: { ...own.place, link: slow.place.link } };
    explained.set(slow, named);
    return named;
  });
  return { findings, explained };
}

/** What others may have waited for: what its rank has lost, or was late by because of it, whichever is more. */
function passedOn(own: Finding, explained: ReadonlyMap<Finding, Finding>): number {
  return [...explained].reduce(
    (most, [late, cause]) => (cause === own && late.rule === 'C8' ? Math.max(most, late.lostNsPerStep) : most),
    own.lostNsPerStep,
  );
}

/** Who is in a group with a rank that others waited for several times as long is late by what it waited for that one. */
function isWaitedFor(own: Finding, late: Finding, groups: JobRecord['groups'], waitedNs: () => number): boolean {
  const [rank] = own.place.ranks;
  if (late.rank === undefined || rank === late.rank || !isCauseOn(own, rank)) return false;
  // It goes through all that is explained, of which a large job has hundreds for each of hundreds of late ranks.
  if (late.lostNsPerStep > VICTIM * waitedNs()) return false;
  return [...groups.values()].some(
    ({ ranks }) => ranks.includes(rank) && late.rank !== undefined && ranks.includes(late.rank),
  );
}

/** Slow links are why data moves for longer than computing can hide: theirs is the larger part of what is exposed. */
function isExposedBy(own: Finding, { place, lostNsPerStep }: Finding, joined: JoinedRanks): boolean {
  if (own.lostNsPerStep < EXPLAINS * lostNsPerStep) return false;
  if (own.rule === 'D3' && own.class === 'communication')
    return place.ranks.every((rank) => own.place.ranks.includes(rank));
  return own.rule === 'C1' || place.ranks.every((rank) => isLinkOf(own, rank, joined));
}

/** Of a finding with a link: the ranks of all groups that have both of its ends. */
type JoinedRanks = (own: Finding) => ReadonlySet<number>;

/** There may be dozens of links, and thousands of ranks that each is asked about. */
function joinedByLinks(groups: JobRecord['groups']): JoinedRanks {
  const known = new Map<Finding, ReadonlySet<number>>();
  return (own) => {
    const { link } = own.place;
    const found =
      known.get(own) ??
      new Set(
        [...groups.values()].flatMap(({ ranks }) =>
          link && ranks.includes(link.source) && ranks.includes(link.target) ? ranks : [],
        ),
      );
    known.set(own, found);
    return found;
  };
}

/** A slow link holds up all ranks of the groups that it joins: they come late to their other groups. */
function isLinkOf(own: Finding, rank: number | undefined, joined: JoinedRanks): boolean {
  return own.rule === 'C6' && own.place.link !== undefined && rank !== undefined && joined(own).has(rank);
}

/** Of a slow host each of its ranks is slow. */
function isOnHost({ title, place }: Finding, rank: number | undefined): boolean {
  return title.id === 'D2.title.host' && rank !== undefined && place.ranks.includes(rank);
}

/** What the rank alone has: causes that all ranks share make nobody late. Hot experts are those of one place in each group. */
function isCauseOn(own: Finding, rank: number | undefined): boolean {
  const { ranks } = own.place;
  const isOwn =
    own.rule === 'D4'
      ? rank !== undefined && ranks.includes(rank)
      : (ranks.length === 1 && ranks[0] === rank) || isOnHost(own, rank);
  return isOwn && own.rule !== 'C8' && own.class !== 'communication';
}
