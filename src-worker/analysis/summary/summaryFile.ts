/** Summaries of ranks as the bytes of a file, and back: what a file is, before anything in it is trusted. */
import type { Fact } from '../../parquet/factColumns';
import { factFile } from '../../parquet/factFile';
import { factHead, type ReadPools, readFactTable } from '../../parquet/factRead';
import type { FactTable } from '../../parquet/factTable';
import { RECORD_VERSION } from '../record/rankRecord';
import { SUMMARY_VERSION, type WrittenSummary } from './rankSummary';
import { summaryFacts } from './summaryFacts';

/** Keys of the file's metadata. */
const KEYS = { form: 'tracelane.form', version: 'tracelane.version' } as const;

export type FileForm = 'ranks' | 'job';

/** Other records have other facts. */
const VERSION = `${SUMMARY_VERSION}.${RECORD_VERSION}`;

/** What the metadata of this version's files says. */
export function aboutFile(form: FileForm): Readonly<Record<string, string>> {
  return { [KEYS.form]: form, [KEYS.version]: VERSION };
}

/** All of one job; the number of a rank that nothing tells is its place among them. */
export function summaryFile(summaries: readonly WrittenSummary[]): Uint8Array {
  return fileOfForm(
    'ranks',
    summaries.flatMap((own, at) => summaryFacts(own, own.about.rank ?? at)),
  );
}

export function fileOfForm(form: FileForm, facts: readonly Fact[]): Uint8Array {
  return factFile(facts, aboutFile(form));
}

/** Why a file is not taken. */
export type Refused = 'not-a-summary' | 'damaged' | 'other-version';

export type FoundFacts<Table = FactTable> =
  | { readonly kind: 'facts'; readonly table: Table }
  | { readonly kind: 'refused'; readonly why: Refused | 'unreadable'; readonly detail: string };

const MAGIC = 'PAR1';

/** Whether the bytes begin as a Parquet file does. */
export function isParquet(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, MAGIC.length)) === MAGIC;
}

/** `form`: the one that is wanted. */
export function factsOfBytes(bytes: Uint8Array, form: FileForm, pools: ReadPools) {
  if (!isParquet(bytes)) return refused('not-a-summary', bytes.length === 0 ? 'empty' : 'no Parquet file');
  try {
    const head = factHead(bytes);
    const own = head.about.get(KEYS.form);
    if (own !== form) return refused('not-a-summary', own === undefined ? 'a Parquet file of something else' : own);
    const version = head.about.get(KEYS.version) ?? '';
    if (version !== VERSION) return refused('other-version', version);
    return { kind: 'facts', table: readFactTable(bytes, head, pools) } as const;
  } catch (error) {
    return refused('damaged', reasonOf(error));
  }
}

function refused(why: Refused, detail: string) {
  return { kind: 'refused', why, detail } as const;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a file that ends so has facts of; undefined where it does not say. `tail`: the last bytes, with all of its metadata. */
export function formOfEnd(tail: Uint8Array): FileForm | undefined {
  const form = aboutEnd(tail)?.get(KEYS.form);
  return form === 'ranks' || form === 'job' ? form : undefined;
}

/** Whether summaries of this version end so. `tail`: as above. */
export function isEndOfSummaries(tail: Uint8Array): boolean {
  const about = aboutEnd(tail);
  // Whatever is wrong with another one: it is to be made anew.
  return about?.get(KEYS.form) === 'ranks' && about.get(KEYS.version) === VERSION;
}

/** Undefined where it is damaged. */
function aboutEnd(tail: Uint8Array): ReadonlyMap<string, string> | undefined {
  try {
    return factHead(tail).about;
  } catch {
    return undefined;
  }
}
