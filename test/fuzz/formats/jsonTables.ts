import { basename } from 'node:path';
import type { Notice } from '../../../src-contract';
import type { Finding, Format } from '../format';
import { jsonInputs } from '../inputs/tableInputs';
import { byteMutators } from '../mutators/bytes';
import { encodingMutators, jsonMutators, numberMutators, stringMutators } from '../mutators/text';
import type { Seen } from '../program/openAndLook';
import { runFile } from './fileFormat';
import { dataOrSentence } from './sqlite';

/** Tables as JSON: what is valid is shown or counted as odd, what is not is said. */
export const jsonTables: Format = {
  name: 'json',
  inputs: jsonInputs,
  mutators: [
    ...byteMutators,
    ...encodingMutators,
    ...[jsonMutators, numberMutators, stringMutators].flatMap((those) => [...those, ...those]),
  ],
  run: (program, input, bytes) =>
    runFile(program, input, bytes, (seen, path) => [...dataOrSentence(seen), ...collectiveFindings(seen, path, bytes)]),
};

/** A pseudo-collective: the sum of the others. */
const TOTAL = 'Total Op Info';

/** What is no JSON is said; every collective of a communication.json is a row, or one of those counted as odd. */
function collectiveFindings({ pages, notices }: Seen, path: string, bytes: Buffer): Finding[] {
  const value = parsed(bytes);
  const own = notices.filter((notice) => notice.path === path);
  if (value === undefined)
    return own.length > 0 ? [] : [{ kind: 'lost', detail: 'the file is no JSON, and nothing says so' }];
  if (basename(path) !== 'communication.json' || own.some(({ severity }) => severity === 'error')) return [];
  const wanted = collectivesIn(value);
  const shown = pages.get('communication.ops')?.totalRows ?? 0;
  const listed = own.reduce((sum, notice) => sum + listedBy(notice, bytes), 0);
  if (shown + listed >= wanted) return [];
  return [{ kind: 'lost', detail: `${wanted} collectives, ${shown} shown, ${listed} listed` }];
}

/** Collectives that a notice tells of: by their number, or by the bytes in which they stand. */
function listedBy({ code, params, byteOffset = 0 }: Notice, bytes: Buffer): number {
  if (code === 'communication-odd-entries') return Number(params.count);
  if (code !== 'json-damaged-entries') return 0;
  const stretch = bytes.toString('latin1', byteOffset, byteOffset + Number(params.skippedBytes));
  return Math.max(Number(params.count), stretch.match(/"Communication Time Info"/g)?.length ?? 0);
}

/**
 * Undefined: not valid JSON, as JavaScript has it, but for what is read all the same: NaN, control characters in texts, zeros
 * before a number.
 */
export function parsed(bytes: Buffer): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(
      text
        .replace(/\p{Cc}/gu, ' ')
        .replace(/(?<=[:[,]\s*)-?(?:NaN|Infinity)\b|(?<=[:[,]\s*-?)0+(?=\d)/g, (found) =>
          found.startsWith('0') ? '' : '0',
        ),
    );
  } catch {
    return undefined;
  }
}

function collectivesIn(value: unknown): number {
  // step → kind → collective
  const kinds = entriesOf(value).flatMap(([, step]) => entriesOf(step));
  const known = kinds.filter(([kind]) => kind === 'p2p' || kind === 'collective');
  return known.flatMap(([, kind]) => entriesOf(kind)).filter(([name]) => !name.startsWith(TOTAL)).length;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
