import {
  type CommunicationRow,
  type CommunicationTables,
  type LinkRow,
  readCommunication,
  readFirstStart,
  readLinks,
} from './communicationRows';
import type { Database } from './database';
import { type StepTimes, stepColumns, stepTimesOf } from './stepRows';

/** `analysis.db`: what the profiler sums up of one rank. It holds what step_trace_time.csv and the communication files do. */

const tables: CommunicationTables = {
  time: ['CommAnalyzerTime'],
  bandwidth: ['CommAnalyzerBandwidth'],
  matrix: ['CommAnalyzerMatrix'],
};

export interface AnalysisStep extends StepTimes {
  /** As written: "50"; '' where the profiler marked no steps. */
  readonly step: string;
  /** NaN where the database does not tell. */
  readonly device: number;
}

/** The rows of step_trace_time.csv. */
export function readAnalysisSteps(database: Database): AnalysisStep[] {
  const { rowCount, columns } = database.readColumns('StepTraceTime', stepColumns);
  return Array.from({ length: rowCount }, (_, row) => ({
    step: columns.step[row] ?? '',
    device: columns.device[row],
    ...stepTimesOf(columns, row),
  }));
}

/** The collectives of communication.json. Starts count from `baseNs`. */
export function readAnalysisCommunication(database: Database, baseNs: bigint): CommunicationRow[] {
  return readCommunication(database, tables, baseNs);
}

/** When the first of them began, by the profiler's clock; undefined where there are none. */
export function readAnalysisStart(database: Database): bigint | undefined {
  return readFirstStart(database, tables);
}

/** The pairs of communication_matrix.json; source and target are places in the group. */
export function readAnalysisLinks(database: Database): LinkRow[] {
  return readLinks(database, tables);
}
