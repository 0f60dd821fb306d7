/** What the numbers rest on, of the files themselves: which of them are cut off or damaged, and where. */
import type { DumpState, FindingsReport, Notice, TrustNote } from '../src-contract';
import { type SentenceId, sentence } from '../src-contract/findings/sentence';

/** The rest of the file is missing. */
const CUT: ReadonlySet<string> = new Set([
  'truncated-event',
  'truncated-document',
  'gzip-truncated',
  'zip-truncated',
  'table-truncated',
  'database-truncated',
]);

/** Some of what stands in it can't be read. */
const DAMAGED: ReadonlySet<string> = new Set([
  'blank-file',
  'damaged-start',
  'damaged-json',
  'gzip-damaged',
  'zip-damaged',
  'json-damaged-entries',
  'table-not-json',
  'json-no-values',
  'database-header-damaged',
  'database-damaged-schema',
  'database-damaged-pages',
  'database-damaged-cells',
  'database-without-tables',
  'file-unreadable',
]);

/** Each file is named, up to this many. */
const MOST_FILES = 5;

type Files = Pick<DumpState, 'notices'> & {
  readonly ranks: readonly Pick<DumpState['ranks'][number], 'notices' | 'skipped'>[];
};

/** The report with these notes before all others: a number can be no better than the file that it comes from. */
export function withDamagedFiles(report: FindingsReport, dump: Files): FindingsReport {
  const notes = damagedFiles(dump);
  return notes.length === 0 ? report : { ...report, trust: [...notes, ...report.trust] };
}

export function damagedFiles({ ranks, notices }: Files): readonly TrustNote[] {
  const all = [...ranks.flatMap((rank) => [...rank.notices, ...rank.skipped.map((own) => own.notice)]), ...notices];
  /** By path: where it is cut off, else the first damage. A file that is cut has what is damaged by that. */
  const files = new Map<string, { readonly notice: Notice; readonly isCut: boolean }>();
  for (const notice of all) {
    const { code, path } = notice;
    const isCut = CUT.has(code);
    if (path === undefined || (!isCut && !DAMAGED.has(code))) continue;
    const known = files.get(path);
    if (!known || isBetter({ notice, isCut }, known)) files.set(path, { notice, isCut });
  }
  const named = [...files].slice(0, MOST_FILES).map(([path, { notice, isCut }]) => noteOf(path, notice, isCut));
  const left = files.size - named.length;
  return left === 0 ? named : [...named, warning('trust.damaged.more', { count: left })];
}

type Known = { readonly notice: Notice; readonly isCut: boolean };

/** What says where, and of what is damaged the first. */
function isBetter(one: Known, other: Known): boolean {
  if (one.isCut !== other.isCut) return one.isCut;
  return (one.notice.byteOffset ?? Number.POSITIVE_INFINITY) < (other.notice.byteOffset ?? Number.POSITIVE_INFINITY);
}

function noteOf(path: string, { byteOffset, code }: Notice, isCut: boolean): TrustNote {
  const form = isCut ? 'trust.cut' : 'trust.damaged';
  if (byteOffset === undefined) return warning(`${form}.whole`, { path });
  // Where packed bytes end says nothing of where to look; those of the trace do.
  return warning(
    code.startsWith('gzip') || code.startsWith('zip') || /\.(gz|zip)$/i.test(path) ? `${form}.unpacked` : form,
    {
      path,
      byte: byteOffset,
    },
  );
}

function warning(id: SentenceId, values: TrustNote['sentence']['values']): TrustNote {
  return { severity: 'warning', sentence: sentence(id, values) };
}
