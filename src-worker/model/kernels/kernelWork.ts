/** What of a rank's kernels rules go by: time by kind of kernel, AI CPU, states, in a size that does not grow with the dump. */
import { TASK_KINDS } from '../../names/taskKind';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../tables/columnTable';
import { isStepText } from '../steps/timelineSteps';
import { groupedRows, isGroupedMatmul } from './groupedMatmul';
import {
  eachUnit,
  type FactSums,
  factsReader,
  hasOddInner,
  type KernelFacts,
  meanFacts,
  noRatios,
  type UnitColumns,
  type UnitRatios,
  unitColumns,
} from './kernelFacts';
import type { NamedStart } from './kernelSlices';

export interface KernelWork {
  /** By time, the first `MAX_KINDS`. */
  readonly kinds: readonly KernelKindWork[];
  /** Of all kernels that compute. */
  readonly computeNs: number;
  readonly computeCount: number;
  readonly aiCpu: readonly AiCpuWork[];
  /** Kernels by OP State ("static", "dynamic"); empty where no column tells. */
  readonly states: Readonly<Record<string, number>>;
  /** GroupedMatmul with shapes, in their order, the first `MAX_EXPERT_CALLS`; absent without any. */
  readonly experts?: ExpertWork | undefined;
}

/** What a rank's experts were given. */
export interface ExpertWork {
  /** Tokens, call by call. */
  readonly rows: readonly number[];
  readonly durationsNs: readonly number[];
}

/** Kernels of one type with the same shapes: what is compared between ranks. */
export interface KernelKindWork {
  readonly type: string;
  readonly shapes: string;
  readonly core: string;
  /** Of one of them. */
  readonly name: string;
  readonly count: number;
  readonly totalNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  readonly facts: KernelFacts;
  /** Undefined: no such counters were recorded. */
  readonly ratios?: UnitRatios | undefined;
  /** Of the first tensor lists, for advice: some matrix has an innermost side that is no multiple of 256. */
  readonly isOdd: boolean;
  /** The one that took longest; undefined where nothing tells when, and of summaries. */
  readonly longest?: NamedStart | undefined;
}

export interface AiCpuWork {
  readonly type: string;
  readonly inputTypes: string;
  readonly count: number;
  readonly totalNs: number;
  /** As a kind's. */
  readonly longest?: NamedStart | undefined;
}

const MAX_KINDS = 256;
const MAX_EXPERT_CALLS = 4096;
/** Innermost sides that the cube core takes without padding are multiples of it (msprof-analyze). */
const AFFINE = 256;
const MAX_AI_CPU = 16;

/** `leastAiCpuNs`: shorter ops on the AI CPU are left out. Rows outside of any step are, where the table has steps. */
export function kernelWork(table: ColumnTable, leastAiCpuNs: number): KernelWork {
  const durations = numbersOf(table, 'durationNs');
  const read = (key: string) => textReader(table, key) ?? (() => '');
  const [typeOf, nameOf, shapesOf, coreOf, stateOf, typesOf] = [
    read('type'),
    read('name'),
    read('inputShapes'),
    read('core'),
    read('opState'),
    read('inputTypes'),
  ];
  const stepOf = textReader(table, 'step');
  const kindOf = kindReader(table);
  const [reader, ratios, formatsOf] = [factsReader(table), unitColumns(table), read('inputFormats')];
  const kinds = new Map<string, SummedKind>();
  // The same by codes of columns: a text for each of a million rows would take longer than all else.
  const known = new Map<number, SummedKind>();
  const pairOf = pairReader(table);
  const aiCpu = new Map<string, Summed<AiCpuWork> & Longest>();
  const states: Record<string, number> = {};
  let [computeNs, computeCount] = [0, 0];
  const starts = numbersOf(table, 'startNs');
  const calls: { readonly startNs: number; readonly rows: number; readonly ns: number }[] = [];
  const inSteps = stepOf && hasSteps(table, stepOf);
  for (let row = 0; row < table.rowCount; row++) {
    const ns = durations?.[row] ?? Number.NaN;
    if (Number.isNaN(ns) || kindOf(row) !== 'compute' || (inSteps && !isStepText(stepOf(row)))) continue;
    computeNs += ns;
    computeCount++;
    const type = typeOf(row) || nameOf(row);
    const shapes = shapesOf(row);
    const core = coreOf(row);
    const state = stateOf(row);
    if (isGroupedMatmul(type)) {
      const rows = groupedRows(shapes);
      if (!Number.isNaN(rows)) calls.push({ startNs: starts?.[row] ?? row, rows, ns });
    }
    const pair = pairOf(row);
    let own = (pair === undefined ? undefined : known.get(pair)) ?? kinds.get(`${type}\n${shapes}`);
    if (own) reader.add(own.factSums, row);
    else {
      const isOdd = hasOddInner(shapes, formatsOf(row), AFFINE);
      own = {
        type,
        shapes,
        core,
        name: nameOf(row),
        count: 0,
        totalNs: 0,
        minNs: ns,
        maxNs: 0,
        factSums: reader.first(row),
        isOdd,
        longestRow: row,
        sums: noRatios(),
      };
      kinds.set(`${type}\n${shapes}`, own);
    }
    if (pair !== undefined) known.set(pair, own);
    if (ratios) addRatios(own.sums, ns, ratios, row);
    own.count++;
    own.totalNs += ns;
    own.minNs = Math.min(own.minNs, ns);
    if (ns > own.maxNs) {
      own.maxNs = ns;
      own.longestRow = row;
    }
    if (state !== '' && state !== 'N/A') states[state] = (states[state] ?? 0) + 1;
    if (!/^AI_CPU$/i.test(core) || ns < leastAiCpuNs) continue;
    const inputTypes = typesOf(row);
    const cpu = aiCpu.get(`${type}\n${inputTypes}`) ?? { type, inputTypes, count: 0, totalNs: 0, longestRow: row };
    aiCpu.set(`${type}\n${inputTypes}`, cpu);
    cpu.count++;
    cpu.totalNs += ns;
    if (ns > (durations?.[cpu.longestRow] ?? 0)) cpu.longestRow = row;
  }
  const longestOf = ({ longestRow }: Longest): Pick<KernelKindWork, 'longest'> =>
    starts && !Number.isNaN(starts[longestRow])
      ? { longest: { name: nameOf(longestRow), startNs: starts[longestRow] } }
      : {};
  const byTime = <T extends { readonly totalNs: number }>(all: Iterable<T>, most: number) =>
    [...all].sort((a, b) => b.totalNs - a.totalNs).slice(0, most);
  return {
    kinds: byTime(kinds.values(), MAX_KINDS).map(({ sums, factSums, longestRow, ...own }) => {
      return {
        ...own,
        facts: meanFacts(factSums),
        ...(ratios && { ratios: weighted(sums, own.totalNs) }),
        ...longestOf({ longestRow }),
      };
    }),
    computeNs,
    computeCount,
    aiCpu: byTime(aiCpu.values(), MAX_AI_CPU).map(({ longestRow, ...own }) => ({
      ...own,
      ...longestOf({ longestRow }),
    })),
    states,
    ...(calls.length > 0 && { experts: expertWork(calls) }),
  };
}

/** A number of each row's type and shapes; undefined where they are no columns of texts, or it has no type. */
function pairReader(table: ColumnTable): (row: number) => number | undefined {
  const [type, shapes] = [findColumn(table, 'type'), findColumn(table, 'inputShapes')];
  if (type?.kind !== 'text' || shapes?.kind === 'number') return () => undefined;
  const shapeCount = shapes?.texts.length ?? 1;
  const isNone = type.texts.map((text) => text === '');
  return (row) => (isNone[type.codes[row]] ? undefined : type.codes[row] * shapeCount + (shapes?.codes[row] ?? 0));
}

function expertWork(calls: { startNs: number; rows: number; ns: number }[]): ExpertWork {
  const inOrder = calls.sort((a, b) => a.startNs - b.startNs).slice(0, MAX_EXPERT_CALLS);
  return { rows: inOrder.map(({ rows }) => rows), durationsNs: inOrder.map(({ ns }) => ns) };
}

type Summed<T> = { -readonly [K in keyof T]: T[K] };

interface Longest {
  /** Of the table. */
  longestRow: number;
}

type SummedKind = Summed<Omit<KernelKindWork, 'facts'>> &
  Longest & { readonly sums: ReturnType<typeof noRatios>; readonly factSums: FactSums };

/** Unit by unit and not in a loop: for each of a million rows. */
function addRatios(
  sums: ReturnType<typeof noRatios>,
  ns: number,
  { mac, cubeLoad, fixpipe, vector, vectorLoad, vectorStore }: UnitColumns,
  row: number,
): void {
  sums.mac += ns * (mac?.[row] || 0);
  sums.cubeLoad += ns * (cubeLoad?.[row] || 0);
  sums.fixpipe += ns * (fixpipe?.[row] || 0);
  sums.vector += ns * (vector?.[row] || 0);
  sums.vectorLoad += ns * (vectorLoad?.[row] || 0);
  sums.vectorStore += ns * (vectorStore?.[row] || 0);
}

function weighted(sums: UnitRatios, totalNs: number): UnitRatios {
  const means = noRatios();
  eachUnit((unit) => {
    means[unit] = totalNs > 0 ? sums[unit] / totalNs : 0;
  });
  return means;
}

function kindReader(table: ColumnTable): (row: number) => string {
  const column = findColumn(table, 'kind');
  if (column?.kind === 'text') return (row) => column.texts[column.codes[row]];
  if (column?.kind === 'number') return (row) => TASK_KINDS[column.values[row]];
  return () => 'compute';
}

function hasSteps({ rowCount }: ColumnTable, stepOf: (row: number) => string): boolean {
  for (let row = 0; row < rowCount; row++) if (isStepText(stepOf(row))) return true;
  return false;
}
