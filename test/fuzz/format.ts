import type { Random } from '../fixtures/random';
import type { Program } from './program/program';

/** What is wrong with how the program took a mutant. */
export type FindingKind =
  /** The process ended, or one of its threads did. */
  | 'crash'
  /** More than a second and three times what the unchanged input takes. */
  | 'hang'
  | 'memory'
  /** An event or a row is neither shown nor listed. */
  | 'lost'
  /** A sentence is not one of ours: a stack, V8's or Node's words. */
  | 'wording'
  /** An answer that can't be true: two tokenizers that disagree, a time that is no number. */
  | 'wrong';

export const findingKinds = ['crash', 'hang', 'memory', 'lost', 'wording', 'wrong'] as const satisfies FindingKind[];

export interface Finding {
  readonly kind: FindingKind;
  /** For whoever mends it; the same for the same defect, as far as that can be had. */
  readonly detail: string;
}

/** A good file, or a good call, that mutants are made of. */
export interface Input {
  readonly name: string;
  /** What is changed; at most 100 KB. */
  readonly bytes: Buffer;
  /** Where the changed bytes are put, and what lies beside them unchanged; paths in the folder that is opened. */
  readonly path: string;
  readonly beside: Readonly<Record<string, Buffer>>;
}

export interface Mutator {
  readonly name: string;
  /** Answers other bytes; leaves those that it is given as they are. */
  change(bytes: Buffer, random: Random): Buffer;
}

/**
 * Something the program is given. An importer that comes later adds its own: a file in `formats/` with what its files look
 * like when they are good, how they are damaged, and what must hold of whatever comes of that; and a line in `allFormats.ts`.
 */
export interface Format {
  readonly name: string;
  /** The same ones, in the same order, wherever the real dumps are; made-up ones where they are not. */
  inputs(): Promise<readonly Input[]>;
  readonly mutators: readonly Mutator[];
  /** Gives the program the bytes in the place of the input's; what is wrong with what it makes of them. */
  run(program: Program, input: Input, bytes: Buffer): Promise<readonly Finding[]>;
}

/** Larger ones would only be slower. */
export const MAX_INPUT_BYTES = 100 * 1024;
/** A mutator that repeats things is not to make large files: those are tests of their own. */
export const MAX_MUTANT_BYTES = 200 * 1024;
