/** Marks as a JSON file, and back: whoever wrote it. Pure. */
import type { DumpState, KeptMark, MarkedSlice, SliceSource } from '../../src-contract';
import { MARK_COLOURS, MOST_MARKS } from '../../src-contract';
import { INSTANT_DIGITS, MOST_MARK_NAME } from '../../src-contract/marks';
import type { Sentence } from '../ui/notices/noticeOfError';
import { keptMarkOf, type UserMark, userMarkOf } from './userMarks';

const FORMAT = 'tracelane-marks';
const VERSION = 1;

type Dump = Pick<DumpState, 'originNs' | 'title' | 'ranks'>;

export function marksFile(marks: readonly UserMark[], dump: Dump): string {
  const kept = marks.map((mark) => keptMarkOf(mark, dump));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, dump: dump.title, marks: kept }, undefined, 2)}\n`;
}

/** What the file has, or what is wrong with it: then none of it is used. */
export function marksOfFile(text: string, dump: Dump): readonly UserMark[] | Sentence {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return sentence('marks-not-json');
  }
  if (!isObject(file) || file.format !== FORMAT || !Array.isArray(file.marks)) return sentence('marks-other-file');
  if (file.version !== VERSION) return sentence('marks-version', { version: shown(file.version) });
  if (file.marks.length > MOST_MARKS) return sentence('marks-too-many', { most: MOST_MARKS.toLocaleString('en') });
  const marks: UserMark[] = [];
  for (const [at, mark] of file.marks.entries()) {
    const wrong = wrongField(mark);
    if (wrong !== undefined) return sentence('marks-wrong', { number: String(at + 1), field: wrong });
    const kept = mark as KeptMark;
    const slice = kept.slice && movedHere(kept.slice, dump);
    marks.push(userMarkOf({ ...kept, ...(slice && { slice }) }, dump));
  }
  return marks;
}

/** Those of the file take the place of those with their ids. Undefined: together there are too many. */
export function withImported(
  marks: readonly UserMark[],
  imported: readonly UserMark[],
): readonly UserMark[] | undefined {
  const ids = new Set(imported.map(({ id }) => id));
  const all = [...marks.filter(({ id }) => !ids.has(id)), ...imported];
  return all.length > MOST_MARKS ? undefined : all;
}

const messages = {
  'marks-not-json': 'The file is not JSON, so no marks were imported.',
  'marks-other-file': 'The file is not one that marks were exported to, so none were imported.',
  'marks-version': 'The file has marks of version {version}, which this program does not read.',
  'marks-too-many': 'There can be {most} marks at the most, so none were imported.',
  'marks-wrong': 'Mark {number} of the file has no valid “{field}”, so no marks were imported.',
} as const;

export function sentence(code: keyof typeof messages, params: Readonly<Record<string, string>> = {}): Sentence {
  const message = messages[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return { code, message, params };
}

function wrongField(mark: unknown): string | undefined {
  if (!isObject(mark)) return 'id';
  const { id, name, colour, startNs, endNs, slice } = mark;
  if (typeof id !== 'string' || id === '' || id.length > 64) return 'id';
  if (typeof name !== 'string' || name.length > MOST_MARK_NAME) return 'name';
  if (!MARK_COLOURS.some((own) => own === colour)) return 'colour';
  if (!isInstant(startNs)) return 'startNs';
  if (!isInstant(endNs) || BigInt(endNs) < BigInt(startNs)) return 'endNs';
  if (slice === undefined) return undefined;
  const isSlice = isObject(slice) && isText(slice.place) && isText(slice.source);
  return isSlice ? undefined : 'slice';
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && INSTANT_DIGITS.test(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 1 << 15;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(version: unknown): string {
  return typeof version === 'number' ? String(version) : '?';
}

/** The same dump may lie elsewhere: there a rank is known by the last parts of its place, as far as one rank alone has them. */
function movedHere({ place, source }: MarkedSlice, { ranks }: Dump): MarkedSlice {
  const own: MarkedSlice = { place, source: source as SliceSource };
  if (ranks.some((rank) => rank.place === place)) return own;
  const parts = partsOf(place);
  for (let kept = parts.length - 1; kept > 0; kept--) {
    const end = parts.slice(-kept).join('/');
    const found = ranks.filter((rank) => partsOf(rank.place).slice(-kept).join('/') === end);
    if (found.length === 1) return { place: found[0].place, source };
  }
  return own;
}

const partsOf = (place: string): readonly string[] => place.split(/[\\/]/).filter((part) => part !== '');
