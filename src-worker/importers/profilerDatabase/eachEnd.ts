import { placeIn } from '../../index/narrowSlices';
import type { EndKind, Found } from './found';
import type { Reading } from './reading';

/** What all segments have found; this one last, which may be the only one. */
export function allFound({ earlier, finding, events }: Reading): readonly Found[] {
  return [...earlier, finding.found(events, [])];
}

export type OnEnd = (connection: number, timeNs: number, lane: number, source: number, endNs: number) => void;

/** Lanes are those of this segment. */
export function eachEnd(reading: Reading, kind: EndKind, onEnd: OnEnd): void {
  const { events } = reading;
  for (const { ends, slices, lanes } of allFound(reading)) {
    const laneOf = new Int32Array(lanes.length).fill(-1);
    let chunk = 0;
    let chunkFirst = 0;
    for (const { columns, count } of ends[kind] ?? []) {
      for (let i = 0; i < count; i++) {
        while (columns.slice[i] >= chunkFirst + slices[chunk].count) chunkFirst += slices[chunk++].count;
        const { startNs, endNs, lane, source } = placeIn(slices[chunk], columns.slice[i] - chunkFirst);
        let own = laneOf[lane];
        if (own < 0) {
          own = events.namedElsewhere(...lanes[lane]);
          laneOf[lane] = own;
        }
        onEnd(columns.connection[i], startNs, own, source, endNs);
      }
    }
  }
}
