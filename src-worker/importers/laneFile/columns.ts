/** Which columns of a csv or JSON-lines file make lanes, by their names. Pure. */
import type { LaneColumnRole, LaneFileUnit } from '../../../src-contract';

/** Positions in the header. */
export interface LaneColumns {
  readonly header: readonly string[];
  readonly time: TimeColumn;
  /** When an event has ended, and how long it took: at most one of the two. */
  readonly end?: TimeColumn;
  readonly duration?: TimeColumn;
  readonly name?: number;
  readonly value?: number;
  readonly lane?: number;
  readonly rank?: number;
  /** Where neither names nor values have a column: each of these is a counter. */
  readonly counters: readonly number[];
}

interface TimeColumn {
  readonly at: number;
  /** Undefined: the header does not say. */
  readonly unit: LaneFileUnit | undefined;
}

const UNITS: Readonly<Record<string, LaneFileUnit>> = {
  ns: 'ns',
  nsec: 'ns',
  nanos: 'ns',
  nanoseconds: 'ns',
  us: 'us',
  usec: 'us',
  µs: 'us',
  μs: 'us',
  micros: 'us',
  microseconds: 'us',
  ms: 'ms',
  msec: 'ms',
  millis: 'ms',
  milliseconds: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  seconds: 's',
};

/** The first that the header has counts. */
const TIMES = [
  'time',
  'timestamp',
  'ts',
  'start',
  'start time',
  'begin',
  'begin time',
  't',
  'datetime',
  'date time',
  'date',
  'epoch',
  '时间',
  '时间戳',
  '开始时间',
];
const ENDS = ['end', 'end time', 'stop', 'finish', '结束时间'];
const DURATIONS = ['duration', 'dur', 'elapsed', 'elapsed time', 'length', 'took', '耗时', '时长'];
const NAMES = ['name', 'event', 'event name', 'message', 'msg', 'label', 'title', 'op', '名称', '事件', '消息'];
const VALUES = ['value', 'val', 'reading', 'sample', '值', '数值'];
const LANES = [
  'lane',
  'series',
  'track',
  'metric',
  'counter',
  'channel',
  'source',
  'thread',
  'component',
  '泳道',
  '序列',
  '指标',
];
const RANKS = ['rank', 'rank id', 'global rank'];
/** A table with a row a step is one of step times, which is another thing. */
const STEPS = /^((global|training|train) )?(step|iter|iteration)( (id|no|num|number|index))?$/;

interface Named {
  readonly words: string;
  readonly unit: LaneFileUnit | undefined;
}

/** Undefined: there is no column of times, or nothing beside it. */
export function laneColumns(header: readonly string[]): LaneColumns | undefined {
  const named = header.map(nameOf);
  const taken = new Set<number>();
  const take = (words: readonly string[]): number | undefined => {
    for (const wanted of words) {
      const at = named.findIndex((own, position) => own.words === wanted && !taken.has(position));
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return undefined;
  };
  const timed = (words: readonly string[]): TimeColumn | undefined => {
    const at = take(words);
    return at === undefined ? undefined : { at, unit: named[at].unit };
  };
  const time = timed(TIMES);
  if (!time || header.length < 2) return undefined;
  const duration = timed(DURATIONS);
  const end = duration ? undefined : timed(ENDS);
  const [name, value, lane, rank] = [take(NAMES), take(VALUES), take(LANES), take(RANKS)];
  const rest = header.map((_, at) => at).filter((at) => !taken.has(at));
  const isWide = [name, value, duration, end].every((own) => own === undefined);
  if (isWide && named.some(({ words }) => STEPS.test(words))) return undefined;
  const counters = isWide ? rest : [];
  if (isWide && counters.length === 0 && lane === undefined) return undefined;
  return {
    header,
    time,
    ...(end && { end }),
    ...(duration && { duration }),
    ...(name !== undefined && { name }),
    ...(value !== undefined && { value }),
    ...(lane !== undefined && { lane }),
    ...(rank !== undefined && { rank }),
    counters,
  };
}

/** Whether the names leave no doubt: there is one for what happens, or for values. */
export function areSurelyLanes({ header, name, value }: LaneColumns): boolean {
  return (name !== undefined || value !== undefined) && !header.some((own) => STEPS.test(nameOf(own).words));
}

export function rolesOf(columns: LaneColumns): readonly LaneColumnRole[] {
  const { header, time, end, duration, name, value, lane, rank, counters } = columns;
  return header.map((_, at) => {
    switch (at) {
      case time.at:
        return 'time';
      case end?.at:
        return 'end';
      case duration?.at:
        return 'duration';
      case name:
        return 'name';
      case value:
        return 'value';
      case lane:
        return 'lane';
      case rank:
        return 'rank';
      default:
        return counters.includes(at) ? 'counter' : 'arg';
    }
  });
}

/** "Start_time (us)" is "start time" in µs, "tsNs" is "ts" in ns; "ts" alone has none. */
function nameOf(text: string): Named {
  const own = text.replace(/^\uFEFF/, '').trim();
  const inBrackets = /[([（]\s*([^()[\]（）]*?)\s*[)\]）]$/.exec(own);
  const bracketUnit = UNITS[inBrackets?.[1].toLowerCase() ?? ''];
  const words = wordsOf(inBrackets ? own.slice(0, inBrackets.index) : own);
  if (bracketUnit !== undefined) return { words: words.join(' '), unit: bracketUnit };
  const last = UNITS[words.at(-1) ?? ''];
  if (last !== undefined && words.length > 1) return { words: words.slice(0, -1).join(' '), unit: last };
  return { words: words.join(' '), unit: undefined };
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_\-.:/]+/)
    .filter(Boolean);
}
