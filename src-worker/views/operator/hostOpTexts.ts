/** Texts of MindSpore's profiler about ops on the host (or a GPU), a line an op with ";" between its parts. */
import type { Notice } from '../../../src-contract';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { numberOfWord, readWordLines } from '../../tables/wordLines';

export interface HostOpText {
  readonly table: ColumnTable;
  readonly notices: readonly Notice[];
}

const readers: readonly (readonly [RegExp, (path: string) => Promise<HostOpText>])[] = [
  [/(cpu|gpu)_op_execute_timestamp_\d+\.txt$/, readExecutions],
  [/cpu_framework_\d+\.txt$/, readShapes],
];

/** Undefined for a file of any other name. Rejects with a `TableError` where it can't be read. */
export function hostOpText(path: string): Promise<HostOpText> | undefined {
  return readers.find(([pattern]) => pattern.test(path))?.[1](path);
}

/**
 * `name;HostCpuOps;START,DURATION,THREAD START,DURATION,THREAD …`, a row for each execution, by start. Start: ns of the host's
 * clock, told since the first of the file; duration: µs. Older versions and GPUs have no thread.
 */
async function readExecutions(path: string): Promise<HostOpText> {
  const rows: { name: string; side: string; startNs: bigint; durationNs: number; thread: string }[] = [];
  const notices = await readWordLines(path, 'name;HostCpuOps;start,duration,thread …', ([first = '', ...others]) => {
    const [name = '', side, run] = utf8(first).split(';');
    if (side === undefined || run === undefined) return false;
    const runs = [run, ...others].filter(Boolean).map((text) => text.split(','));
    const isRun = ([start = '', duration]: readonly string[]) =>
      /^\d{1,19}$/.test(start) && numberOfWord(duration) >= 0;
    for (const [start = '', duration, thread = ''] of runs.filter(isRun))
      rows.push({ name, side, startNs: BigInt(start), durationNs: Math.round(1e3 * numberOfWord(duration)), thread });
    return runs.every(isRun);
  });
  rows.sort((a, b) => (a.startNs < b.startNs ? -1 : a.startNs > b.startNs ? 1 : 0));
  const firstNs = rows[0]?.startNs ?? 0n;
  const table = columnTable([
    textColumn(
      'op',
      rows.map(({ name }) => name),
      { label: 'Op' },
    ),
    textColumn(
      'side',
      rows.map(({ side }) => side),
      { label: 'Side' },
    ),
    numberColumn(
      'sinceFirstNs',
      'duration',
      rows.map(({ startNs }) => Number(startNs - firstNs)),
      { label: 'Since the first' },
    ),
    numberColumn(
      'durationNs',
      'duration',
      rows.map(({ durationNs }) => durationNs),
      { label: 'Duration' },
    ),
    textColumn(
      'thread',
      rows.map(({ thread }) => thread),
      { label: 'Thread' },
    ),
  ]);
  return { table, notices };
}

/** `type;name;input_0:SHAPE;input_1:SHAPE;` */
async function readShapes(path: string): Promise<HostOpText> {
  const rows: { type: string; name: string; shapes: string }[] = [];
  const notices = await readWordLines(path, 'type;name;input_0:shape;…', (words) => {
    const [type = '', name, ...inputs] = utf8(words.join(' ')).split(';');
    const given = inputs.filter((text) => text.trim() !== '');
    if (name === undefined || !given.every((text) => /^ ?input_\d+:/.test(text))) return false;
    rows.push({ type, name, shapes: given.map((text) => text.slice(text.indexOf(':') + 1)).join(';') });
    return true;
  });
  const column = (key: string, label: string, of: (row: (typeof rows)[number]) => string) =>
    textColumn(key, rows.map(of), { label });
  const table = columnTable([
    column('op', 'Op', ({ name }) => name),
    column('type', 'Op type', ({ type }) => type),
    column('inputShapes', 'Input Shapes', ({ shapes }) => shapes),
  ]);
  return { table, notices };
}

/** Lines are handed over a character a byte. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
