import { batchWords, readWords } from '../../sqlite/batchColumns';
import type { Lanes } from './lanes';
import { eachBatch, type Reading, sourceOf } from './reading';

const COLUMNS = { rowId: ['rowid'], startNs: ['startNs'], endNs: ['endNs'], message: ['message'] };
const THREAD = Object.keys(COLUMNS).length;

/** What the program has marked itself: MSTX_EVENTS. A mark without a length is a slice of none. */
export function readMarks(reading: Reading, lanes: Lanes): void {
  const { events } = reading;
  const names = events.names.withPrefix('');
  const thread = batchWords();
  eachBatch(
    reading,
    'MSTX_EVENTS',
    COLUMNS,
    ({ rowId, startNs, endNs, message }, count, row) => {
      readWords(row, THREAD, thread);
      for (let i = 0; i < count; i++) {
        const lane = lanes.marks(thread.high[i], thread.low[i]);
        const name = events.names.number(names, '', message[i]);
        events.slice(startNs[i], endNs[i], lane, name, 0, sourceOf(reading, 'MSTX_EVENTS', rowId[i]));
      }
    },
    [['globalTid']],
  );
}
