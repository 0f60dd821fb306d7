/** The iterations that msprof writes, as a table or as the events of a lane. */

import type { Notice } from '../../../src-contract';
import { numbersOf } from '../../tables/columnTable';
import { withExactNumbers } from '../../tables/exactNumbers';
import { readJsonFile } from '../../tables/jsonFile';
import { instantNs } from '../../tables/numbers';
import type { DumpContext } from '../dumpContext';
import { at } from '../rankJson';
import type { CollectiveSpan, TracedStep } from './tracedStep';

/** Instants count from the context's base. Rejects with a `TableError`. */
export function readIterations(dump: DumpContext, path: string): Promise<readonly TracedStep[]> {
  return path.endsWith('.csv') ? fromCsv(dump, path) : fromJson(dump, path);
}

const keys: Readonly<Record<string, string>> = {
  'Iteration ID': 'iteration',
  'FP Start(us)': 'forward',
  'FP Start': 'forward',
  'BP End(us)': 'backward',
  'BP End': 'backward',
  'Iteration End(us)': 'end',
  'Iteration End': 'end',
  'Iteration Time(us)': 'time',
  'Model ID': 'model',
};
const instant = { unit: 'time', shiftDigits: 3, factor: 1 } as const;
const units = { forward: instant, backward: instant, end: instant };

const numberKeys = new Set(['iteration', 'model']);

/** `Iteration Time` is from the iteration's start to its end. Collectives come in pairs of columns, start and duration. */
async function fromCsv(dump: DumpContext, path: string): Promise<readonly TracedStep[]> {
  const starts = Object.fromEntries(
    Array.from({ length: 64 }, (_, column) => [
      column === 0 ? 'Reduce Start(us)' : `Reduce Start(us) ${column}`,
      instant,
    ]),
  );
  const table = await dump.csv(path, { keys, units: { ...units, ...starts }, numberKeys });
  for (const own of table.notices) dump.note(own);
  const values = (key: string) => numbersOf(table, key) ?? new Float64Array(table.rowCount).fill(Number.NaN);
  const [iteration, forward, backward] = [values('iteration'), values('forward'), values('backward')];
  const [end, time, model] = [values('end'), values('time'), values('model')];
  const pairs = table.columns.flatMap((column, position) => {
    const duration = table.columns[position + 1];
    const isPair = column.label === 'Reduce Start(us)' && duration?.label === 'Reduce Duration(us)';
    return isPair && column.kind === 'number' && duration.kind === 'number'
      ? [{ starts: column.values, durations: duration.values }]
      : [];
  });
  const byModel = new Map<number, TracedStep[]>();
  for (let row = 0; row < table.rowCount; row++) {
    if (Number.isNaN(iteration[row]) || Number.isNaN(end[row])) continue;
    const startNs = Number.isNaN(time[row]) ? forward[row] : end[row] - time[row];
    if (Number.isNaN(startNs)) continue;
    const collectives = pairs.flatMap((own): CollectiveSpan[] => {
      const [from, forNs] = [own.starts[row], own.durations[row]];
      return Number.isNaN(from + forNs) ? [] : [{ lane: 'Reduce', startNs: from, endNs: from + forNs }];
    });
    const [forwardNs, backwardNs] = [forward[row], backward[row]];
    const step = { number: iteration[row], startNs, endNs: end[row], forwardNs, backwardNs, collectives };
    byModel.set(model[row], [...(byModel.get(model[row]) ?? []), step]);
  }
  return largest([...byModel.values()]);
}

/** Graphs count their iterations each by itself: those of the one with the most. */
export function largest(graphs: readonly (readonly TracedStep[])[]): readonly TracedStep[] {
  return graphs.reduce((best, own) => (own.length > best.length ? own : best), []);
}

interface Open {
  span?: { readonly startNs: number; readonly endNs: number };
  phase?: { readonly startNs: number; readonly endNs: number };
  readonly collectives: CollectiveSpan[];
}

/** The events of the lane: "Iteration 3", "FP_BP Time 3", "Reduce_3_0"; times in µs, as numbers or as texts. */
async function fromJson(dump: DumpContext, path: string): Promise<readonly TracedStep[]> {
  const prepare = (text: string) => withExactNumbers(text, 'ts');
  const note = (own: Notice) => dump.note(own);
  const value = await dump.memo(`iterations ${path}`, () => readJsonFile(path, { prepare, note }));
  const events = Array.isArray(value) ? value : at(value, 'traceEvents');
  const graphs = new Map<unknown, Map<number, Open>>();
  for (const event of Array.isArray(events) ? events : []) {
    const name = at(event, 'name');
    const [startNs, durationNs] = [instantOf(at(event, 'ts'), dump.baseNs), instantOf(at(event, 'dur'), 0n)];
    if (typeof name !== 'string' || Number.isNaN(startNs + durationNs)) continue;
    const graph = at(event, 'tid');
    const found = graphs.get(graph) ?? new Map<number, Open>();
    graphs.set(graph, found);
    addSpan(found, name, { startNs, endNs: startNs + durationNs });
  }
  return largest([...graphs.values()].map(stepsOf));
}

function instantOf(value: unknown, baseNs: bigint): number {
  if (typeof value !== 'string' && typeof value !== 'number') return Number.NaN;
  return instantNs(String(value), 3, baseNs);
}

/** A slice of such a lane, by its name; any other is left out. */
export function addSpan(
  found: Map<number, Open>,
  name: string,
  span: { readonly startNs: number; readonly endNs: number },
): void {
  const [, kind, digits] = /^(Iteration|FP_BP Time|Reduce)[ _](\d+)(?:_\d+)?$/.exec(name) ?? [];
  if (kind === undefined) return;
  const number = Number(digits);
  const own = found.get(number) ?? { collectives: [] };
  found.set(number, own);
  if (kind === 'Iteration') own.span ??= span;
  else if (kind === 'FP_BP Time') own.phase ??= span;
  else own.collectives.push({ lane: 'Reduce', ...span });
}

export function stepsOf(found: ReadonlyMap<number, Open>): readonly TracedStep[] {
  return [...found].flatMap(([number, { span, phase, collectives }]): TracedStep[] => {
    if (!span) return [];
    const [forwardNs, backwardNs] = [phase?.startNs ?? Number.NaN, phase?.endNs ?? Number.NaN];
    return [{ number, ...span, forwardNs, backwardNs, collectives }];
  });
}
