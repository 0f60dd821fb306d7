/** Plain objects as facts and back: members that have a column go there, all others into `more`. */
import type { Fact, FactField } from '../../parquet/factColumns';
import { TextPool } from '../../parquet/factTable';
import { plainText, plainValue } from '../../parquet/plainJson';

/** Columns of text and of numbers; `startNs` is an instant, and stands for itself. */
type ValueField = Exclude<FactField, 'kind' | 'rank' | 'parent' | 'more' | 'startNs'>;

/** How objects of one kind stand in a file. */
export interface FactKind {
  readonly kind: string;
  /** Which member has which column. */
  readonly columns: Readonly<Record<string, ValueField>>;
  /** What has no column is the same of many: it is read once. */
  readonly hasCommonRest?: true;
  /** A member that is the same object in many ranks, and kept once. */
  readonly common?: string;
}

/** What a fact has beside what its object tells. */
export type FactPlace = Pick<Fact, 'parent' | 'startNs'>;

const TEXT_FIELDS: ReadonlySet<FactField> = new Set(['step', 'name', 'detail', 'type', 'group', 'transport']);
const WHOLE_FIELDS: ReadonlySet<FactField> = new Set(['source', 'peer']);

export function factOf({ kind, columns }: FactKind, own: object, place: FactPlace = {}): Fact {
  const fact: Record<string, unknown> = { kind, ...place };
  const rest: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(own)) {
    if (value === undefined) continue;
    const field = columns[member];
    if (field !== undefined && fits(field, value)) fact[field] = value;
    else rest[member] = value;
  }
  if (Object.keys(rest).length > 0) fact.more = plainText(rest);
  return fact as unknown as Fact;
}

/** What does not fit its column goes with the rest, and is not lost. */
function fits(field: FactField, value: unknown): boolean {
  if (TEXT_FIELDS.has(field)) return typeof value === 'string';
  if (typeof value !== 'number') return false;
  return !WHOLE_FIELDS.has(field) || (Number.isInteger(value) && Math.abs(value) < 2 ** 31);
}

/** What is alike in many files, and kept once. */
export class Alike {
  readonly texts = new TextPool();
  /** See `plainValue`. */
  readonly lists = new Map<string, readonly number[]>();
  readonly #members = new Map<FactKind, readonly (readonly [string, ValueField])[]>();
  /** What a fact's `more` says, by its text. */
  readonly #rests = new Map<string, Readonly<Record<string, unknown>>>();

  /** Those that have a column, with it. */
  members(kind: FactKind): readonly (readonly [string, ValueField])[] {
    const known = this.#members.get(kind);
    if (known) return known;
    const own = Object.entries(kind.columns);
    this.#members.set(kind, own);
    return own;
  }

  readonly #same = new Map<string, unknown>();

  /** One that says the same, of whichever file. */
  same(own: unknown): unknown {
    const text = JSON.stringify(own);
    const known = this.#same.get(text);
    if (known !== undefined || this.#same.size >= MOST_RESTS) return known ?? own;
    this.#same.set(text, own);
    return own;
  }

  /** It may be another's, too, and so may all that is in it. Throws a `SyntaxError`. */
  rest({ hasCommonRest }: FactKind, more: string): Readonly<Record<string, unknown>> {
    const known = hasCommonRest && this.#rests.get(more);
    if (known) return known;
    const rest = plainValue(more, this.lists) as Readonly<Record<string, unknown>>;
    if (hasCommonRest && this.#rests.size < MOST_RESTS) this.#rests.set(more, rest);
    return rest;
  }
}

/** In files that have other sizes in every rank they would take more than they spare. */
const MOST_RESTS = 50_000;

const NOTHING: Readonly<Record<string, unknown>> = {};

/** Reads facts of one file. */
export class FactReader {
  readonly #byKind = new Map<string, Fact[]>();
  readonly #alike: Alike;

  constructor(facts: readonly Fact[], alike = new Alike()) {
    this.#alike = alike;
    for (const own of facts) {
      const known = this.#byKind.get(own.kind);
      if (known) known.push(own);
      else this.#byKind.set(own.kind, [own]);
    }
  }

  /** In the order of the file. */
  of({ kind }: Pick<FactKind, 'kind'>): readonly Fact[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** The objects of a kind. Its writer is this program, by the version that the file has: what they are is not looked into. */
  all<T>(of: FactKind): T[] {
    return this.of(of).map((own) => this.read<T>(of, own));
  }

  first<T>(of: FactKind): T | undefined {
    const [own] = this.of(of);
    return own && this.read<T>(of, own);
  }

  read<T>(kind: FactKind, fact: Fact): T {
    const own: Record<string, unknown> = {};
    // Member by member: objects that come of a spread have each a shape of its own, which takes twice the room of what is in it.
    const rest = this.rest(kind, fact);
    for (const member in rest) own[member] = member === kind.common ? this.#alike.same(rest[member]) : rest[member];
    for (const [member, field] of this.#alike.members(kind)) if (fact[field] !== undefined) own[member] = fact[field];
    return own as T;
  }

  /** What of the fact has no column; see `Alike.rest`. */
  rest(kind: FactKind, { more }: Fact): Readonly<Record<string, unknown>> {
    return more === undefined ? NOTHING : this.#alike.rest(kind, more);
  }
}
