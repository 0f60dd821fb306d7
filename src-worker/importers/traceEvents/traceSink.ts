import type { Notice } from '../../../src-contract';
import type { NoticeCode } from '../../files/notices';
import type { Tokenizer } from '../../tokenizer/batch';

/** Where the events of a trace go while it is read. */
export interface TraceSink {
  /**
   * Takes the tokenizer's batch; the reader clears it afterwards. `tokenizer.bytes[0]` stands at `fileOffset`, so an
   * event's bytes are still there.
   */
  takeBatch(tokenizer: Tokenizer, fileOffset: number): void;
  /** What stands there was passed over: an event, or as good as one. */
  skip(code: NoticeCode, byteOffset: number, params?: Notice['params']): void;
  notice(notice: Notice): void;
  /** There, a list of events begins inside of another value: one of perhaps very many. */
  listInside(byteOffset: number): void;
  /** Called a few times a second at least; false stops the reading. `bytesAgain`: as of a `ByteSource`. */
  progress(bytesDone: number, bytesAgain: number): boolean;
}

export interface TraceDocument {
  /** Top-level values beside the events, as their JSON texts: `distributedInfo`, `displayTimeUnit`, … */
  readonly values: ReadonlyMap<string, string>;
  /** True if there was a list of events, even an empty one. */
  readonly hasEventList: boolean;
  readonly isCancelled: boolean;
  /**
   * True if the stretch ended where it should: between two events of the list. If not, what was taken for the start of
   * the next one is no event, and this reader has read on to the end of the file.
   */
  readonly endsAtBoundary: boolean;
  /** Of the bytes read, block by block: see `FileCheck`. */
  readonly blockEnds: readonly number[];
  readonly blockSums: readonly number[];
}

export interface TraceReaderLimits {
  /** A longer event is passed over. */
  readonly maxEventBytes: number;
  /** A longer top-level value beside the events is not kept. */
  readonly maxValueBytes: number;
}
