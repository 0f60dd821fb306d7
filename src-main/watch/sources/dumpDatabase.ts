import { systemCode } from '../../../src-contract/wire/systemErrors';
import type { RankStep } from '../../../src-watch/rule/jobSteps';
import { bigints, NO_BIGINT, numbers } from '../../../src-worker/sqlite/columns';
import { withDatabase } from '../../../src-worker/sqlite/database';
import { SqliteFormatError } from '../../../src-worker/sqlite/sqliteFormatError';

/** `ascend_pytorch_profiler_3.db`: what a dump of databases alone (`export_type` Db) has its steps in. */
export function isDumpDatabase(name: string): boolean {
  return /^ascend_(?:pytorch|mindspore)_profiler(?:_\d+)?\.db$/.test(name);
}

/** Steps of a dump by the profiler's own table, in their order; none where it has none, or is damaged. Throws the system's error. */
export function stepsOfDatabase(path: string, rank: number | undefined): readonly RankStep[] {
  try {
    const { rowCount, columns } = withDatabase(path, (database) =>
      database.readColumns('STEP_TIME', {
        step: numbers('id'),
        startNs: bigints('startNs'),
        endNs: bigints('endNs'),
      }),
    );
    const steps = Array.from({ length: rowCount }, (_, row): RankStep => {
      const [start, end] = [columns.startNs[row], columns.endNs[row]];
      const isTold = start !== NO_BIGINT && end !== NO_BIGINT;
      return { rank, step: columns.step[row], durationNs: isTold ? Number(end - start) : Number.NaN };
    });
    return steps
      .filter(({ step, durationNs }) => Number.isInteger(step) && durationNs > 0)
      .sort((a, b) => a.step - b.step);
  } catch (error) {
    // Its profiler broke off, or it is of another form: the next dump may be whole.
    if (error instanceof SqliteFormatError && systemCode(error.cause) === undefined) return [];
    throw error instanceof SqliteFormatError ? error.cause : error;
  }
}
