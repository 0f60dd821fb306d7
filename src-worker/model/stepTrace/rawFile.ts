import { textReader } from '../../tables/columnTable';
import { numberOfWord } from '../../tables/wordLines';
import type { DumpContext } from '../dumpContext';
import type { CollectiveSpan, TracedStep } from './tracedStep';

/** The device's counter of 100 MHz. */
const NS_PER_COUNT = 10;

/**
 * `step_trace_raw_N_detail_time.csv`: a step a row, in counts of 10 ns; its last row, "-", has the means. A collective has
 * three columns, `stream_10_parallel_0_start_point`, `…_end_point` and its duration. Rejects with a `TableError`.
 */
export async function readRawFile(dump: DumpContext, path: string): Promise<readonly TracedStep[]> {
  const table = await dump.csv(path, { textKeys: new Set(['step_num']) });
  for (const own of table.notices) dump.note(own);
  const numbers = (key: string): ((row: number) => number) => {
    const read = textReader(table, key);
    return (row) => (read ? NS_PER_COUNT * numberOfWord(read(row)) : Number.NaN);
  };
  const numberOf = textReader(table, 'step_num') ?? (() => '');
  const [start, end] = [numbers('start_point'), numbers('end_point')];
  const [forward, backward] = [numbers('fp_point'), numbers('bp_point')];
  const spans = table.columns.flatMap(({ label }) => {
    const [, prefix, stream] = /^(stream_(\w+?)_parallel_\d+)_start_point$/.exec(label) ?? [];
    if (prefix === undefined) return [];
    return { lane: `Stream ${stream}`, start: numbers(label), end: numbers(`${prefix}_end_point`) };
  });
  const steps: TracedStep[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const number = numberOfWord(numberOf(row));
    if (Number.isNaN(number) || !(end(row) >= start(row))) continue;
    const collectives = spans.flatMap((own): CollectiveSpan[] => {
      const [startNs, endNs] = [own.start(row), own.end(row)];
      // A step without that collective has zeros.
      return startNs > 0 && endNs >= startNs ? [{ lane: own.lane, startNs, endNs }] : [];
    });
    const [forwardNs, backwardNs] = [forward(row), backward(row)];
    steps.push({ number, startNs: start(row), endNs: end(row), forwardNs, backwardNs, collectives });
  }
  return steps;
}
