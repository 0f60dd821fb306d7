import type { RankIndex } from '../../index/rankIndex';

const encoder = new TextEncoder();

/** Id of a name among the rank's; undefined where no slice has it. */
export function nameId({ names }: Pick<RankIndex, 'names'>, text: string): number | undefined {
  const wanted = encoder.encode(text);
  let start = 0;
  for (let name = 0; name < names.ends.length; name++) {
    const end = names.ends[name];
    if (end - start === wanted.length && wanted.every((byte, i) => names.bytes[start + i] === byte)) return name;
    start = end;
  }
  return undefined;
}
