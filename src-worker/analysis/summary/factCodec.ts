/** Plain objects as facts and back: members that have a column go there, all others into `more`. */
import type { Fact, FactField } from '../../parquet/factColumns';
import { type FactTable, type TextField, TextPool } from '../../parquet/factTable';
import { ShapePool } from '../../parquet/numberHoles';
import { aloneText, plainText, plainValue } from '../../parquet/plainJson';
import { ColumnRoom } from './columnRoom';
import { PacketPool } from './toldCalls';

/** Columns of text and of numbers; `startNs` is an instant, and stands for itself. */
type ValueField = Exclude<FactField, 'kind' | 'rank' | 'parent' | 'more' | 'startNs'>;

/** How objects of one kind stand in a file. */
export interface FactKind {
  readonly kind: string;
  /** Which member has which column. */
  readonly columns: Readonly<Record<string, ValueField>>;
  /** What has no column is the same of many: it is read once. */
  readonly hasCommonRest?: true;
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

/** What is alike in many files, and kept once; and what their columns share. */
export class Alike {
  readonly room = new ColumnRoom();
  readonly packets = new PacketPool();
  readonly texts = new TextPool();
  readonly shapes = new ShapePool();
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

  /** It may be another's, too, and so may all that is in it. Throws a `SyntaxError`. */
  rest({ hasCommonRest }: Pick<FactKind, 'hasCommonRest'>, more: string): Readonly<Record<string, unknown>> {
    const known = hasCommonRest && this.#rests.get(more);
    if (known) return known;
    const rest = plainValue(more, this.lists) as Readonly<Record<string, unknown>>;
    if (hasCommonRest && this.#rests.size < MOST_RESTS) this.#rests.set(aloneText(more), rest);
    return rest;
  }
}

/** In files that have other sizes in every rank they would take more than they spare. */
const MOST_RESTS = 50_000;

const NOTHING: Readonly<Record<string, unknown>> = {};

/** Some rows of a table, in the order of the file. */
export interface FactRows {
  readonly table: FactTable;
  readonly rows: readonly number[];
}

/** Reads facts of one rank. */
export class FactReader {
  readonly table: FactTable;
  readonly room: ColumnRoom;
  readonly #byKind = new Map<string, number[]>();
  readonly #alike: Alike;

  constructor({ table, rows }: FactRows, alike = new Alike()) {
    this.table = table;
    this.#alike = alike;
    this.room = alike.room;
    const ofKind = table.places.kind;
    // Those of a kind stand behind one another: it is looked up where another one begins.
    let last = -1;
    let own: number[] = [];
    for (const row of rows) {
      if (ofKind[row] !== last) {
        last = ofKind[row];
        own = this.#rowsOf(table.texts[last]);
      }
      own.push(row);
    }
  }

  #rowsOf(kind: string): number[] {
    const known = this.#byKind.get(kind);
    if (known) return known;
    const own: number[] = [];
    this.#byKind.set(kind, own);
    return own;
  }

  /** In the order of the file. */
  rows({ kind }: Pick<FactKind, 'kind'>): readonly number[] {
    return this.#byKind.get(kind) ?? NO_ROWS;
  }

  of(kind: Pick<FactKind, 'kind'>): readonly Fact[] {
    return this.rows(kind).map((row) => this.table.row(row));
  }

  /** The objects of a kind. Its writer is this program, by the version that the file has: what they are is not looked into. */
  all<T>(of: FactKind): T[] {
    return this.rows(of).map((row) => this.read<T>(of, row));
  }

  first<T>(of: FactKind): T | undefined {
    const [row] = this.rows(of);
    return row === undefined ? undefined : this.read<T>(of, row);
  }

  /** `rest`: what of it has no column. */
  read<T>(kind: FactKind, row: number, rest = this.rest(kind, row)): T {
    const { table } = this;
    const own: Record<string, unknown> = {};
    // Member by member: objects that come of a spread have each a shape of its own, which takes twice the room of what is in it.
    for (const member in rest) own[member] = rest[member];
    for (const [member, field] of this.#alike.members(kind)) {
      if (!table.hasAt(row, field)) continue;
      own[member] = isText(field) ? table.textAt(row, field) : table.numberAt(row, field);
    }
    return own as T;
  }

  /** The text of what of the fact has no column; undefined where there is none, or only a shape of it. */
  restText(row: number): string | undefined {
    const { table } = this;
    if (!table.hasAt(row, 'more') || table.shapeAt(row)) return undefined;
    return table.bytes.mores[table.more[row]];
  }

  /** What a text says that is a part of one; it may be another's, too. Throws a `SyntaxError`. */
  common(text: string): unknown {
    return this.#alike.rest(COMMON, text);
  }

  /** See `plainValue`. */
  get lists(): Alike['lists'] {
    return this.#alike.lists;
  }

  /** What of the fact has no column; see `Alike.rest`. */
  rest(kind: FactKind, row: number): Readonly<Record<string, unknown>> {
    const { table } = this;
    if (!table.hasAt(row, 'more')) return NOTHING;
    const shape = table.shapeAt(row);
    if (!shape) return this.#alike.rest(kind, table.bytes.mores[table.more[row]]);
    const [numbers, first] = [table.bytes.moreNumbers, table.moreAt[row]];
    return (kind.hasCommonRest ? shape.whole(numbers, first) : shape.value(numbers, first)) as Record<string, unknown>;
  }
}

const NO_ROWS: readonly number[] = [];
const COMMON = { hasCommonRest: true } as const;

function isText(field: ValueField): field is Exclude<TextField, 'kind'> {
  return TEXT_FIELDS.has(field);
}
