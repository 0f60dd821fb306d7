import type { SplitPart } from '../../../src-contract';
import { readAnalysisSteps } from '../../sqlite/analysisDb';
import { readClusterSteps } from '../../sqlite/clusterDb';
import type { StepTimes } from '../../sqlite/stepRows';
import type { DumpContext } from '../dumpContext';
import { databaseMemo } from '../readDatabase';
import { noteUntold, numberOf, type SplitFile, withoutRepeated } from './stepFiles';
import { type SplitParts, splitParts } from './stepRows';

/** StepTraceTime of a rank's analysis.db: the rows of step_trace_time.csv. Rejects with a `TableError`. */
export function readSplitDb(dump: DumpContext, path: string): Promise<SplitFile> {
  return databaseMemo(dump, 'step split', path, (database) => {
    const rows = readAnalysisSteps(database).map((row) => ({
      step: numberOf(row.step),
      rank: undefined,
      device: Number.isNaN(row.device) ? undefined : row.device,
      parts: partsOf(row),
    }));
    return { rows: withoutRepeated(dump, path, rows), stages: [] };
  });
}

/** ClusterStepTraceTime of cluster_analysis.db: the rows of cluster_step_trace_time.csv. Rejects with a `TableError`. */
export function readClusterDbSplit(dump: DumpContext, path: string): Promise<SplitFile> {
  return databaseMemo(dump, 'step split', path, (database) => {
    const steps = readClusterSteps(database);
    const rows = steps
      .filter(({ kind }) => kind === 'rank')
      .map((row) => ({ step: numberOf(row.step), rank: row.ranks[0], device: undefined, parts: partsOf(row) }));
    noteUntold(dump, path, rows);
    return {
      rows,
      stages: steps.filter(({ kind }) => kind === 'stage').map(({ ranks }) => ranks),
    };
  });
}

const fields: Readonly<Record<SplitPart, keyof StepTimes>> = {
  computing: 'computingNs',
  notOverlapped: 'notOverlappedNs',
  overlapped: 'overlappedNs',
  communication: 'communicationNs',
  free: 'freeNs',
  stage: 'stageNs',
  bubble: 'bubbleNs',
  notOverlappedExceptReceive: 'notOverlappedExceptReceiveNs',
  preparing: 'preparingNs',
};

function partsOf(times: StepTimes): SplitParts {
  return splitParts((part) => times[fields[part]]);
}
