import type { StepRecords } from '../simulation/stepRecords';
import type { RankTrace } from '../trace/rankTrace';

/** One file beside trace_view.json. Gets the run's steps in order. */
export interface TableWriter {
  begin(): string;
  /** Text of one step, in pieces between which the file may be written to. */
  step(records: StepRecords): Iterable<string>;
  end(): string;
}

export interface TableFile {
  readonly fileName: string;
  /** `trace` gives the rank's names, ids and clock. */
  create(trace: RankTrace): TableWriter;
}
