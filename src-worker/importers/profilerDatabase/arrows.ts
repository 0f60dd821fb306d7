import { collectGarbage } from '../../base/collectGarbage';
import { notice } from '../../files/notices';
import { rowCount, Slabs } from '../../index/columns/chunks';
import { EventId } from '../../tokenizer/eventIds';
import { copyStarts } from './copyStarts';
import { allFound, eachEnds } from './eachEnd';
import type { ConnectionIds, EndKind } from './found';
import { firstRow, type KeyTable, keyTableOf, nextRow } from './keyTable';
import { Lanes } from './lanes';
import { NumberTable } from './numberTable';
import { foundBefore, highHalf, type Reading, sourcesOf } from './reading';
import { asArrow } from './rowPlaces';

/** Ends of arrows, by what both ends have in common. */
interface Ends {
  readonly count: number;
  readonly timeNs: Float64Array;
  readonly lane: Uint32Array;
  readonly source: Float64Array;
  readonly rowsOf: KeyTable;
}

/** What so many rows have been sorted in is worth giving back at once. */
const MANY_ROWS = 1 << 18;

const END_PLACES = {
  connection: Float64Array,
  timeNs: Float64Array,
  lane: Uint32Array,
  source: Float64Array,
} as const;

/**
 * The arrows of the timeline, which the database has as numbers that rows share: a call of CANN and the task or the collective
 * that it launched; an op of the framework and what it launched (its connections stand in CONNECTION_IDS), its backward op,
 * the other side of the queue. Only what has both ends becomes an arrow. Everything else has been read.
 */
export function readArrows(reading: Reading): void {
  sortDequeueLanes(reading);
  addFrames(reading);
  const launched = endsOf(reading, ['collective', 'task']);
  expectEnds(reading, launched);
  callArrows(reading, launched, 'call', 'HostToDevice');
  callArrows(reading, launched, 'mark', 'MSTX');
  const connections = foundBefore(reading, 'connectionIds');
  if (connections) frameworkArrows(reading, connections, launched);
}

/** Calls and ops start one arrow each, as a rule, and what they launched ends one of each category. */
function expectEnds(reading: Reading, launched: Ends): void {
  let starts = 0;
  for (const { ends } of allFound(reading))
    for (const kind of ['call', 'mark'] as const) starts += rowCount(ends[kind] ?? []);
  const connections = foundBefore(reading, 'connectionIds')?.connection.length ?? 0;
  reading.events.expectFlowEnds(starts + 3 * launched.count + connections);
}

/** As the text export does: what takes from the queue comes below what puts into it. */
function sortDequeueLanes(reading: Reading): void {
  const { events } = reading;
  const all = allFound(reading);
  const highestTid = all.reduce((most, found) => Math.max(most, found.highestTid), 0);
  for (const { dequeueLanes, lanes } of all)
    for (const lane of dequeueLanes) events.sortLane(events.namedElsewhere(...lanes[lane]), highestTid + 1);
}

/** Those tasks that might frame others of their launch, and do not. */
function addFrames(reading: Reading): void {
  const { events, finding } = reading;
  const all = allFound(reading);
  const divided = new NumberTable();
  for (const found of all) for (const connection of found.divided) divided.add(connection, 1);
  const collectives = foundBefore(reading, 'collectives');
  const lanes = new Lanes(reading);
  const names = events.names.withPrefix('');
  const sources = sourcesOf(reading, 'TASK');
  let framingCount = 0;
  for (const { columns, count } of all.flatMap(({ frames }) => frames)) {
    const { startNs, endNs, device, stream, type, rowId, connection } = columns;
    for (let i = 0; i < count; i++) {
      if (divided.has(connection[i])) {
        framingCount++;
        continue;
      }
      const lane = lanes.stream(device[i], stream[i]);
      const name = events.names.number(names, '', type[i]);
      const slice = events.slice(startNs[i], endNs[i], lane, name, 0, sources(rowId[i]));
      if (slice < 0) continue;
      events.id(slice, EventId.connection, highHalf(connection[i]), connection[i]);
      if (!collectives || firstRow(collectives.launched, connection[i]) < 0) finding.end('task', connection[i], slice);
    }
  }
  if (framingCount === 0) return;
  events.notice(notice('database-framing-tasks', 'info', { count: framingCount }, { path: reading.database.path }));
}

function endsOf(reading: Reading, kinds: readonly EndKind[]): Ends {
  let most = 0;
  for (const { ends } of allFound(reading))
    for (const kind of kinds) for (const { count } of ends[kind] ?? []) most += count;
  const { connection, timeNs, lane, source } = new Slabs().columns(END_PLACES, most);
  let count = 0;
  for (const kind of kinds)
    eachEnds(reading, kind, (batch, own) => {
      connection.set(batch.connection.subarray(0, own), count);
      timeNs.set(batch.startNs.subarray(0, own), count);
      lane.set(batch.lane.subarray(0, own), count);
      for (let i = 0; i < own; i++) source[count + i] = asArrow(batch.source[i]);
      count += own;
    });
  return { count, timeNs, lane, source, rowsOf: keyTableOf(connection, true) };
}

/** Arrows of one category to what was launched: both ends, the second once for however many starts. */
class Arrows {
  readonly #category: number;
  /** Of the first end of each connection: 1 if arrows end there already. */
  readonly #isEnded: Uint8Array;

  /** `isToFirst`: of several tasks only the earliest, as the text export has it of what ops launch. */
  constructor(
    readonly reading: Reading,
    readonly launched: Ends,
    category: string,
    readonly isToFirst: boolean,
  ) {
    this.#category = reading.events.category(category);
    this.#isEnded = new Uint8Array(launched.count);
  }

  /** True where something was launched, and no arrow ends there so far. */
  isMissing(connection: number): boolean {
    const first = firstRow(this.launched.rowsOf, connection);
    return first >= 0 && this.#isEnded[first] === 0;
  }

  /** False where nothing was launched. */
  start(connection: number, timeNs: number, lane: number, source: number): boolean {
    const { events } = this.reading;
    const { rowsOf } = this.launched;
    const first = firstRow(rowsOf, connection);
    if (first < 0) return false;
    events.flowEnd(true, timeNs, lane, this.#category, connection, source);
    if (this.#isEnded[first] === 1) return true;
    this.#isEnded[first] = 1;
    if (this.isToFirst) this.#end(connection, this.#earliest(first));
    else for (let end = first; end >= 0; end = nextRow(rowsOf, end)) this.#end(connection, end);
    return true;
  }

  #end(connection: number, end: number): void {
    const { timeNs, lane, source } = this.launched;
    this.reading.events.flowEnd(false, timeNs[end], lane[end], this.#category, connection, source[end]);
  }

  #earliest(first: number): number {
    const { timeNs, rowsOf } = this.launched;
    let earliest = first;
    for (let end = first; end >= 0; end = nextRow(rowsOf, end)) if (timeNs[end] < timeNs[earliest]) earliest = end;
    return earliest;
  }
}

/** From calls of CANN, or from what the program marked, to the tasks by which the device did it. */
function callArrows(reading: Reading, launched: Ends, kind: 'call' | 'mark', category: string): void {
  const arrows = new Arrows(reading, launched, category, false);
  eachEnds(reading, kind, ({ connection, startNs, lane, source }, count) => {
    for (let i = 0; i < count; i++) arrows.start(connection[i], startNs[i], lane[i], asArrow(source[i]));
  });
}

type OnRow = (connection: number, timeNs: number, lane: number, source: number) => void;

function frameworkArrows(reading: Reading, ids: ConnectionIds, launched: Ends): void {
  const arrows = new Arrows(reading, launched, 'async_npu', true);
  const isPair = (own: boolean, connection: number) => own || firstRow(launched.rowsOf, connection) < 0;
  const sources = sourcesOf(reading, 'CONNECTION_IDS');
  const eachOf = (kind: 'op' | 'queue', onRow: OnRow) =>
    eachEnds(reading, kind, ({ connection, startNs, lane }, count) => {
      for (let i = 0; i < count; i++)
        for (let row = firstRow(ids.rowsOf, connection[i]); row >= 0; row = nextRow(ids.rowsOf, row))
          onRow(ids.connection[row], startNs[i], lane[i], asArrow(sources(ids.rowId[row])));
    });
  eachOf('op', (connection, timeNs, lane, source) => void arrows.start(connection, timeNs, lane, source));
  copyStarts(reading, ids, (connection) => arrows.isMissing(connection)).forEach(
    ({ connection, timeNs, lane, source }) => void arrows.start(connection, timeNs, lane, asArrow(source)),
  );
  for (const kind of ['queue', 'op'] as const) {
    const eachPaired = (onRow: OnRow) =>
      eachOf(kind, (connection, ...end) => {
        if (isPair(kind === 'queue', connection)) onRow(connection, ...end);
      });
    pairArrows(reading, kind === 'queue' ? 'async_task_queue' : 'fwdbwd', eachPaired);
    if (ids.connection.length > MANY_ROWS) collectGarbage();
  }
}

/** Arrows between rows of the same table with one connection: from the earliest to the others. */
function pairArrows({ events }: Reading, categoryName: string, eachRow: (onRow: OnRow) => void): void {
  let most = 0;
  eachRow(() => void most++);
  const { connection, timeNs, lane, source } = new Slabs().columns(END_PLACES, most);
  let count = 0;
  eachRow((ownConnection, ownNs, ownLane, ownSource) => {
    connection[count] = ownConnection;
    timeNs[count] = ownNs;
    lane[count] = ownLane;
    source[count++] = ownSource;
  });
  const rowsOf = keyTableOf(connection, true);
  const category = events.category(categoryName);
  for (let first = 0; first < count; first++) {
    if (nextRow(rowsOf, first) < 0 || firstRow(rowsOf, connection[first]) !== first) continue;
    let earliest = first;
    for (let end = first; end >= 0; end = nextRow(rowsOf, end)) if (timeNs[end] < timeNs[earliest]) earliest = end;
    for (let end = first; end >= 0; end = nextRow(rowsOf, end))
      events.flowEnd(end === earliest, timeNs[end], lane[end], category, connection[end], source[end]);
  }
}
