/** A stretch of one rank's timeline as trace-event JSON that opens again. */
import type { DumpId, Engine, LaneGroup, LaneInfo, RankState, TraceLane, TraceSurroundings } from '../../src-contract';
import { traceIdText } from '../../src-contract/cells/traceId';

const PAGE_EVENTS = 50_000;

export interface TraceWish {
  readonly startNs: number | undefined;
  readonly endNs: number | undefined;
  readonly groups: readonly ChosenGroup[];
}

interface TraceExport {
  readonly engine: Pick<Engine, 'ask'>;
  readonly dump: DumpId;
  readonly rank: RankState;
  readonly wish: TraceWish;
  readonly write: (text: string) => void;
  readonly progress: (done: number, total: number) => void;
  /** Between two pages; what was written by then is no whole file. */
  readonly signal?: AbortSignal;
}

export interface TraceCounts {
  readonly slices: number;
  readonly arrows: number;
}

export interface ChosenGroup {
  readonly group: LaneGroup;
  readonly lanes: readonly (TraceLane & { readonly name: string; readonly isThread: boolean })[];
}

/** Slices that touch the stretch are whole; computed lanes are made again by who opens it. */
export async function exportTrace(asked: TraceExport): Promise<TraceCounts> {
  const { engine, dump, rank, wish, write, progress, signal } = asked;
  const { groups } = wish;
  const lanes = groups.flatMap((own) => own.lanes.map(({ lane, pid, tid, series }) => ({ lane, pid, tid, series })));
  const question = {
    rank: rank.index,
    ...(wish.startNs !== undefined && { startNs: wish.startNs }),
    ...(wish.endNs !== undefined && { endNs: wish.endNs }),
    lanes,
    count: PAGE_EVENTS,
  };
  for (let first = 0; ; ) {
    signal?.throwIfAborted();
    const page = await engine.ask(dump, 'job.trace', { ...question, first });
    if (!page) break;
    if (first === 0) write(headText(rank, page.around));
    write(page.text);
    progress(Math.min(page.total, first + PAGE_EVENTS), page.total);
    if (page.next !== undefined) {
      first = page.next;
      continue;
    }
    // Names come last: no event needs a comma after it then.
    write(`${nameLines(groups).join(',\n')}\n]}\n`);
    return { slices: page.sliceCount, arrows: page.arrowCount };
  }
  write(`${headText(rank, {})}]}\n`);
  return { slices: 0, arrows: 0 };
}

/** Up to the events. The number of the rank may be that of its folder. */
function headText({ rank }: RankState, { baseTimeNs, distributedInfo, deviceProperties }: TraceSurroundings): string {
  const job =
    distributedInfo || rank !== undefined ? { ...distributedInfo, ...(rank !== undefined && { rank }) } : undefined;
  const members = [
    ...(job ? [`"distributedInfo":${JSON.stringify(job)}`] : []),
    ...(deviceProperties ? [`"deviceProperties":${JSON.stringify(deviceProperties)}`] : []),
    ...(baseTimeNs === undefined ? [] : [`"baseTimeNanoseconds":${baseTimeNs}`]),
    '"displayTimeUnit":"ns"',
    '"traceEvents":[',
  ];
  return `{${members.join(',\n')}\n`;
}

/** Lanes that were read from the files, with this text in their name or in that of their process; without a text all. */
export function chosenGroups(rank: RankState, text: string | undefined): readonly ChosenGroup[] {
  const wanted = text?.toLowerCase();
  const has = (name: string) => wanted === undefined || name.toLowerCase().includes(wanted);
  return groupsWith(rank, (lane, group) => has(group.name) || has(lane.name));
}

/** Of the lanes that were read from the files those that are wanted, in their processes. */
export function groupsWith(
  { groups }: RankState,
  isWanted: (lane: LaneInfo, group: LaneGroup) => boolean,
): readonly ChosenGroup[] {
  return groups.flatMap((group) => {
    const lanes = group.lanes
      .filter((lane) => !lane.isComputed && isWanted(lane, group))
      .map((lane) => ({
        lane: lane.id,
        pid: group.pid,
        // A lane without a thread of its own (asynchronous events) becomes one, by its name.
        tid: lane.kind === 'slices' ? lane.tid || lane.name : '0',
        series: lane.kind === 'counter' ? lane.series.map(({ name }) => name) : [],
        name: lane.name,
        isThread: lane.kind === 'slices',
      }));
    return lanes.length > 0 ? [{ group, lanes }] : [];
  });
}

/** Of each rank the name of its file, by its number in the job; no two are the same. */
export function traceFileNames(ranks: readonly RankState[]): readonly string[] {
  const numberOf = ({ rank, index }: RankState) => rank ?? index;
  const counts = new Map<number, number>();
  for (const rank of ranks) counts.set(numberOf(rank), (counts.get(numberOf(rank)) ?? 0) + 1);
  return ranks.map((rank) => {
    const number = numberOf(rank);
    // Of two dumps: which of the ranks it is, is known by its place.
    return counts.get(number) === 1 ? `rank_${number}.json` : `rank_${number}_${rank.index}.json`;
  });
}

function nameLines(groups: readonly ChosenGroup[]): readonly string[] {
  return groups.flatMap(({ group, lanes }, at) => {
    const pid = traceIdText(group.pid);
    const process = (name: string, args: object) =>
      JSON.stringify({ ph: 'M', name, args }).replace('{', `{"pid":${pid},"tid":0,`);
    return [
      process('process_name', { name: group.name }),
      ...(group.labels ? [process('process_labels', { labels: group.labels })] : []),
      process('process_sort_index', { sort_index: at }),
      ...lanes
        .filter(({ isThread }) => isThread)
        .flatMap(({ tid, name }, order) =>
          [
            { ph: 'M', name: 'thread_name', args: { name } },
            { ph: 'M', name: 'thread_sort_index', args: { sort_index: order } },
          ].map((event) => JSON.stringify(event).replace('{', `{"pid":${pid},"tid":${traceIdText(tid)},`)),
        ),
    ];
  });
}
