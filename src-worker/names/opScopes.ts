/**
 * MindSpore names an op by the scopes of the graph that it lies in:
 *
 *     Default/network-WithLossCell/conv1-Conv2d/Conv2D-op13      scopes "Default", "network-WithLossCell", "conv1-Conv2d"
 */

/**
 * The op that such a name ends with, "Conv2D", with or without scopes before it; collectives have one more number behind it,
 * "Default/AllReduce-op534_0". Undefined where MindSpore did not give the name.
 */
export function graphOpOf(name: string): string | undefined {
  return /(?:^|\/)([^/]+)-op\d+(?:_\d+)?$/.exec(name)?.[1];
}

/** More scopes than these tell nothing more. */
export const MAX_SCOPES = 6;

/** Outermost first; none where MindSpore did not give the name. */
export function scopesOf(name: string): readonly string[] {
  return /^[^/]+\/.*-op\d+$/.test(name) ? name.split('/').slice(0, -1) : [];
}

const [DASH, O, P, SLASH, ZERO, NINE] = ['-', 'o', 'p', '/', '0', '9'].map((char) => char.charCodeAt(0));

/** The same test on the bytes of a name, for looks at all names of a timeline: hardly any ends so. */
export function mayHaveScopes(name: Uint8Array): boolean {
  let at = name.length - 1;
  while (at >= 0 && name[at] >= ZERO && name[at] <= NINE) at--;
  const endsAsOp = at < name.length - 1 && name[at] === P && name[at - 1] === O && name[at - 2] === DASH;
  return endsAsOp && name.includes(SLASH);
}
