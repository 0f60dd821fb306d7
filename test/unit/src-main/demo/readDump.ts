import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One event of trace_view.json; ids keep the file's digits (`123n` for a bare number). */
export interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly id?: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: string;
  readonly dur?: number;
  readonly args?: Readonly<Record<string, string | number>>;
}

export interface Slice {
  readonly name: string;
  readonly startNs: bigint;
  readonly durationNs: number;
  readonly args: Readonly<Record<string, string | number>>;
}

export interface Trace {
  readonly text: string;
  readonly events: readonly TraceEvent[];
  /** Slices in the file's order by `process/thread`. */
  readonly lanes: ReadonlyMap<string, readonly Slice[]>;
  laneOf(event: TraceEvent): string;
}

export function outputFolder(jobFolder: string, rankFolder: string): string {
  return join(jobFolder, rankFolder, 'ASCEND_PROFILER_OUTPUT');
}

export function readTrace(folder: string): Trace {
  const text = readFileSync(join(folder, 'trace_view.json'), 'latin1');
  // Numbers above 2^53 would lose their last digits.
  const events: readonly TraceEvent[] = JSON.parse(text.replaceAll(/"id": (\d+)/g, '"id": "$1n"'));
  const processes = new Map<number, string>();
  const threads = new Map<string, string>();
  for (const { ph, name, pid, tid, args } of events) {
    if (ph !== 'M') continue;
    if (name === 'process_name') processes.set(pid, String(args?.name));
    if (name === 'thread_name') threads.set(`${pid}/${tid}`, String(args?.name));
  }
  const laneOf = ({ pid, tid }: TraceEvent): string =>
    `${processes.get(pid)}/${threads.get(`${pid}/${tid}`) ?? tid}/${tid}`;
  const lanes = new Map<string, Slice[]>();
  for (const event of events) {
    if (event.ph !== 'X') continue;
    const lane = laneOf(event);
    const slices = lanes.get(lane) ?? [];
    lanes.set(lane, slices);
    slices.push({
      name: event.name,
      startNs: nsOf(event.ts!),
      durationNs: Math.round(event.dur! * 1000),
      args: event.args ?? {},
    });
  }
  return { text, events, lanes, laneOf };
}

/** Slices of all lanes of a process, or of those whose thread name matches. */
export function slicesOf(trace: Trace, process: string, thread = ''): Slice[] {
  return [...trace.lanes].filter(([lane]) => lane.startsWith(`${process}/${thread}`)).flatMap(([, slices]) => slices);
}

/** Epoch µs with three decimals → ns. */
export function nsOf(micros: string): bigint {
  const match = /^(\d+)\.(\d{3})$/.exec(micros);
  if (match === null) throw new Error(`Not a timestamp of a trace: ${micros}`);
  return BigInt(match[1]! + match[2]!);
}

/** Rows of a CSV file by column name; quotes as the profiler writes them. */
export function readTable(folder: string, fileName: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(join(folder, fileName), 'latin1')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const columns = header!.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/("""[^"]*"""|[^,]*)(?:,|$)/g)].map((match) => match[1]!);
    // The expression also matches the empty rest of the line.
    if (cells.length !== columns.length + 1) {
      throw new Error(`${fileName}: ${cells.length - 1} cells for ${columns.length} columns: ${line}`);
    }
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]!]));
  });
}

export function readJson<T>(folder: string, fileName: string): T {
  return JSON.parse(readFileSync(join(folder, fileName), 'latin1')) as T;
}

/** Rows of a CSV file whose quoted cells may go over several lines. */
export function readQuotedTable(folder: string, fileName: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of readFileSync(join(folder, fileName), 'latin1').matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g,
  )) {
    rows.at(-1)!.push(quoted ?? plain!);
    if (end === '\n') rows.push([]);
  }
  const [columns, ...lines] = rows.slice(0, -1);
  return lines.map((cells) => Object.fromEntries(columns!.map((column, i) => [column, cells[i]!])));
}

/** By how much slices end after the slice around them, ns. */
export function crossingsNs(slices: readonly Slice[]): number[] {
  const sorted = [...slices].sort((a, b) => Number(a.startNs - b.startNs) || b.durationNs - a.durationNs);
  const open: bigint[] = [];
  const crossings: number[] = [];
  for (const { startNs, durationNs } of sorted) {
    const endNs = startNs + BigInt(durationNs);
    while (open.length > 0 && open.at(-1)! <= startNs) open.pop();
    if (open.length > 0 && open.at(-1)! < endNs) crossings.push(Number(endNs - open.at(-1)!));
    open.push(endNs);
  }
  return crossings;
}
