/** Versions that profiles on demand need, from ModelArts’ page on training performance analysis. */

export const neededVersions = {
  cann: { name: 'CANN', from: '8.1.RC1' },
  msmonitor: { name: 'msMonitor', from: '8.3.0' },
  adapter: { name: 'FrameworkPTAdapter', from: '7.3.0' },
  pytorch: { name: 'PyTorch', from: '2.6', below: '2.10' },
} as const;

export type Component = keyof typeof neededVersions;
export type VersionVerdict = 'fits' | 'too-old' | 'too-new' | 'unknown';

/** "8.2.RC1.alpha002", "v2.7.1+cpu"; what has no numbers is not known. */
export function verdictOn(component: Component, version: string): VersionVerdict {
  const own = partsOf(version);
  if (!own) return 'unknown';
  const needed: { readonly from: string; readonly below?: string } = neededVersions[component];
  if (order(own, partsOf(needed.from)!) < 0) return 'too-old';
  return needed.below !== undefined && order(own, partsOf(needed.below)!) >= 0 ? 'too-new' : 'fits';
}

/** Candidates (RC1) come before what has no such part. */
function partsOf(version: string): readonly number[] | undefined {
  const [, numbers, candidate] = /(\d+(?:\.\d+)*)(?:\.?RC(\d+))?/i.exec(version) ?? [];
  if (numbers === undefined) return undefined;
  const [major, minor = 0, patch = 0] = numbers.split('.').map(Number);
  return [major, minor, patch, candidate === undefined ? Number.POSITIVE_INFINITY : Number(candidate)];
}

function order(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((own, index) => own !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}
