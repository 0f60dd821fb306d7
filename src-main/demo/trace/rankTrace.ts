import { originSecond, RankFacts } from '../facts/rankFacts';
import type { DemoPlan } from '../options';
import type { RankPlace } from '../parallel';
import { RankClock } from './clock';

/** Processes of the trace by their sort index, as the profiler numbers them. */
export const sortIndex = {
  Python: 0,
  'Python GC': 1,
  CANN: 7,
  'Ascend Hardware': 13,
  'AI Core Freq': 14,
  Communication: 15,
  HBM: 17,
  LLC: 18,
  'NPU MEM': 19,
  'Stars Soc Info': 20,
  'Acc PMU': 21,
  QoS: 22,
  'Overlap Analysis': 23,
} as const;
export type ProcessName = keyof typeof sortIndex;

/** Where events go: a file, or only a count. */
export interface EventOutput {
  write(text: string): void;
}

/** Events by phase letter. Only what never ended has begin events of its own. */
export type PhaseCounts = Record<'X' | 'C' | 's' | 'f' | 'M', number> & { B?: number };

/** What all blocks of one rank's trace share: names, ids, clock, and the file under way. */
export class RankTrace extends RankFacts {
  readonly counts: PhaseCounts = { X: 0, C: 0, s: 0, f: 0, M: 0 };
  readonly clock: RankClock;
  private readonly pids: Readonly<Record<ProcessName, string>>;
  private isFirst = true;

  constructor(
    place: RankPlace,
    plan: DemoPlan,
    private readonly output: EventOutput,
  ) {
    super(place, plan);
    this.clock = new RankClock(originSecond(plan.seed), place);
    this.pids = pidsOf(place);
  }

  /** pid in the trace, as digits: beyond 32 bits for every process but Python on some ranks. */
  pid(process: ProcessName): string {
    return this.pids[process];
  }

  /** Writes one event: a JSON object as text. */
  event(phase: keyof PhaseCounts, json: string): void {
    this.counts[phase] = (this.counts[phase] ?? 0) + 1;
    if (this.isFirst) {
      this.isFirst = false;
      this.output.write(`[${json}`);
    } else {
      this.output.write(`, ${json}`);
    }
  }

  end(): void {
    this.output.write(this.isFirst ? '[]' : ']');
  }
}

function pidsOf({ hostPid, deviceId }: RankPlace): Record<ProcessName, string> {
  const pid = (process: ProcessName): string =>
    String(process === 'Python' ? hostPid : hostPid * 1024 + sortIndex[process] * 32 + deviceId);
  return {
    Python: pid('Python'),
    'Python GC': pid('Python GC'),
    CANN: pid('CANN'),
    'Ascend Hardware': pid('Ascend Hardware'),
    'AI Core Freq': pid('AI Core Freq'),
    Communication: pid('Communication'),
    HBM: pid('HBM'),
    LLC: pid('LLC'),
    'NPU MEM': pid('NPU MEM'),
    'Stars Soc Info': pid('Stars Soc Info'),
    'Acc PMU': pid('Acc PMU'),
    QoS: pid('QoS'),
    'Overlap Analysis': pid('Overlap Analysis'),
  };
}
