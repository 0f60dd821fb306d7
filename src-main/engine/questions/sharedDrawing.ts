import type { DumpId, ViewportQuery, ViewportResult } from '../../../src-contract';
import { SharedLanes } from '../../../src-worker/query/quads/sharedLanes';

/** More quads, and the thread that helps is started. */
const MANY_QUADS = 6000;
/** Fewer quads are found by one thread before two would have been told. */
const FEW_QUADS = 1000;
/** A view is as much as the last one where its pixels are so many times as wide at most, or as narrow. */
const SAME_ZOOM = 1.5;
/** Room for a million quads; what of it is never used takes up no memory. */
const ROOM_BYTES = 16 << 20;

/** What is worth drawing with two threads. */
export class SharedDrawing {
  #last: { readonly dump: DumpId; readonly nsPerPixel: number; readonly quadCount: number } | undefined;

  /** Those that nobody uses. Windows may ask for views at the same time. */
  readonly #unused: SharedLanes[] = [];

  /** What two threads are to share; to be given back when both have answered. */
  begin(): SharedLanes {
    return (this.#unused.pop() ?? new SharedLanes(new SharedArrayBuffer(ROOM_BYTES))).begin();
  }

  giveBack(shared: SharedLanes): void {
    this.#unused.push(shared);
  }

  /** False if it is likely to be little, as it was the last time at this zoom. */
  isForTwo({ dump, nsPerPixel, lanes, folded }: ViewportQuery): boolean {
    if (lanes.length + folded.length < 2) return false;
    const last = this.#last;
    if (last?.dump !== dump || last.quadCount >= FEW_QUADS) return true;
    const zoom = nsPerPixel / last.nsPerPixel;
    return zoom > SAME_ZOOM || zoom < 1 / SAME_ZOOM;
  }

  /** Takes note of an answer; whether it was so much that two should draw the next one. */
  note(dump: DumpId, { nsPerPixel, quads }: ViewportResult): boolean {
    const quadCount = quads.gapNs.length;
    this.#last = { dump, nsPerPixel, quadCount };
    return quadCount >= MANY_QUADS;
  }
}
