import { Random } from '../fixtures/random';
import { type Format, type Input, MAX_MUTANT_BYTES } from './format';

/** Which mutant: the same one comes of it again, as long as the inputs and the mutators are the same. */
export interface MutantId {
  readonly format: string;
  readonly seed: number;
  readonly number: number;
}

export interface Mutant {
  readonly input: Input;
  readonly bytes: Buffer;
  /** The mutators it was made by. */
  readonly steps: readonly string[];
}

const MOST_STEPS = 5;

export function mutantOf(format: Format, inputs: readonly Input[], { seed, number }: MutantId): Mutant {
  const random = new Random(mixed(seed, number));
  const input = random.pick(inputs);
  let { bytes } = input;
  const steps: string[] = [];
  do {
    const mutator = random.pick(format.mutators);
    const changed = mutator.change(bytes, random);
    if (changed.length <= MAX_MUTANT_BYTES) bytes = changed;
    steps.push(mutator.name);
  } while (steps.length < MOST_STEPS && random.chance(0.45));
  return { input, bytes, steps };
}

/** Neighbouring numbers must not begin alike. */
function mixed(seed: number, number: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
}
