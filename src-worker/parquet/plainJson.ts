/** Plain data as JSON text, with the numbers that JSON lacks. Long lists of whole numbers, such as the ranks of a group, stand as runs. */

/** Shorter lists of numbers stand as they are. */
const LEAST_RUN = 8;
/** "0-1016:8" for 0, 8 … 1016; behind commas the next run. */
interface Runs {
  readonly $runs: string;
}
interface Unusual {
  readonly $number: 'NaN' | 'Infinity' | '-Infinity';
}

/** Undefined members are left out. */
export function plainText(value: unknown): string {
  return JSON.stringify(value, (_, own: unknown) => {
    if (typeof own === 'number' && !Number.isFinite(own))
      return { $number: String(own) as Unusual['$number'] } satisfies Unusual;
    return Array.isArray(own) && own.length >= LEAST_RUN && own.every(Number.isSafeInteger) ? runsOf(own) : own;
  });
}

/** `known`: lists that are alike become one, since ranks by the thousand name the same groups. Throws a `SyntaxError`. */
export function plainValue(text: string, known: Map<string, readonly number[]> = new Map()): unknown {
  const value: unknown = JSON.parse(text);
  // Most texts have nothing unusual in them, and are not gone through.
  return text.includes('"$') ? usual(value, known) : value;
}

function usual(own: unknown, known: Map<string, readonly number[]>): unknown {
  if (typeof own !== 'object' || own === null) return own;
  if ('$number' in own) return Number((own as Unusual).$number);
  if ('$runs' in own) return listOf((own as Runs).$runs, known);
  if (Array.isArray(own)) return own.map((one) => usual(one, known));
  const members = own as Record<string, unknown>;
  for (const member in members) {
    const value = members[member];
    // Most are texts and numbers, which stand for themselves.
    if (typeof value === 'object') members[member] = usual(value, known);
  }
  return own;
}

function runsOf(list: readonly number[]): Runs | readonly number[] {
  const runs: string[] = [];
  for (let first = 0; first < list.length; ) {
    const stride = (list[first + 1] ?? Number.NaN) - list[first];
    let last = first;
    while (last + 1 < list.length && list[last + 1] - list[last] === stride) last++;
    // Two are no run.
    const isRun = list[first] >= 0 && stride > 0 && last - first > 1;
    runs.push(isRun ? `${list[first]}-${list[last]}${stride === 1 ? '' : `:${stride}`}` : String(list[first]));
    first = isRun ? last + 1 : first + 1;
  }
  return { $runs: runs.join() };
}

/** A damaged file may tell of more. */
const MOST_IN_LIST = 1 << 20;

function listOf(runs: string, known: Map<string, readonly number[]>): readonly number[] {
  const before = known.get(runs);
  if (before) return before;
  const list: number[] = [];
  for (const run of runs.split(',')) {
    const [, first, last = first, stride = '1'] = /^(-?\d+)(?:-(\d+)(?::(\d+))?)?$/.exec(run) ?? [];
    if (first === undefined || Number(stride) < 1) throw new SyntaxError(`"${run.slice(0, 40)}" is no run of numbers`);
    for (let number = Number(first); number <= Number(last); number += Number(stride)) {
      if (list.length === MOST_IN_LIST) throw new SyntaxError('A list of more than a million numbers');
      list.push(number);
    }
  }
  known.set(runs, list);
  return list;
}
