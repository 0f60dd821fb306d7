import { batchWords, readWords } from '../../sqlite/batchColumns';
import { Lanes } from './lanes';
import { eachBatch, idOrNone, type Reading, sourcesOf } from './reading';

const COLUMNS = {
  rowId: ['rowid'],
  startNs: ['startNs'],
  endNs: ['endNs'],
  message: ['message'],
  connection: ['connectionId'],
};
const THREAD = Object.keys(COLUMNS).length;

/** What the program has marked itself: MSTX_EVENTS. A mark without a length is a slice of none. */
export function readMarks(reading: Reading): void {
  const { events } = reading;
  const lanes = new Lanes(reading);
  const names = events.names.withPrefix('');
  const sources = sourcesOf(reading, 'MSTX_EVENTS');
  const thread = batchWords();
  eachBatch(
    reading,
    'MSTX_EVENTS',
    COLUMNS,
    ({ rowId, startNs, endNs, message, connection }, count, row) => {
      readWords(row, THREAD, thread);
      for (let i = 0; i < count; i++) {
        const lane = lanes.marks(thread.high[i], thread.low[i]);
        const name = events.names.number(names, '', message[i]);
        const slice = events.slice(startNs[i], endNs[i], lane, name, 0, sources(rowId[i]));
        const launch = idOrNone(connection[i]);
        if (slice >= 0 && !Number.isNaN(launch)) reading.finding.end('mark', launch, slice);
      }
    },
    [['globalTid']],
  );
}
