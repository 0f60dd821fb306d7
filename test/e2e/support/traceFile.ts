import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A complete event ("X") with its times as the digits in the file say, in ns. */
export interface FileSlice {
  readonly name: string;
  /** '' where the file has none. */
  readonly category: string;
  readonly epochStartNs: bigint;
  readonly durationNs: number;
  readonly pid: string;
  readonly tid: string;
  /** Name of its process. */
  readonly process: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** An event as it stands in the file. */
export interface RawEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly id?: number | string;
  readonly ts: string;
  readonly dur: number;
  readonly pid: number | string;
  readonly tid: number | string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** All events of the rank whose folder comes at `position` by the number in its profiler_info file. */
export async function eventsOfRank(dump: string, position: number): Promise<readonly RawEvent[]> {
  const folders = (await readdir(dump)).filter((name) => name.endsWith('_ascend_pt'));
  const ranked = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(join(dump, folder));
      const info = files.map((name) => /^profiler_info_(\d+)\.json$/.exec(name)?.[1]).find(Boolean);
      return { folder, rank: Number(info) };
    }),
  );
  const folder = ranked.sort((a, b) => a.rank - b.rank).at(position)?.folder ?? '';
  const text = await readFile(join(dump, folder, 'ASCEND_PROFILER_OUTPUT', 'trace_view.json'), 'utf8');
  return JSON.parse(text) as readonly RawEvent[];
}

/** Names of the processes of a file by their pids. */
export function processNames(events: readonly RawEvent[]): ReadonlyMap<number | string, string> {
  const names = events.filter(({ name }) => name === 'process_name');
  return new Map(names.map(({ pid, args }) => [pid, String(args?.name ?? '')]));
}

/** Slices of the rank at `position`, as in `eventsOfRank`. */
export async function slicesOfRank(dump: string, position: number): Promise<readonly FileSlice[]> {
  const events = await eventsOfRank(dump, position);
  const processes = processNames(events);
  return events
    .filter((event) => event.ph === 'X')
    .map((event) => ({
      name: event.name,
      category: event.cat ?? '',
      epochStartNs: nsOfMicros(event.ts),
      durationNs: Math.round(event.dur * 1000),
      pid: String(event.pid),
      tid: String(event.tid),
      process: processes.get(event.pid) ?? '',
      args: event.args ?? {},
    }));
}

/** "1736412474714258.990" µs, digit by digit. */
export function nsOfMicros(micros: string): bigint {
  const [whole, fraction = ''] = micros.split('.');
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0').slice(0, 3));
}
