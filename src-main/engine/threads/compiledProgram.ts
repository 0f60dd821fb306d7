import type { PartCode } from './partCode';

/** A CommonJS module as it is sent to threads: see threadProgram.ts. */
export interface CompiledProgram {
  /** The file that it is from. */
  readonly path: string;
  /** Text of the file within a function: see `inFunction`. */
  readonly source: string;
  /** V8's, of this very process and source. */
  readonly cachedData: Uint8Array;
  /** Of what all of its threads load later. */
  readonly partCode: PartCode;
  /** Where their code is kept for the next process; '': it is not. */
  readonly codeFolder: string;
  /** In a thread that runs it: its code as it is by now, with all that has been called. */
  codeNow?(): Uint8Array;
}

/** What a CommonJS module's function is given, as Node has it. */
export type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

/** On one line with the module's first, so that its lines keep their numbers. */
export function inFunction(text: string): string {
  return `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
}
