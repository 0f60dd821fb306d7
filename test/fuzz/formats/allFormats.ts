import type { Format } from '../format';
import { calls, frames } from './calls';
import { csv } from './csv';
import { jsonTables } from './jsonTables';
import { msMonitor } from './msMonitor';
import { insight, msprof } from './otherWriters';
import { packed } from './packed';
import { sqlite } from './sqlite';
import { traceJson } from './traceJson';

/** In the order in which they are run and listed. */
export function allFormats(wasmUrl: URL): readonly Format[] {
  return [traceJson(wasmUrl), csv, jsonTables, insight, msprof, msMonitor, sqlite, packed(wasmUrl), calls, frames];
}
