import { isMonitorText } from '../files/monitorFiles';
import { isStepFile } from '../model/stepSeries/stepFile';
import { clusterTableKind, rankTableKind } from './tableKind';
import { headText } from './traceHead';

/** Of names that nobody has given on purpose, those that a training's figures have. */
const LIKELY = /step|iter|train|perf|monitor|metric|loss|log/i;

/** Whether a file with this name may hold step times of whoever writes such; `isFound`: nobody named it. */
export function mayBeStepTimes(name: string, isFound = false): boolean {
  if (!/\.(csv|tsv|jsonl|ndjson)$/i.test(name) || (isFound && !LIKELY.test(name))) return false;
  return rankTableKind(name) === undefined && clusterTableKind(name) === undefined;
}

/** Whether its first bytes are those of step times. */
export function stepTimesIn(path: string, roots: readonly string[]): boolean {
  try {
    const head = headText(path, roots);
    return !isMonitorText(head) && isStepFile(head);
  } catch {
    // Whoever reads it as what else it may be says why it can't be read.
    return false;
  }
}
