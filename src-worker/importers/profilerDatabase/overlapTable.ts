import { OVERLAP_LANES } from '../../index/computed/overlapLanes';
import { NumberPairs } from './numberPairs';
import { exportedProcess } from './processes';
import { eachBatch, type Reading, sourcesOf } from './reading';

const TABLE = 'OVERLAP_ANALYSIS';

/** What overlaps what, where whoever computed it came to its end; else it is computed like that of any timeline. */
export function readOverlap(reading: Reading): void {
  const { database, events, hostPid } = reading;
  if (!database.table(TABLE) || isUnfinished(reading)) return;
  const lanes = new NumberPairs();
  const sources = sourcesOf(reading, TABLE);
  const columns = { rowId: ['rowid'], device: ['deviceId'], startNs: ['startNs'], endNs: ['endNs'], type: ['type'] };
  eachBatch(reading, TABLE, columns, ({ rowId, device, startNs, endNs, type }, count) => {
    for (let i = 0; i < count; i++) {
      const name = OVERLAP_LANES[type[i]];
      if (name === undefined) {
        events.skip('unknown-overlap', rowId[i]);
        continue;
      }
      let lane = lanes.get(device[i] || 0, type[i]);
      if (lane < 0) {
        const process = exportedProcess('Overlap Analysis', hostPid, device[i] || 0, reading.device);
        lane = lanes.set(device[i] || 0, type[i], events.lane(process, String(type[i]), name, type[i]));
      }
      events.slice(startNs[i], endNs[i], lane, events.names.ofText(name), 0, sources(rowId[i]));
    }
  });
}

function isUnfinished({ database }: Reading): boolean {
  let status = '';
  database.scan('status_info', ['key', 'value'], (row) => {
    if (row.text(0) === 'OVERLAP_ANALYSIS_STATUS') status = row.text(1) ?? '';
  });
  return status !== '' && status !== 'FINISH';
}
