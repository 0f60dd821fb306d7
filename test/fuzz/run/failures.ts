import type { Finding, FindingKind } from '../format';
import type { MutantId } from '../mutant';

/** The same defect, as far as its wording tells, found by one or more mutants. */
export interface Failure {
  readonly format: string;
  readonly kind: FindingKind;
  readonly detail: string;
  readonly input: string;
  /** The first mutant that showed it. */
  readonly id: MutantId;
  readonly steps: readonly string[];
  count: number;
  /** Where the bytes that show it are kept. */
  path?: string;
}

/** Failures by what they are. */
export class Failures {
  readonly #byKey = new Map<string, Failure>();

  /** Answers the failure if it is a new one. */
  add(id: MutantId, input: string, steps: readonly string[], { kind, detail }: Finding): Failure | undefined {
    const key = `${id.format} ${kind} ${sameWords(detail)}`;
    const known = this.#byKey.get(key);
    if (known) {
      known.count++;
      return undefined;
    }
    const failure: Failure = { format: id.format, kind, detail, input, id, steps, count: 1 };
    this.#byKey.set(key, failure);
    return failure;
  }

  all(): readonly Failure[] {
    return [...this.#byKey.values()];
  }

  countOf(format: string, kind: FindingKind): number {
    const those = this.all().filter((failure) => failure.format === format && failure.kind === kind);
    return those.reduce((sum, { count }) => sum + count, 0);
  }
}

/** Without what differs from one mutant to the next. */
export function sameWords(detail: string): string {
  return detail
    .replace(/first at byte .*| in: .*/s, '')
    .replace(/[“"].*?[”"]/gs, '…')
    .replace(/\/[\w./-]+/g, '/…')
    .replace(/\d+/g, '#')
    .slice(0, 120);
}
