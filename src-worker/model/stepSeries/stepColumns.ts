/** Which columns of a file of step times hold what, by their names: a monitor's, a script's, or a training log's turned into csv. */

/** Positions in the header. */
export interface StepColumns {
  readonly step: number | undefined;
  readonly rank: number | undefined;
  /** How long a step took; absent: by `time`, else by `throughput`. */
  readonly duration: { readonly at: number; readonly ns: number; readonly isUnitTold: boolean } | undefined;
  /** When it ended: a date, or ns of one unit of it; 0: the size of the number tells the unit. */
  readonly time: { readonly at: number; readonly ns: number } | undefined;
  readonly throughput: number | undefined;
}

const UNIT_NS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  msec: 1e6,
  millisecond: 1e6,
  milliseconds: 1e6,
  毫秒: 1e6,
  s: 1e9,
  sec: 1e9,
  secs: 1e9,
  second: 1e9,
  seconds: 1e9,
  秒: 1e9,
};

const STEP =
  /^(global |training |train )?(step|iter|iteration|iterations|步|步数|迭代)( (id|no|num|number|index|count))?$/;
const RANK = /^(global |world )?rank( (id|no|number|index))?$/;
const TIME = /^(time|times|timestamp|ts|date|datetime|date time|wall time|wall clock|end time|时间|时间戳)$/;
const DURATION =
  /^((one |per |avg |mean )?(step|iter|iteration|batch) (time|times|duration|latency|cost|elapsed)|time per (step|iter|iteration|batch)|elapsed( time)?( per iteration)?|per step time|duration|durations|latency|cost time|time cost|step 耗时|单步耗时|耗时)$/;
const THROUGHPUT =
  /^(throughput|吞吐|吞吐量|(samples?|tokens?|images?|examples?|sequences?|seqs?|steps?|iters?|it)( per |\/)(s|sec|second|npu|gpu).*|(samples|tokens) ?s)$/;

/** Columns of tables with a row a kernel, an op or a call: their durations are not those of steps. */
const OF_OPS = /^(name|type|(op|kernel|task|api|node|event|operator) (name|type|id)|stream( id)?|task|kernel|op|core)$/;

interface Named {
  readonly at: number;
  readonly words: string;
  /** ns of one; undefined: the name has no unit. */
  readonly unitNs: number | undefined;
}

/** Undefined: the header is not that of a file of step times. */
export function stepColumns(header: readonly string[]): StepColumns | undefined {
  const named = header.map(nameOf);
  if (named.some(({ words }) => OF_OPS.test(words))) return undefined;
  const find = (isWanted: (own: Named) => boolean) => named.find(isWanted);
  const step = find(({ words }) => STEP.test(words));
  const plain = find(({ words, unitNs }) => DURATION.test(words) || (words === '' && unitNs !== undefined));
  // "time(ms)" is a duration unless that has a column of its own; a bare "time" says when.
  const spent = plain ?? find(({ words, unitNs }) => words === 'time' && unitNs !== undefined);
  const when = find((own) => own !== spent && TIME.test(own.words));
  const throughput = find((own) => own !== spent && own !== when && THROUGHPUT.test(own.words));
  // One column alone of what could be anything is none; that of an id neither.
  if (!spent && !(step && (when || throughput))) return undefined;
  if (spent && !step && !when) return undefined;
  return {
    step: step?.at,
    rank: find(({ words }) => RANK.test(words))?.at,
    duration: spent && { at: spent.at, ns: spent.unitNs ?? UNIT_NS.s, isUnitTold: spent.unitNs !== undefined },
    time: when && { at: when.at, ns: when.unitNs ?? 0 },
    throughput: throughput?.at,
  };
}

/** "Elapsed_time (ms)" is "elapsed time" in ms, "step_time_s" "step time" in s, "ms" nothing but ms. */
function nameOf(text: string, at: number): Named {
  const inBrackets = /[([（]\s*([^()[\]（）]*?)\s*[)\]）]\s*$/.exec(text.trim());
  const outside = inBrackets ? text.trim().slice(0, inBrackets.index) : text.trim();
  const spaced = outside
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_\-.:]+/g, ' ')
    .trim();
  const bracketNs = UNIT_NS[inBrackets?.[1].toLowerCase() ?? ''];
  if (bracketNs !== undefined) return { at, words: spaced, unitNs: bracketNs };
  const words = spaced.split(' ');
  const lastNs = UNIT_NS[words[words.length - 1]];
  // "tokens s" is no duration: what is measured has to stand before the unit.
  if (lastNs !== undefined && !/^(samples?|tokens?)$/.test(words[0]))
    return { at, words: words.slice(0, -1).join(' '), unitNs: lastNs };
  return { at, words: spaced, unitNs: undefined };
}
