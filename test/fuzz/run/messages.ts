import type { Finding } from '../format';
import type { MutantId } from '../mutant';

/** What a child process is told, and what it answers: see child.ts. */
export type Task =
  | { readonly kind: 'mutant'; readonly id: MutantId }
  /** These very bytes in the place of the input's. */
  | { readonly kind: 'bytes'; readonly format: string; readonly input: string; readonly bytes: Uint8Array };

export type FromChild =
  | { readonly kind: 'ready' }
  /** From now on it may take so long. */
  | { readonly kind: 'begun'; readonly limitMs: number; readonly input: string }
  | { readonly kind: 'done'; readonly result: Result };

export interface Result {
  readonly input: string;
  readonly steps: readonly string[];
  readonly ms: number;
  readonly limitMs: number;
  /** The most memory that the process has held meanwhile. */
  readonly peakBytes: number;
  readonly findings: readonly Finding[];
}

/** Of what `format` and `input` name: the input is not changed at all. */
export const UNCHANGED = -1;
export const MEMORY_LIMIT_BYTES = 500 * 1000 * 1000;
/** More than this, and what the unchanged input takes thrice. */
export const HANG_MS = 1000;
