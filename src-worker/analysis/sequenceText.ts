/** Names that a sentence has, and their length. */
const MAX_NAMES = 4;
const MAX_LETTERS = 36;

/** "Mul → Add → Cast → …": the beginning tells which it is; names of GPU kernels run to hundreds of letters. */
export function sequenceText(types: readonly string[]): string {
  const names = types.slice(0, MAX_NAMES).map(shortName);
  return [...names, ...(types.length > MAX_NAMES ? ['…'] : [])].join(' → ');
}

/** Cut in the middle: kernels of one library begin alike. */
export function shortName(name: string): string {
  const half = (MAX_LETTERS - 1) / 2;
  return name.length <= MAX_LETTERS ? name : `${name.slice(0, Math.ceil(half))}…${name.slice(-Math.floor(half))}`;
}
