import { takeColumn } from '../../index/columns/narrowSlices';
import type { EarlierFound, EndKind, FoundForLast } from './found';
import type { Reading } from './reading';

/** What all segments have found; this one last, which may be the only one. */
export function allFound({ earlier, finding, events }: Reading): readonly FoundForLast[] {
  return [...earlier.filter(isWhole), finding.forLast(events, [])];
}

/** As it is in the last stage. */
export function isWhole(found: EarlierFound): found is EarlierFound & FoundForLast {
  return found.slices !== undefined;
}

/** Some ends of arrows with what is known of their slices; the columns are used for the next ones again. */
export interface EndBatch {
  readonly connection: Float64Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Of this segment. */
  readonly lane: Uint32Array;
  readonly source: Float64Array;
}

/** In a batch. */
const MOST_ENDS = 1 << 12;

/** Ends in batches: a call for each of millions would make a number object of everything it is given. */
export function eachEnds(reading: Reading, kind: EndKind, onEnds: (batch: EndBatch, count: number) => void): void {
  const { events } = reading;
  const rows = new Uint32Array(MOST_ENDS);
  const batch = {
    connection: new Float64Array(MOST_ENDS),
    startNs: new Float64Array(MOST_ENDS),
    endNs: new Float64Array(MOST_ENDS),
    lane: new Uint32Array(MOST_ENDS),
    source: new Float64Array(MOST_ENDS),
  };
  for (const { ends, slices, lanes } of allFound(reading)) {
    const laneOf = new Int32Array(lanes.length).fill(-1);
    let chunk = 0;
    let first = 0;
    for (const { columns, count } of ends[kind] ?? []) {
      for (let at = 0; at < count; ) {
        while (columns.slice[at] >= first + slices[chunk].count) first += slices[chunk++].count;
        const end = Math.min(at + MOST_ENDS, count);
        const own = rowsWithin(columns.slice, at, end, first, first + slices[chunk].count, rows);
        const taken = rows.subarray(0, own);
        for (const name of ['startNs', 'endNs', 'lane', 'source'] as const)
          takeColumn(slices[chunk], name, taken, batch[name]);
        batch.connection.set(columns.connection.subarray(at, at + own));
        for (let i = 0; i < own; i++) {
          const lane = batch.lane[i];
          if (laneOf[lane] < 0) laneOf[lane] = events.namedElsewhere(...lanes[lane]);
          batch.lane[i] = laneOf[lane];
        }
        onEnds(batch, own);
        at += own;
      }
    }
  }
}

/** Rows of a chunk whose slices are [first, behind) that stand one after another from place `at` on; answers how many. */
function rowsWithin(
  slice: Uint32Array,
  at: number,
  end: number,
  first: number,
  behind: number,
  into: Uint32Array,
): number {
  let count = 0;
  for (let i = at; i < end && slice[i] < behind; i++) into[count++] = slice[i] - first;
  return count;
}

export type OnEnd = (connection: number, timeNs: number, lane: number, source: number, endNs: number) => void;

/** One after another, for whoever has few or looks for few. Lanes are those of this segment. */
export function eachEnd(reading: Reading, kind: EndKind, onEnd: OnEnd): void {
  eachEnds(reading, kind, ({ connection, startNs, endNs, lane, source }, count) => {
    for (let i = 0; i < count; i++) onEnd(connection[i], startNs[i], lane[i], source[i], endNs[i]);
  });
}
