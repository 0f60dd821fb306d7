import { closeSync, readSync } from 'node:fs';
import { openByteSource } from '../../files/byteSource';
import { openFile } from '../../files/readable';
import { unreadable } from '../../files/unreadable';
import type { SegmentEvents } from '../../index/segmentEvents';
import { MAX_TIME_US, type Tokenizer } from '../../tokenizer/batch';
import { readOddMicroseconds } from '../../tokenizer/decimal';
import { EXACT_NS } from '../../tokenizer/kinds';
import {
  DEFAULT_SEGMENT_SIZES,
  type OnSegmentProgress,
  type Segment,
  type SegmentPlan,
  type SegmentResult,
  type SegmentSizes,
} from '../importer';
import { planFiles } from '../planFiles';
import { type EventPlace, findEventStart } from './eventBoundary';
import { sourceAt } from './eventPlaces';
import { EventStore } from './eventStore';
import type { TraceStretch } from './stretchBytes';
import { readTrace } from './traceReader';

/** A stretch of one of a rank's files. */
export interface TraceSegment extends Segment {
  readonly stretch: TraceStretch;
}

/** Events in a row that must be valid where a segment is to begin. */
const REQUIRED_EVENTS = 3;
/** Three events as a rule, and read in no time: a large file is looked at in dozens of places before anything of it is shown. */
const FIRST_LOOK_BYTES = 1 << 14;
/** What stands before the events, and the first of them: some have a time. */
const HEAD_BYTES = 1 << 16;

/**
 * Divides a rank's files into segments that begin where events begin. Packed files are one segment each. Whether a
 * boundary is right is proved by the reader of the segment before it: see `TraceDocument.endsAtBoundary`.
 */
export function planSegments(
  paths: readonly string[],
  sizes: SegmentSizes = DEFAULT_SEGMENT_SIZES,
): SegmentPlan<TraceSegment> {
  const whole = (packed: Segment) => ({ ...packed, stretch: { startOffset: 0 } });
  const { segments, baseUs, notices } = planFiles<TraceSegment>(paths, whole, (path, file, sizeBytes) => {
    const { stretches, baseUs } = divide(path, sizeBytes, sizes);
    return { segments: stretches.map((stretch) => segmentOf(path, file, stretch, sizeBytes)), baseUs };
  });
  // Times of different segments must count from the same; without a first look at one they can't.
  if (baseUs === undefined && segments.some(({ kind, stretch }) => kind === 'plain' && stretch.startOffset > 0))
    return { importer: 'traceEvents', segments: joined(segments), baseUs, notices };
  return { importer: 'traceEvents', segments, baseUs, notices };
}

function segmentOf(path: string, file: number, stretch: TraceStretch, fileBytes: number): TraceSegment {
  return { path, kind: 'plain', file, stretch, sizeBytes: (stretch.endOffset ?? fileBytes) - stretch.startOffset };
}

/** Bytes before the end of a file in which its last events are looked for: fewer first. */
const LAST_LOOKS = [1 << 16, 1 << 18, 1 << 20, 1 << 23];

/** See `Importer.grow`. The last events of a file stay behind what is read for good: what follows them is not known yet. */
export function growSegments(path: string, file: number, startOffset: number, sizeBytes: number) {
  const fd = openFile(path);
  try {
    const isInObject = isObject(readBytes(fd, 0, HEAD_BYTES));
    const end = lastEventStart(fd, startOffset, sizeBytes);
    const starts = [startOffset];
    for (let at = startOffset + DEFAULT_SEGMENT_SIZES.furtherBytes; at < (end ?? 0); ) {
      const start = eventStartNear(fd, at, sizeBytes);
      if (start === undefined || start >= (end ?? 0)) break;
      if (start > starts[starts.length - 1]) starts.push(start);
      at = start + DEFAULT_SEGMENT_SIZES.furtherBytes;
    }
    const segment = (start: number, endOffset?: number) => {
      const stretch = { startOffset: start, isInObject, ...(endOffset === undefined ? {} : { endOffset }) };
      return { ...segmentOf(path, file, stretch, sizeBytes), startOffset: start };
    };
    const sealed = end === undefined ? [] : starts.map((start, i) => segment(start, starts[i + 1] ?? end));
    const behind = end ?? startOffset;
    return { sealed, tail: behind < sizeBytes ? segment(behind) : undefined };
  } finally {
    closeSync(fd);
  }
}

/** Where one of the last events behind `startOffset` begins. */
function lastEventStart(fd: number, startOffset: number, sizeBytes: number): number | undefined {
  for (const length of LAST_LOOKS) {
    const from = Math.max(startOffset, sizeBytes - length);
    const bytes = readBytes(fd, from, sizeBytes - from);
    const found = findEventStart(bytes, 0, bytes.length, REQUIRED_EVENTS);
    if (found !== undefined && from + found > startOffset) return from + found;
    if (from === startOffset) return undefined;
  }
  return undefined;
}

/** Each file whole again. */
function joined(segments: readonly TraceSegment[]): TraceSegment[] {
  const files = new Map<number, TraceSegment>();
  for (const segment of segments) {
    const sizeBytes = (files.get(segment.file)?.sizeBytes ?? 0) + segment.sizeBytes;
    files.set(segment.file, { ...segment, stretch: { startOffset: 0 }, sizeBytes });
  }
  return [...files.values()];
}

function divide(path: string, sizeBytes: number, sizes: SegmentSizes): { stretches: TraceStretch[]; baseUs?: number } {
  const fd = openFile(path);
  try {
    const starts = [0];
    const head = readBytes(fd, 0, HEAD_BYTES);
    const firstLine = firstLineOf(head);
    for (let at = sizes.firstBytes; at < sizeBytes; at += sizes.furtherBytes) {
      const start = eventStartNear(fd, at, sizeBytes, firstLine === undefined ? 'in-list' : 'at-line');
      if (start === undefined) break;
      if (start > starts[starts.length - 1]) starts.push(start);
    }
    const baseUs = firstKnownTimeUs(fd, starts);
    const isInObject = firstLine === undefined && isObject(head);
    const stretches = starts.map((startOffset, i) => ({
      startOffset,
      isInObject,
      ...(firstLine === undefined ? {} : { firstLine }),
      ...(i + 1 < starts.length ? { endOffset: starts[i + 1] } : {}),
    }));
    return { stretches, ...(baseUs === undefined ? {} : { baseUs }) };
  } finally {
    closeSync(fd);
  }
}

/** Whether the file is one object, the event list a member of it; also where its first brace is damaged. */
function isObject(head: Uint8Array): boolean {
  const first = head.find((byte) => byte > 0x20 && byte < 0x80);
  return first === 0x7b || (first !== 0x5b && Buffer.from(head).includes('"traceEvents"'));
}

/** Where the first event is, if the file begins with several of them, one a line. */
function firstLineOf(head: Uint8Array): number | undefined {
  const first = head.findIndex((byte) => byte > 0x20);
  if (head[first] !== 0x7b) return undefined;
  const found = findEventStart(head.subarray(first), 0, head.length - first, REQUIRED_EVENTS, 'at-line');
  return found === 0 ? first : undefined;
}

/** First event at or after `offset`, or undefined. Looks at more and more bytes, up to a whole segment of them. */
function eventStartNear(
  fd: number,
  offset: number,
  sizeBytes: number,
  place: EventPlace = 'in-list',
): number | undefined {
  for (let length = FIRST_LOOK_BYTES; ; length *= 4) {
    const bytes = readBytes(fd, offset, Math.min(length, sizeBytes - offset));
    // A line may begin in its middle.
    const from = place === 'at-line' ? Math.max(0, bytes.indexOf(0x0a)) : 0;
    const found = findEventStart(bytes, from, bytes.length, REQUIRED_EVENTS, place);
    if (found !== undefined) return offset + found;
    if (offset + length >= sizeBytes || length > DEFAULT_SEGMENT_SIZES.furtherBytes) return undefined;
  }
}

/** Behind the first of these places that has one near. */
function firstKnownTimeUs(fd: number, starts: readonly number[]): number | undefined {
  for (const start of starts) {
    const us = firstTimeUs(fd, start);
    if (us !== undefined) return us;
  }
  return undefined;
}

/**
 * Whole µs of the first "ts" at or after `offset` that is a time; it need not be the earliest. A 0 that is far from the time behind
 * it is none: metadata has that.
 */
function firstTimeUs(fd: number, offset: number): number | undefined {
  const bytes = readBytes(fd, offset, HEAD_BYTES);
  // A character is a byte, so that places in the text are places in the bytes.
  const text = Buffer.from(bytes).toString('latin1');
  let hasZero = false;
  for (const { index, 1: key, 2: number } of text.matchAll(/("ts"\s*:\s*"?)([-+.\dEe]+)[,"}\s]/g)) {
    const start = index + key.length;
    const us = readOddMicroseconds(bytes, start, start + number.length)?.wholeUs;
    if (us === undefined || Math.abs(us) > MAX_TIME_US) continue;
    if (us !== 0) return hasZero && Math.abs(us) * 1000 <= EXACT_NS ? 0 : us;
    hasZero = true;
  }
  return undefined;
}

function readBytes(fd: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
}

/**
 * Reads a segment. Never throws for what is wrong with the file: it is in the notices.
 */
export async function readSegment(
  segment: TraceSegment,
  tokenizer: Tokenizer,
  onProgress: OnSegmentProgress,
): Promise<SegmentResult> {
  const soFar = () => store.finish();
  const store = new EventStore(
    segment.path,
    sourceAt(segment.file, 0),
    tokenizer,
    (bytesDone, eventCount, bytesAgain) =>
      onProgress(bytesDone - segment.stretch.startOffset, eventCount, soFar, tokenizer.baseUs, bytesAgain),
  );
  const nothing = {
    endsAtBoundary: true,
    isCancelled: false,
    isTrace: false,
    values: new Map<string, string>(),
    check: { sizeBytes: 0, modifiedMs: 0, blockEnds: new Float64Array(0), blockSums: new Uint32Array(0) },
  };
  try {
    const source = openByteSource(segment.path);
    try {
      const { sizeBytes, modifiedMs } = source;
      const read = await readTrace(source, tokenizer, store, segment.stretch);
      const { hasEventList, blockEnds, blockSums, ...document } = read;
      const events = store.finish();
      const blocks = { blockEnds: Float64Array.from(blockEnds), blockSums: Uint32Array.from(blockSums) };
      return {
        events,
        baseUs: tokenizer.baseUs,
        isTrace: isTrace(events, hasEventList),
        check: { sizeBytes, modifiedMs, ...blocks },
        ...document,
      };
    } finally {
      source.close();
    }
  } catch (error) {
    store.notice(unreadable(segment.path, error));
    return { events: store.finish(), baseUs: tokenizer.baseUs, ...nothing };
  }
}

/** An event with a phase makes a trace, and so does an event list with nothing in it. */
function isTrace({ countByPhase, eventCount, skipped }: SegmentEvents, hasEventList: boolean): boolean {
  if (countByPhase.subarray(1).some((count) => count > 0)) return true;
  return hasEventList && eventCount === 0 && skipped.length === 0;
}
