/** Steps of a dump, by the profiler's `step_trace_time.csv`. */
import { cellsOf } from '../../src-worker/model/stepSeries/stepCells';
import type { RankStep } from '../rule/jobSteps';

/** Times of that file are µs. */
const NS = 1e3;

/** In their order; a step without a number, or a time, is left out. A step is as long as its parts; where these are missing, as its Stage. */
export function dumpSteps(csv: string, rank: number | undefined): readonly RankStep[] {
  const [head = '', ...lines] = csv.replace(/^\ufeff/, '').split(/\r?\n/);
  const names = cellsOf(head).map((name) => name.trim());
  const column = (name: string): number => names.indexOf(name);
  const [step, computing, exposed, free, stage, communication] = [
    ...['Step', 'Computing', 'Communication(Not Overlapped)', 'Free', 'Stage', 'Communication'],
  ].map(column);
  return lines
    .flatMap((line): RankStep[] => {
      const cells = cellsOf(line);
      const ns = (at: number): number => (cells[at]?.trim() ? Number(cells[at]) * NS : Number.NaN);
      const number = cells[step]?.trim() ? Number(cells[step]) : Number.NaN;
      const parts = ns(computing) + ns(exposed) + ns(free);
      const durationNs = Number.isNaN(parts) ? ns(stage) : parts;
      if (!Number.isInteger(number) || !(durationNs > 0)) return [];
      const [computeNs, communicationNs] = [ns(computing), ns(communication)];
      const hasLight = computeNs >= 0 && communicationNs >= 0;
      const light = hasLight ? [{ step: number, durationNs, computeNs, communicationNs }] : undefined;
      return [{ rank, step: number, durationNs, ...(light && { light }) }];
    })
    .sort((a, b) => a.step - b.step);
}
