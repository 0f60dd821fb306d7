import { closeSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { openByteSource } from '../../files/byteSource';
import { monitorName } from '../../files/monitorFiles';
import { openFile } from '../../files/readable';
import { unreadable } from '../../files/unreadable';
import {
  DEFAULT_SEGMENT_SIZES,
  type OnSegmentProgress,
  type Segment,
  type SegmentPlan,
  type SegmentResult,
  type SegmentSizes,
} from '../importer';
import { planFiles } from '../planFiles';
import { readLines } from './lineReader';
import { MonitorEvents } from './monitorEvents';

/** A stretch of one of a rank's parts, from where a line begins to where another does. */
export interface MonitorSegment extends Segment {
  readonly startOffset: number;
  /** The end of the file if absent. */
  readonly endOffset?: number;
}

const LOOK_BYTES = 1 << 16;

export function planParts(
  paths: readonly string[],
  sizes: SegmentSizes = DEFAULT_SEGMENT_SIZES,
): SegmentPlan<MonitorSegment> {
  const whole = (packed: Segment) => ({ ...packed, startOffset: 0 });
  const plan = planFiles<MonitorSegment>(paths, whole, (path, file, sizeBytes) => {
    const { starts, baseUs } = divide(path, sizeBytes, sizes);
    return { segments: starts.map((start, i) => segmentOf(path, file, sizeBytes, start, starts[i + 1])), baseUs };
  });
  return { importer: 'msMonitor', ...plan };
}

function segmentOf(path: string, file: number, fileBytes: number, startOffset: number, end?: number): MonitorSegment {
  const sizeBytes = (end ?? fileBytes) - startOffset;
  return { path, kind: 'plain', file, sizeBytes, startOffset, ...(end === undefined ? {} : { endOffset: end }) };
}

/** Where segments begin: at lines. Without a time to count from, in one piece. */
function divide(
  path: string,
  sizeBytes: number,
  sizes: SegmentSizes,
): { starts: number[]; baseUs: number | undefined } {
  const fd = openFile(path);
  try {
    const us = /"startNs"\s*:\s*(\d{4,19})(?!\d)/.exec(textAt(fd, 0))?.[1].slice(0, -3);
    const starts = [0];
    if (us === undefined) return { starts, baseUs: undefined };
    for (let at = sizes.firstBytes; at < sizeBytes; at += sizes.furtherBytes) {
      const start = lineStartNear(fd, at, sizeBytes);
      if (start === undefined) break;
      if (start > starts[starts.length - 1] && start < sizeBytes) starts.push(start);
    }
    return { starts, baseUs: Number(us) };
  } finally {
    closeSync(fd);
  }
}

/** See `Importer.grow`: all lines that have an end. */
export function growPart(path: string, file: number, startOffset: number, sizeBytes: number) {
  const fd = openFile(path);
  try {
    const end = lastLineEnd(fd, startOffset, sizeBytes);
    const sealed = end > startOffset ? [segmentOf(path, file, sizeBytes, startOffset, end)] : [];
    return { sealed, tail: end < sizeBytes ? segmentOf(path, file, sizeBytes, end) : undefined };
  } finally {
    closeSync(fd);
  }
}

/** Behind the last line break; `startOffset` where there is none. */
function lastLineEnd(fd: number, startOffset: number, sizeBytes: number): number {
  const block = new Uint8Array(LOOK_BYTES);
  for (let end = sizeBytes; end > startOffset; ) {
    const from = Math.max(startOffset, end - LOOK_BYTES);
    const newline = block.subarray(0, readSync(fd, block, 0, end - from, from)).lastIndexOf(0x0a);
    if (newline >= 0) return from + newline + 1;
    end = from;
  }
  return startOffset;
}

/** Of the first line that begins behind `offset`; undefined where none does within a segment. */
function lineStartNear(fd: number, offset: number, sizeBytes: number): number | undefined {
  const block = new Uint8Array(LOOK_BYTES);
  for (let at = offset; at < Math.min(sizeBytes, offset + DEFAULT_SEGMENT_SIZES.furtherBytes); ) {
    const read = readSync(fd, block, 0, LOOK_BYTES, at);
    const newline = block.subarray(0, read).indexOf(0x0a);
    if (newline >= 0) return at + newline + 1;
    if (read === 0) return undefined;
    at += read;
  }
  return undefined;
}

function textAt(fd: number, offset: number): string {
  const bytes = new Uint8Array(LOOK_BYTES);
  return Buffer.from(bytes.subarray(0, readSync(fd, bytes, 0, LOOK_BYTES, offset))).toString('latin1');
}

/** Reads a segment. Never rejects for what is wrong with the file: that is in the notices. */
export async function readPart(
  segment: MonitorSegment,
  baseUs: number | undefined,
  onProgress: OnSegmentProgress,
): Promise<SegmentResult> {
  const { path, file, startOffset, endOffset } = segment;
  const hostPid = Number(monitorName(basename(path))?.pid ?? 0);
  const events: MonitorEvents = new MonitorEvents(path, file, baseUs, hostPid, (bytesDone, eventCount) =>
    onProgress(bytesDone - startOffset, eventCount, () => events.finish(), events.baseUs),
  );
  const common = { endsAtBoundary: true, values: events.values };
  try {
    const source = openByteSource(path);
    try {
      const { sizeBytes, modifiedMs } = source;
      const { isCancelled, blockEnds, blockSums } = await readLines(source, startOffset, endOffset, events);
      const blocks = { blockEnds: Float64Array.from(blockEnds), blockSums: Uint32Array.from(blockSums) };
      const check = { sizeBytes, modifiedMs, ...blocks };
      const { baseUs: own, hasLines: isTrace } = events;
      return { ...common, events: events.finish(), baseUs: own, isCancelled, isTrace, check };
    } finally {
      source.close();
    }
  } catch (error) {
    events.notice(unreadable(path, error));
    const check = { sizeBytes: 0, modifiedMs: 0, blockEnds: new Float64Array(0), blockSums: new Uint32Array(0) };
    const failed = { isCancelled: false, isTrace: false, check };
    return { ...common, ...failed, events: events.finish(), baseUs: events.baseUs };
  }
}
