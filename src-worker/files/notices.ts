import type { Notice, NoticeSeverity } from '../../src-contract';

/**
 * Every sentence the reading of files can say, in English: what is wrong, and what to do. `{name}` is filled from
 * `params`; the path and the byte offset are shown beside the sentence, from the notice's own fields.
 */
const sentences = {
  'empty-file': 'The file is empty (0 bytes). Copy it again, or profile again: nothing was written to it.',
  'git-lfs-stub':
    'This is a Git-LFS pointer of {sizeBytes} bytes, not the trace itself. Run "git lfs pull" where it was cloned.',
  'not-json':
    'This is not JSON: byte {found} can’t begin a trace, which is a JSON array or object. Open the trace file itself.',
  'no-trace':
    'This is JSON, but no trace: it holds no events with a phase ("ph"). Open trace_view.json or *.pt.trace.json.',
  'truncated-event':
    'The file ends in the middle of an event: the copy or the profiler was cut off. What came before is shown.',
  'truncated-document':
    'The file ends before its JSON does: the copy or the profiler was cut off. What came before is shown.',
  'missing-bracket': 'The list of events is not closed with "]". Everything in it is shown.',
  'damaged-json': '{skippedBytes|byte is|bytes are} no valid JSON and passed over, with the events in them.',
  'garbage-after-end': 'Behind the end of the trace {skippedBytes|byte is|bytes are} no JSON and passed over.',
  'not-an-event': 'An element of the event list is no object.',
  'event-too-large': 'An event is longer than {limitBytes} bytes and was passed over.',
  'no-phase': 'The event has no phase ("ph"), so there is no telling what it is.',
  'unknown-phase': 'The event’s phase "{phase}" is not one of the trace event format.',
  'no-timestamp': 'The event has no time ("ts") that is a number.',
  'counter-without-values': 'The counter event has no arg that is a number.',
  'unmatched-end': 'The event ends a slice that nothing began (ph E or e without its B or b).',
  'bad-metadata': 'The metadata event (ph M) could not be read.',
  'bad-duration': '{count|slice has|slices have} a duration that is no number, and length zero here.',
  'missing-duration':
    '{count|complete event (ph X) has|complete events (ph X) have} no duration, and length zero here.',
  'unfinished-slices':
    '{count|slice begins and never ends|slices begin and never end} in the file: drawn to the end of the trace.',
  'deep-lane':
    'The lane {lane} ({group}) takes {count|row|rows}: so many of its slices overlap. All of them are there; fold the lane to pass it over.',
  'invalid-utf8': '{count|name is|names are} not valid UTF-8; wrong bytes are shown as “�”.',
  'unpaired-flows':
    '{count|end of a flow arrow|ends of flow arrows} of {category} without a partner, or without a slice to bind to.',
  'gzip-truncated': 'The gzip stream ends too early: the copy was cut off. What could be unpacked is shown.',
  'gzip-damaged':
    'The gzip stream is damaged (its checksum does not agree). What could be unpacked is shown; some of it may be wrong.',
  'zip-unreadable': 'The zip can’t be opened: {reason}.',
  'file-unreadable': 'The file can’t be read: {reason}.',
  'file-changed': 'The event is not at its place any more: the file has changed since it was opened. Open it again.',
  'folder-unreadable': 'The folder can’t be read: {reason}.',
  'links-outside-roots':
    '{count|link leads|links lead} out of the folders that Tracelane may show, and what is behind is left out ({names}). To see it, start Tracelane again with {roots}.',
  'path-missing': 'There is nothing at this path. It may have been moved or deleted.',
  'no-dump-found':
    'No profiling dump was found here: looked for *_ascend_pt folders, trace_view.json, *.pt.trace.json[.gz] and other traces, {depth} levels deep.',
  'table-without-header': 'The table has no header line, so there is no telling what stands in it.',
  'table-truncated':
    'The table ends in the middle of a row: the copy or the profiler was cut off. The rows before are shown.',
  'table-short-rows':
    '{count|row has|rows have} fewer cells than the header; what is missing is shown as empty. The place is that of the first.',
  'table-missing':
    '{ranks} lack what other ranks have, or have it empty: {file}. Views show these ranks without it. Copy the dump again if it should be there.',
  'table-rounded-times':
    '{count|time is|times are} written as a rounded number (1.69E+15), as a spreadsheet saves it: times are not exact. Copy the original file.',
  'communication-odd-entries':
    '{count|collective is|collectives are} not written as this version of Tracelane knows it, and left out.',
  'table-not-json': 'The file is no valid JSON: {reason}.',
  'database-not-known':
    'This is a SQLite database, whose name does not tell what is in it. Give it back the name that the profiler gave it (ascend_pytorch_profiler_0.db, analysis.db, msprof_….db), or open its folder.',
  'table-not-known':
    'This is a table (csv), not a trace, whose name does not tell what is in it. Give it back the name that the profiler gave it (kernel_details.csv, …), or open its folder.',
  'database-not-sqlite':
    'This is no SQLite database, which begins with "SQLite format 3". Copy it again, or open what it was made from.',
  'database-header-damaged': 'The head of the SQLite database can’t be right: {reason}. Copy the file again.',
  'database-truncated':
    'The database is cut off: it has {sizeBytes} of {wantedBytes} bytes. What is left of its tables is shown.',
  'database-damaged-pages':
    '{count|page|pages} of the table {table} can’t be read. The rows on all other pages are shown.',
  'database-log-unreadable':
    'The write-ahead log (-wal) beside the database can’t be read: its last changes are not shown.',
  'database-journal':
    'A change of this database was never finished (there is a -journal beside it): parts of it may be wrong.',
  'database-without-rowid': 'The table {table} is stored in a way (WITHOUT ROWID) that this version does not read.',
  'too-many-files':
    'More than {limit} files were found; the first {limit} by name were opened. Open a folder further down.',
  'database-not-readable':
    'This rank has only the SQLite form of its timeline, which this version does not read. Export it as text (trace_view.json).',
  'no-timeline-file': 'This rank has no timeline file (trace_view.json); its tables alone are shown.',
  'no-timelines': '{count|rank has|ranks have} no timeline (trace_view.json); the tables of the job alone are shown.',
  'text-and-database': 'The timeline is there as text and as SQLite; the text is shown.',
  'duplicate-rank': 'Two folders say they are rank {rank}; both are kept, and told apart by their folder.',
  'several-iterations': '{count|timeline file was|timeline files were} opened together as one timeline.',
  'parallel-timeline-files':
    '{count|more timeline file|more timeline files} beside it, with parts of what is shown ({names}): open one by itself to see it alone.',
  'clock-mismatch':
    'The clock of this rank is {days|day|days} off the first rank’s; it is drawn from the same start, and times across ranks don’t compare.',
  'out-of-range-times':
    '{count|event lies|events lie} more than 104 days from the first one: times not exact to the ns.',
  'lost-categories': '{count|event is|events are} shown without a category: there are more than 65,536 different ones.',
  'own-collectives-unreadable':
    'Your file of names of collectives is not used: {reason}. Correct it, or take resources/collectives.json as a model.',
  'cache-not-written':
    'The index could not be saved for the next time: {reason}. Opening it again will take as long as now.',
  cancelled: 'Opening was cancelled: what had been read by then is shown.',
  'excerpt-only':
    'Reading was cancelled: of what had been read the longest slices are shown, without arrows and computed lanes. What is counted from slices is too low.',
  'internal-error': 'Tracelane failed here, which is a defect of Tracelane: {reason}',
} as const;

/** `{name}`, or `{name|slice|slices}` for a number with its noun. */
const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;

export type NoticeCode = keyof typeof sentences;

export interface NoticePlace {
  readonly path?: string;
  readonly byteOffset?: number;
}

export function notice(
  code: NoticeCode,
  severity: NoticeSeverity,
  params: Readonly<Record<string, string | number>> = {},
  place: NoticePlace = {},
): Notice {
  const message = sentences[code].replace(PLACE, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    const text = typeof value === 'number' ? value.toLocaleString('en') : value;
    return one === undefined ? text : `${text} ${value === 1 ? one : many}`;
  });
  return { code, severity, message, params, ...place };
}

/** Every sentence there is, for the test that each has a translation. */
export const noticeSentences: Readonly<Record<NoticeCode, string>> = sentences;
