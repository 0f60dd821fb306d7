/** What the sums of communication_matrix are of, whose writer cuts the types of collectives short. */
import { type LinkTraffic, opType } from './collective';

/**
 * torch_npu calls a sum by the first of its words that the name of a collective has (`HCCL_PATTERN` of its CommunicationParser), and these
 * come before the longer ones that begin with them: reduceScatter is summed up as "reduce", allToAllV as "alltoall".
 */
const CUT_SHORT: ReadonlySet<string> = new Set(['reduce', 'allgather', 'alltoall']);

export function isCutShort(type: string): boolean {
  return CUT_SHORT.has(type);
}

/** Several types that are summed up together stand behind each other. */
const SEPARATOR = ', ';

type Sum = Pick<LinkTraffic, 'type' | 'group'>;

/** The types behind the sums of one file, told by the single collectives that it picks out of them: top1, middle, bottom1 … */
export class SummedTypes {
  readonly #types = new Map<string, Set<string>>();

  /** `sum` as the file calls it, `opName` the collective that was picked out. */
  add(sum: Sum, opName: string): void {
    const own = opType(opName).toLowerCase();
    if (!own.startsWith(sum.type)) return;
    const known = this.#types.get(keyOf(sum)) ?? new Set();
    this.#types.set(keyOf(sum), known.add(own));
  }

  /** In small letters: "reducescatter"; "alltoall, alltoallv" of both together. As the file calls it where that has no names. */
  typeOf(sum: Sum): string {
    const types = this.#types.get(keyOf(sum));
    return types ? [...types].sort().join(SEPARATOR) : sum.type;
  }
}

/** True for traffic of collectives of that type, also among others. Files of links write types in small letters. */
export function isOfType(type: string, asked: string): boolean {
  const [own, plain] = [type.toLowerCase(), asked.toLowerCase()];
  return own === plain || (own.includes(SEPARATOR) && own.split(SEPARATOR).includes(plain));
}

function keyOf({ type, group }: Sum): string {
  return `${type}@${group}`;
}
