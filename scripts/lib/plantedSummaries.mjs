/** Whether what a reduce has found in the summaries of a demo is what was planted in it. */

/** Findings of a smaller share of the step are not held against it. */
const LEAST_SHARE = 0.02;

/**
 * @param {{ readonly faults: readonly any[], readonly parallel: { readonly pipeline: number } }} truth
 * @param {{ readonly findings: readonly any[] }} report as `tracelane analyze --json` has it
 * @returns {readonly string[]} what is not as it must be; empty: all is
 */
export function problemsOfPlanted({ faults }, { findings }) {
  const large = findings.filter(({ shareOfStep }) => shareOfStep > LEAST_SHARE);
  const known = new Set();
  const problems = [];
  for (const fault of faults) {
    const own = large.filter((finding) => isOf(finding, fault, faults));
    if (own.length === 0) problems.push(`${JSON.stringify(fault)} is not found`);
    for (const finding of own) known.add(finding);
  }
  for (const finding of large) if (!known.has(finding)) problems.push(`${finding.id} besides: ${finding.title}`);
  return problems;
}

/** @param {any} finding @param {any} fault @param {readonly any[]} faults */
function isOf({ rule, place }, fault, faults) {
  switch (fault.kind) {
    case 'slow-rank':
      return rule === 'D2' && namesPlanted(place.ranks, fault, faults);
    case 'down-clock':
      return rule === 'B6' && namesPlanted(place.ranks, fault, faults);
    case 'heavy-stage':
      return rule === 'D2' && place.stages?.join() === String(fault.stage);
    case 'slow-link': {
      const { source, target } = place.link ?? {};
      return rule === 'C6' && [source, target].sort().join() === [...fault.between].sort().join();
    }
    default:
      return false;
  }
}

/**
 * The fault's rank, and none without a fault of its kind: of a host whose ranks all have it there is one finding.
 *
 * @param {readonly number[]} ranks
 * @param {any} fault
 * @param {readonly any[]} faults
 */
function namesPlanted(ranks, fault, faults) {
  const planted = new Set(faults.filter(({ kind }) => kind === fault.kind).map(({ rank }) => rank));
  return ranks.includes(fault.rank) && ranks.every((rank) => planted.has(rank));
}
