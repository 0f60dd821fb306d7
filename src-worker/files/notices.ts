import type { Notice, NoticeSeverity } from '../../src-contract';
import { type Reason, reasonText } from '../../src-contract/reasons';
import { filled } from '../../src-contract/sentence';

/**
 * Every sentence the reading of files can say, in English: what is wrong, and what to do. `{name}` is filled from
 * `params`, `{reason}` from the notice's reason; the path and the byte offset are shown beside the sentence, from the notice's own fields.
 */
const sentences = {
  'empty-file': 'The file is empty (0 bytes). Copy it again or repeat the profiling.',
  'blank-file':
    'The file holds nothing but zeros or white space ({sizeBytes} bytes): its data were never written. Copy it again or repeat the profiling.',
  'git-lfs-stub':
    'This is a Git LFS pointer ({sizeBytes} bytes), not the trace. Run "git lfs pull" in the clone it comes from.',
  'not-json':
    'Not a JSON trace: it starts with {found}, but a trace is a JSON array or object. Open the trace file itself.',
  utf16: 'The file is in UTF-16, which is not read. Save it as UTF-8, and open it again.',
  'not-utf8':
    'The file is not in UTF-8 (perhaps in GBK): characters that can’t be read are shown as “�”. Save it as UTF-8. The byte offset is that of the first.',
  'damaged-start':
    'The beginning of this trace is damaged: it starts with neither "{" nor "[". Skipped {skippedBytes|byte|bytes}; what follows is shown. Copy the file again.',
  'no-trace': 'This JSON file contains no trace events (no "ph" fields). Open trace_view.json or *.pt.trace.json.',
  'truncated-event':
    'The file ends in the middle of an event: the copy or the profiling was interrupted. Everything before it is shown.',
  'truncated-document':
    'The JSON is incomplete: the copy or the profiling was interrupted. Everything up to the end of the file is shown.',
  'missing-bracket': 'The event list has no closing "]". All of its events are shown.',
  'events-without-list': 'There is no list (“[…]”) around the events of this file. All of them are shown.',
  'events-inside':
    '{count|list of events ("traceEvents") is|lists of events ("traceEvents") are} not at the top level of this file, but inside of another value. All of the events are shown; what stands in front of them in that value is not read. To have that read, too, write the list at the top level. The byte offset is that of the first.',
  'damaged-json': 'Skipped {skippedBytes|byte|bytes} of invalid JSON and the events in it.',
  'events-behind-list':
    'The list of events ends at a bracket in the middle of the file. The events behind it are shown as well.',
  'garbage-after-end': 'Ignored {skippedBytes|byte|bytes} after the trace: no events are in them.',
  'not-an-event': 'An entry of the event list is not an object.',
  'event-too-large': 'Skipped an event larger than {limitBytes} bytes.',
  'no-phase': 'The event has no phase ("ph").',
  'unknown-phase': 'The event has an unknown phase ("ph": "{phase}").',
  'no-timestamp': 'The event has no numeric timestamp ("ts").',
  'impossible-time':
    'The time or duration of the event ("ts", "dur") is outside the range of times, such as 1e308 or 2^64 − 1.',
  'counter-without-values': 'The counter event has no numeric args.',
  'counter-odd-values':
    '{count|counter value is|counter values are} not drawn: only finite numbers can be, and these are something else (texts, lists, NaN, 1e999). If they should be numbers, correct what writes them. The byte offset is that of the first such event.',
  'unmatched-end': 'The event ends a slice that was never started (ph E or e without B or b).',
  'bad-metadata': 'The metadata event (ph M) could not be read.',
  'bad-duration': '{count|slice has|slices have} an invalid duration; shown with zero length.',
  'missing-duration':
    '{count|complete event (ph X) has|complete events (ph X) have} no duration; shown with zero length.',
  'unfinished-slices': '{count|slice has|slices have} no end in the file; drawn to the end of the trace.',
  'deep-lane':
    'Lane {lane} ({group}) needs {count|row|rows} because so many of its slices overlap. All slices are shown; fold the lane to save space.',
  'processes-folded':
    '{count|process shares|processes share} one lane, without arrows or counters: at most {limit} processes get lanes of their own. To see others, filter the lanes by name or pid.',
  'threads-folded':
    '{count|thread shares|threads share} a lane with other threads of the same process, without arrows: at most {limit} threads get lanes of their own. To see others, filter the lanes by name or tid.',
  'counters-folded':
    '{count|counter is|counters are} not drawn: at most {limit} counters are. To see others, filter the lanes by name.',
  'series-folded':
    '{count|counter series is|counter series are} not drawn: at most {limit} series per counter are. To see others, filter the lanes by series name.',
  'invalid-utf8': '{count|name contains|names contain} invalid UTF-8; invalid bytes are shown as “�”.',
  'unpaired-flows':
    '{count|flow event|flow events} of category {category} without a partner or without a slice at their time.',
  'tasks-without-call':
    '{count|task has|tasks have} no arrow from the host: no call with the same correlation is recorded.',
  'gzip-truncated': 'The gzip file is incomplete: the copy was interrupted. What could be decompressed is shown.',
  'gzip-damaged':
    'The gzip file is damaged (checksum mismatch). What could be decompressed is shown; parts of it may be wrong.',
  'gzip-trailing':
    'What stands behind the end of the gzip file’s data is not gzip and was ignored. The data are whole.',
  'zip-truncated': 'The data in the zip file are incomplete. What could be unpacked is shown.',
  'zip-damaged':
    'The zip file is damaged: its data are not what its directory says. What could be unpacked is shown; parts of it may be wrong.',
  'zip-unreadable': 'The zip file can’t be opened: {reason}.',
  'zip-others-not-read':
    '{count|other file|other files} in the zip not read: only traces are. To see everything, unpack it and open the folder.',
  'zip-beside':
    'The zip has {count|trace|traces}, not read: a folder’s own files come first. To see what is in the zip, open it itself.',
  'file-unreadable': 'The file can’t be read: {reason}.',
  'file-changed': 'The file has changed since it was opened, so this event can’t be read. Open the dump again.',
  'file-changed-elsewhere':
    'The file has been written to since it was opened. These args are unchanged, other events may not be. Open the dump again.',
  'args-too-deep': 'The args are nested more than 32 levels deep. What lies deeper is shown as text, its beginning.',
  'args-too-long': 'The args are too long to be shown whole: more than 50,000 values, or a text of more than 16 MB.',
  'folder-unreadable': 'The folder can’t be read: {reason}.',
  'links-outside-roots':
    '{count|link points|links point} outside the folders that Tracelane may read; not followed ({names}). To include the targets, restart Tracelane with {roots}.',
  'path-missing': 'This path does not exist. It may have been moved or deleted.',
  'no-dump-found':
    'No profiling dump found: searched {depth} levels deep for *_ascend_pt folders, trace_view.json, *.pt.trace.json[.gz] and other traces. Open the folder that the profiler wrote, or the trace file itself.',
  'raw-data-torch-npu':
    '{count|folder holds|folders hold} raw data of torch_npu that has not been parsed yet. Where torch_npu is installed, run: {command}',
  'raw-data-mindspore':
    '{count|folder holds|folders hold} raw data of MindSpore that has not been parsed yet. Where MindSpore is installed, run: {command}',
  'raw-data-msprof':
    '{count|folder holds|folders hold} raw data of msprof that has not been exported yet. Where CANN is installed, run: {command}',
  'nsight-report':
    'This is a report of Nsight Systems, which is not read. Convert it to trace events (nsys export --type sqlite, then nsys2json) and open that, or record with torch.profiler and open what prof.export_chrome_trace writes.',
  'xplane-file':
    'This is an XPlane file, which is not read. Open the *.trace.json.gz beside it, or record with jax.profiler.start_trace(…, create_perfetto_trace=True) and open perfetto_trace.json.gz.',
  'perfetto-file':
    'This is a Perfetto trace (protobuf), which is not read. Convert it with "traceconv json TRACE trace.json" and open trace.json.',
  'table-without-header': 'The table has no header line, so its columns are unknown.',
  'table-truncated':
    'The table ends in the middle of a row: the copy or the profiling was interrupted. All complete rows are shown.',
  'table-short-rows':
    '{count|row has|rows have} fewer cells than the header (no. {rows}); missing cells are shown empty. The byte offset is that of the first such row.',
  'table-long-rows':
    '{count|row has|rows have} more cells than the header (no. {rows}); the additional cells are not shown. The byte offset is that of the first such row.',
  'table-stray-quotes':
    '{count|row contains|rows contain} a quotation mark that is never closed (no. {rows}); it is shown as a character. The byte offset is that of the first.',
  'table-rows-left-out':
    '{count|row is|rows are} not shown (no. {rows}): far too few cells for this header. The byte offset is that of the first such row.',
  'table-rows-too-long':
    '{count|row is|rows are} not shown (no. {rows}): longer than 16 MiB. The byte offset is that of the first such row.',
  'table-damaged-cell': 'Row {row}: “{text}” in column {column} is not a valid number. The cell is shown empty.',
  'table-damaged-cells':
    '{count|more cell does|more cells do} not contain a valid number and are shown empty. The byte offset is that of the first.',
  'table-too-many-columns': '{count|column is|columns are} not shown: the table has more than {limit} columns.',
  'no-step-times':
    'No step times found: there is no column of durations, and none of instants or throughput beside the step.',
  'damaged-lines':
    '{count|line is|lines are} not shown (no. {lines}): not of the form “{form}”. The byte offset is that of the first.',
  'table-header-too-long':
    'The first line is longer than 16 MiB, so this is not a table. Copy the file again, or open the original.',
  'table-missing':
    '{file}: missing or empty for {ranks}, but present for other ranks. Views show these ranks without this data. If it should exist, copy the dump again.',
  'step-rows-repeated':
    '{count|row repeats|rows repeat} a step of the same device; the first row of each step is shown.',
  'step-parts-unknown':
    '{count|step does|steps do} not tell how long computing, exposed communication or Free took (such as N/A): sums over all steps leave that part empty. Choose a single step to see its numbers.',
  'table-rounded-times':
    '{count|timestamp is|timestamps are} rounded (such as 1.69E+15), as after saving in a spreadsheet: times are not exact. Copy the original file.',
  'communication-odd-entries': 'Skipped {count|collective|collectives} in an unknown format.',
  'table-not-json': 'The JSON in this file is damaged: {reason}.',
  'json-no-values':
    'This JSON file holds only {found} instead of an object or a list, so nothing of it is shown. Copy it again, or repeat the profiling.',
  'json-damaged-entries':
    '{count|entry|entries} ({skippedBytes|byte|bytes}) can’t be read, the others are shown: the JSON in this file is damaged, {reason}. The byte offset is that of the first.',
  'scale-no-job':
    'tracelane scale is not through with this job: it is made when the tasks for its ranks have ended, and the folder can be opened then.',
  'job-summary-beside':
    'A job of summaries lies beside the ranks, which tell more than it does: it is not shown with them. Open it by itself to see it.',
  'job-summary-damaged': 'The summary of the job is damaged or cut off. Make it again with tracelane reduce.',
  'job-summary-other-version':
    'The summary of the job was written by another version of Tracelane. Make it again with tracelane reduce.',
  'job-summary-of-ranks':
    'These are summaries of ranks. Put those of the job into a folder, and run tracelane reduce FOLDER --out JOB; then open JOB.',
  'job-summary-no-job': 'A Parquet file, but no job that tracelane reduce has made.',
  'table-too-large': 'The file has {sizeBytes} bytes, more than the {limitBytes} that can be read as a table.',
  'table-not-known':
    'CSV table with an unknown name. Restore the name that the profiler gave it (kernel_details.csv, …), or open its folder.',
  'database-not-sqlite':
    'Not a SQLite database: the file does not start with "SQLite format 3". Copy it again, or open the original data.',
  'database-header-damaged': 'The SQLite header is damaged: {reason}. Copy the file again.',
  'database-truncated':
    'The database is incomplete: {sizeBytes} of {wantedBytes} bytes. What is left of its tables is shown.',
  'database-damaged-pages':
    '{count|page|pages} of the table {table} can’t be read. The rows on all other pages are shown.',
  'database-damaged-cells':
    '{count|cell|cells} in column {column} of the table {table} can’t be read; shown empty (row ids {rows}). The byte offset is that of the first.',
  'database-damaged-schema':
    '{count|table has|tables have} an unreadable definition and can’t be shown. Copy the file again.',
  'database-without-tables':
    'No table was found in this database of {count|page|pages}: its schema is damaged. Copy the file again.',
  'database-log-unreadable': 'The database’s write-ahead log (-wal) can’t be read: its latest changes are not shown.',
  'database-journal':
    'A transaction on this database was not completed (a -journal file is beside it): parts of it may be wrong.',
  'database-without-rowid': 'Table {table} is stored WITHOUT ROWID, which this version can’t read.',
  'database-without-timeline':
    'This database has no table of events (TASK, CANN_API, PYTORCH_API, …), so there is no timeline to show.',
  'database-framing-tasks':
    '{count|task that only frames|tasks that only frame} other tasks of the same launch not drawn, as in the text export.',
  'database-tables-not-shown':
    '{count|table with times is|tables with times are} not shown in the timeline, because this version does not know them: {names}.',
  'database-names-missing':
    '{count|name can’t be read|names can’t be read} (STRING_IDS is damaged or incomplete); shown as “#” and their number.',
  'row-without-time': 'The row of the database has no valid time.',
  'line-damaged': 'The line is not a JSON object.',
  'line-unfinished':
    'The last line is not complete: the file is still being written, or the copy was interrupted. Everything before it is shown.',
  'line-too-long': 'The line is longer than 16 MiB.',
  'lane-file-without-header':
    'This file makes no lanes: its first line is neither a header of columns nor a JSON object. It should be csv with a header, or JSON lines.',
  'lane-file-without-columns':
    'This file makes no lanes: besides a column of times (time, timestamp, ts, start) it needs one with names or values.',
  'lane-file-alone':
    'This is a file of events or counters. Open a dump, and then add the file to it: it is shown as lanes of the dump.',
  'lane-file-other-ranks': '{count|rank of the file is|ranks of the file are} not in this dump ({ranks}); not shown.',
  'lane-file-not-kept':
    'The file is larger than {limit} MB, so no copy of it is kept: these lanes are gone when the window is closed.',
  'lane-file-too-many-lanes':
    'The row is of one lane too many: one file makes at most {limit} lanes and counters of a rank.',
  'lane-rows-beyond': 'The file has too many rows: only the first {limit} are read.',
  'lane-row-without-time': 'The row has no valid time, or one more than 104 days from the dump.',
  'lane-row-without-value': 'The row has no value, or one that is no number, such as NaN.',
  'lane-row-without-name': 'The row has no name.',
  'lane-row-without-length': 'The duration of the row is not a valid length of time.',
  'lane-row-without-rank': 'The rank of the row is not a number.',
  'own-lane-too-slow':
    'The own lane “{name}” is not complete: its pattern takes too long. Use a simpler pattern, or plain text.',
  'line-of-no-kind': 'The line is of no known kind ("kind": "Kernel", "Marker", …).',
  'line-without-time': 'The line has no valid start time ("startNs").',
  'unknown-overlap': 'The row of OVERLAP_ANALYSIS has an unknown type.',
  'too-many-files':
    'More than {limit} files found; only the first {limit} by name were opened. Open a subfolder instead.',
  'ranks-appeared':
    '{count|more rank has|more ranks have} appeared here since this was opened. To see what has come, open it again.',
  'files-appeared':
    '{count|more file has|more files have} appeared here since this was opened. To see what has come, open it again.',
  'timeline-rewritten': 'The file was written anew while it was open. It has been read again from its beginning.',
  'no-timeline-file': 'This rank has no timeline file (trace_view.json); only its tables are shown.',
  'no-timelines': '{count|rank has|ranks have} no timeline file (trace_view.json); only tables are shown.',
  'text-and-database': 'The timeline exists as text and as SQLite; the text version is shown.',
  'database-several-devices':
    'The database holds {count} devices; each is shown as a rank. What the host did for none of them alone is shown with device {device}.',
  'database-stray-devices':
    'Column {column} of the table {table} has numbers that can’t be devices ({value} in row id {row}): such rows are shown with the first device.',
  'database-no-devices':
    'Column {column} of the table {table} has numbers that can’t be devices ({value} in row id {row}): the file is shown as one rank.',
  'database-too-many-devices':
    'Column {column} of the table {table} names {count} devices, more than a host has: the file is shown as one rank.',
  'duplicate-rank':
    '{count|folder claims|folders claim} to be rank {rank}; all are shown and distinguished by folder name.',
  'older-copies':
    '{count|folder is|folders are} not shown: another one with the same name (host, process, time) is taken for a newer copy. Give one of them another name to see both.',
  'same-rank-inside':
    'This trace says that it is rank {rank}, which {other} is too: two recordings, shown side by side. If they are of different jobs, open each by itself.',
  'several-iterations': '{count|timeline file was|timeline files were} combined into one timeline.',
  'parallel-timeline-files':
    '{count|more timeline file repeats|more timeline files repeat} parts of this timeline ({names}). Open one on its own to see it separately.',
  'clock-not-measured':
    'The ranks’ clocks could not be compared ({reason}): every rank is shown by its own clock. Choose “Clocks” again to try once more.',
  'clock-mismatch':
    'This rank’s clock differs from the first rank’s by {days|day|days}. It is drawn from the same start; times can’t be compared across ranks.',
  'out-of-range-times':
    '{count|event is|events are} more than 104 days from the first event; these times are not exact to the ns.',
  'lanes-far-apart':
    '{count|event is|events are} {hours|hour|hours} or more away from everything else ({names}): recorded at another time, or by another clock. The first view leaves them out; “Show the whole dump” has them.',
  'lost-categories': '{count|event is|events are} shown without a category: the trace has more than 65,536 categories.',
  'texts-cut': 'Names, categories or ids longer than {limit} bytes are cut there.',
  'counter-too-wide': 'The counter event has more than {limit} values; those beyond are left out.',
  'own-collectives-unreadable':
    'Your collective names are not used: {reason}. Correct the file; see resources/collectives.json for the format.',
  'recent-unwritable':
    'This dump is not among the recent ones, because the list of them can’t be written: {reason}. Check the file and its folder.',
  'cache-not-written':
    'The index could not be saved: {reason}. Opening this dump again will take as long as this time.',
  'findings-not-kept':
    'The findings could not be saved: {reason}. They will be worked out again when this dump is opened again.',
  cancelled: 'Opening was cancelled; what was read until then is shown.',
  'excerpt-only':
    'Reading was cancelled: only the longest slices read so far are shown, without arrows and computed lanes. Counts and totals are too low.',
  'out-of-memory':
    'Reading this needs more memory than is available. What was read is shown. Close other dumps, or open a part of it.',
  'reading-ended':
    'Reading was given up: the thread that read it has ended. Everything else is shown. Open it again to try once more.',
  'not-understood':
    'The file contains something unexpected ({error}), and reading stopped there. What was read is shown.',
} as const;

export type NoticeCode = keyof typeof sentences;

export interface NoticePlace {
  readonly path?: string;
  readonly byteOffset?: number;
  /** Of a sentence with a `{reason}`. */
  readonly reason?: Reason;
}

export function notice(
  code: NoticeCode,
  severity: NoticeSeverity,
  params: Readonly<Record<string, string | number>> = {},
  place: NoticePlace = {},
): Notice {
  const { reason } = place;
  const message = filled(sentences[code], reason ? { ...params, reason: reasonText(reason) } : params);
  return { code, severity, message, params, ...place };
}

/** Every sentence there is, for the test that each has a translation. */
export const noticeSentences: Readonly<Record<NoticeCode, string>> = sentences;
