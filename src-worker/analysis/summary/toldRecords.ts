/**
 * What a job has by the hundred thousand of its ranks' records: kernels and functions. Of each rank their numbers stand in one column, and an object is
 * made of one when somebody asks: kept, they would be most of what the collector looks at and copies. None is to be spread: their members are their
 * class's.
 */
import type { FunctionClass, FunctionDirection } from '../../../src-contract';
import type { KernelKindWork, KernelWork } from '../../model/kernels/kernelWork';
import { type FactPools, factBits, type NumberField, type TextField } from '../../parquet/factTable';
import { memberOf, type Part, partValue, type Shape } from '../../parquet/numberHoles';
import type { FunctionRecord, PatternsRecord } from '../record/patternsRecord';
import type { FactKind, FactReader } from './factCodec';

/** Facts of one kind, of one rank. */
class ToldFacts {
  constructor(
    readonly count: number,
    /**
     * Of many ranks. Its own from `from` on: the place of the first number of each, and where the last one's end; the place of its shape;
     * then its texts, one behind another: places among those of all files.
     */
    readonly wholes: Int32Array,
    readonly from: number,
    readonly numbers: Float64Array,
    readonly pools: FactPools,
    /** How many of each are its columns'. */
    readonly textCount: number,
    readonly columnCount: number,
  ) {}

  /** Of what of it has no column. */
  shape(at: number): Shape {
    return this.pools.shapes[this.wholes[this.from + this.count + 1 + at]];
  }

  text(at: number, text: number): string {
    return this.pools.texts[this.wholes[this.from + 2 * this.count + 1 + at * this.textCount + text]];
  }

  number(at: number, column: number): number {
    return this.numbers[this.wholes[this.from + at] + column];
  }

  /** Of the first number of its shape. */
  firstOfShape(at: number): number {
    return this.wholes[this.from + at] + this.columnCount;
  }

  member(at: number, name: string): unknown {
    return this.shape(at).member(name, this.numbers, this.firstOfShape(at));
  }
}

/**
 * Undefined: some have no shape, or lack what all others of their kind have, as the first of many files. Throws a `SyntaxError` where a shape is no
 * JSON.
 */
function toldFacts(
  reader: FactReader,
  kind: FactKind,
  textFields: readonly Exclude<TextField, 'kind'>[],
  numberFields: readonly NumberField[],
): ToldFacts | undefined {
  const { table, room } = reader;
  const rows = reader.rows(kind);
  const count = rows.length;
  const wanted = [...textFields, ...numberFields].reduce((bits, own) => bits | factBits[own], 0);
  let numberCount = 0;
  for (const row of rows) {
    const shape = table.shapeAt(row);
    if (!shape || (table.has[row] & wanted) !== wanted) return undefined;
    numberCount += numberFields.length + shape.numberCount;
  }
  const from = room.takeWholes(count * (2 + textFields.length) + 1);
  const { wholes } = room;
  let next = room.takeNumbers(numberCount);
  const { numbers } = room;
  for (let at = 0; at < count; at++) {
    const place = -1 - table.more[rows[at]];
    wholes[from + at] = next;
    wholes[from + count + 1 + at] = place;
    next += numberFields.length + table.pools.shapes[place].numberCount;
  }
  wholes[from + count] = next;
  // Column by column: a column that is looked up by its name for each of a hundred million numbers would take most of the time.
  for (const [text, field] of textFields.entries()) {
    const [column, first] = [table.places[field], from + 2 * count + 1 + text];
    for (let at = 0; at < count; at++) wholes[first + at * textFields.length] = column[rows[at]];
  }
  for (const [own, field] of numberFields.entries()) {
    const column = table.numbers[field];
    for (let at = 0; at < count; at++) numbers[wholes[from + at] + own] = column[rows[at]];
  }
  const { moreNumbers } = table.bytes;
  for (let at = 0; at < count; at++) {
    let more = table.moreAt[rows[at]];
    for (let number = wholes[from + at] + numberFields.length; number < wholes[from + at + 1]; )
      numbers[number++] = moreNumbers[more++];
  }
  return new ToldFacts(count, wholes, from, numbers, table.pools, textFields.length, numberFields.length);
}

export function toldKernels(reader: FactReader, own: Omit<KernelWork, 'kinds'>, kind: FactKind): KernelWork {
  const facts = toldFacts(reader, kind, ['name', 'type', 'detail'], ['count', 'ns']);
  return facts ? new ToldKernels(own, facts) : { ...own, kinds: reader.all(kind) };
}

class ToldKernels implements KernelWork {
  constructor(
    readonly own: Omit<KernelWork, 'kinds'>,
    readonly told: ToldFacts,
  ) {}

  get kinds(): readonly KernelKindWork[] {
    const kinds: KernelKindWork[] = [];
    for (let at = 0; at < this.told.count; at++) kinds.push(new ToldKernel(this.told, at));
    return kinds;
  }
  get computeNs(): number {
    return this.own.computeNs;
  }
  get computeCount(): number {
    return this.own.computeCount;
  }
  get aiCpu(): KernelWork['aiCpu'] {
    return this.own.aiCpu;
  }
  get states(): KernelWork['states'] {
    return this.own.states;
  }
  get experts(): KernelWork['experts'] {
    return this.own.experts;
  }
}

class ToldKernel implements KernelKindWork {
  constructor(
    readonly told: ToldFacts,
    readonly at: number,
  ) {}

  get name(): string {
    return this.told.text(this.at, 0);
  }
  get type(): string {
    return this.told.text(this.at, 1);
  }
  get shapes(): string {
    return this.told.text(this.at, 2);
  }
  get count(): number {
    return this.told.number(this.at, 0);
  }
  get totalNs(): number {
    return this.told.number(this.at, 1);
  }
  get core(): string {
    return this.told.member(this.at, 'core') as string;
  }
  get minNs(): number {
    return this.told.member(this.at, 'minNs') as number;
  }
  get maxNs(): number {
    return this.told.member(this.at, 'maxNs') as number;
  }
  get isOdd(): boolean {
    return this.told.member(this.at, 'isOdd') as boolean;
  }
  get facts(): KernelKindWork['facts'] {
    const { told, at } = this;
    return told.shape(at).common('facts', told.numbers, told.firstOfShape(at)) as KernelKindWork['facts'];
  }
  get ratios(): KernelKindWork['ratios'] {
    const { told, at } = this;
    const part = told.shape(at).part('ratios');
    return part && new ToldRatios(part, told.numbers, told.firstOfShape(at));
  }
}

type Ratios = NonNullable<KernelKindWork['ratios']>;

class ToldRatios implements Ratios {
  constructor(
    readonly part: Part,
    readonly numbers: Float64Array,
    readonly first: number,
  ) {}

  get mac(): number {
    return this.#of('mac');
  }
  get cubeLoad(): number {
    return this.#of('cubeLoad');
  }
  get fixpipe(): number {
    return this.#of('fixpipe');
  }
  get vector(): number {
    return this.#of('vector');
  }
  get vectorLoad(): number {
    return this.#of('vectorLoad');
  }
  get vectorStore(): number {
    return this.#of('vectorStore');
  }

  #of(name: keyof Ratios): number {
    const own = memberOf(this.part, name);
    return own ? (partValue(own, this.numbers, this.first) as number) : Number.NaN;
  }
}

export function toldPatterns(
  reader: FactReader,
  own: Omit<PatternsRecord, 'functions'>,
  kind: FactKind,
): PatternsRecord {
  const texts = ['type', 'name', 'detail', 'transport'] as const;
  const facts = toldFacts(reader, kind, texts, ['count', 'exposedNs', 'freeNs', 'ns', 'value']);
  return facts ? new ToldPatterns(own, facts) : { ...own, functions: reader.all(kind) };
}

class ToldPatterns implements PatternsRecord {
  constructor(
    readonly own: Omit<PatternsRecord, 'functions'>,
    readonly told: ToldFacts,
  ) {}

  get functions(): readonly FunctionRecord[] {
    const functions: FunctionRecord[] = [];
    for (let at = 0; at < this.told.count; at++) functions.push(new ToldFunction(this.told, at));
    return functions;
  }
  get windowNs(): number {
    return this.own.windowNs;
  }
  get computingNs(): number {
    return this.own.computingNs;
  }
  get freeNs(): PatternsRecord['freeNs'] {
    return this.own.freeNs;
  }
}

class ToldFunction implements FunctionRecord {
  constructor(
    readonly told: ToldFacts,
    readonly at: number,
  ) {}

  get class(): FunctionClass {
    return this.told.text(this.at, 0) as FunctionClass;
  }
  get name(): string {
    return this.told.text(this.at, 1);
  }
  get detail(): string {
    return this.told.text(this.at, 2);
  }
  get transport(): string {
    return this.told.text(this.at, 3);
  }
  get direction(): FunctionDirection | undefined {
    return this.told.member(this.at, 'direction') as FunctionDirection | undefined;
  }
  get count(): number {
    return this.told.number(this.at, 0);
  }
  get exposedNs(): number {
    return this.told.number(this.at, 1);
  }
  get freeNs(): number {
    return this.told.number(this.at, 2);
  }
  get meanNs(): number {
    return this.told.number(this.at, 3);
  }
  get throughputGBps(): number {
    return this.told.number(this.at, 4);
  }
  get medianNs(): number {
    return this.told.member(this.at, 'medianNs') as number;
  }
  get deviationNs(): number {
    return this.told.member(this.at, 'deviationNs') as number;
  }
  get throughputDeviation(): number {
    return this.told.member(this.at, 'throughputDeviation') as number;
  }
}
