import { basename } from 'node:path';
import { isMonitorText } from '../files/monitorFiles';
import { areSurelyLanes, laneColumns } from '../importers/laneFile/columns';
import { cellsOf, objectOf } from '../model/stepSeries/stepCells';
import { isStepFile } from '../model/stepSeries/stepFile';
import { clusterTableKind, rankTableKind } from './tableKind';
import { headText, isTraceText } from './traceHead';

/** Whether a file with this name may hold events or counters of whoever writes such. */
export function mayBeLanes(name: string): boolean {
  return (
    /\.(csv|jsonl|ndjson)$/i.test(name) && rankTableKind(name) === undefined && clusterTableKind(name) === undefined
  );
}

/** Whether its first bytes are those of events or counters, and of nothing else. */
export function lanesIn(path: string, roots: readonly string[]): boolean {
  if (!mayBeLanes(basename(path))) return false;
  try {
    const columns = laneColumns(headerOf(headText(path, roots)));
    return columns !== undefined && !isOtherFile(path, roots) && areSurelyLanes(columns);
  } catch {
    // Whoever reads it as what else it may be says why it can't be read.
    return false;
  }
}

/** A file that something else of a dump is read from, by its name or its first bytes. Throws where it can't be read. */
export function isOtherFile(path: string, roots: readonly string[]): boolean {
  if (!mayBeLanes(basename(path))) return true;
  const head = headText(path, roots);
  if (isMonitorText(head) || isTraceText(head)) return true;
  const columns = laneColumns(headerOf(head));
  return isStepFile(head) && !(columns && areSurelyLanes(columns));
}

/** Members of the first object, or cells of the first line. */
function headerOf(head: string): readonly string[] {
  const [first = ''] = head
    .replace(/^(\ufeff|\xef\xbb\xbf)/, '')
    .trimStart()
    .split(/\r\n|\n|\r/, 1);
  return first.startsWith('{') ? Object.keys(objectOf(first) ?? {}) : cellsOf(first);
}
