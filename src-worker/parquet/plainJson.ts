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

/**
 * The parts of a list or an object as `plainText` writes them, each as its text, members by their names; undefined where it is neither, or has
 * no end. What is wrong within a part is for whoever reads that.
 */
export function textParts(text: string): readonly TextPart[] | undefined {
  const isObject = text[0] === '{';
  if (!isObject && text[0] !== '[') return undefined;
  const close = isObject ? '}' : ']';
  const parts: TextPart[] = [];
  if (text[1] === close) return text.length === 2 ? parts : undefined;
  for (let at = 1; at < text.length; at++) {
    const start = isObject ? endOfPart(text, at) : at;
    // A name, and what stands behind its colon.
    const from = isObject ? start + 1 : at;
    const end = endOfPart(text, from);
    if (end === from || (isObject && text[start] !== ':')) return undefined;
    parts.push({ name: isObject ? text.slice(at + 1, start - 1) : '', text: text.slice(from, end) });
    at = end;
    if (text[at] !== ',') return text[at] === close && at === text.length - 1 ? parts : undefined;
  }
  return undefined;
}

export interface TextPart {
  /** Without its marks; '' in a list. */
  readonly name: string;
  readonly text: string;
}

/** A text without what it is a part of, which V8 keeps with it. */
export function aloneText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** Of the value, or the name, that begins there: the place behind it. */
function endOfPart(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 0) return at;
        depth--;
        break;
      case COMMA:
      case COLON:
        if (depth === 0) return at;
    }
  }
  return text.length;
}

/** The place of the mark that ends it. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text[first - 1] === '\\') first--;
    if ((at - first) % 2 === 0) return at;
  }
  return text.length;
}

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",:[]{}');

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
