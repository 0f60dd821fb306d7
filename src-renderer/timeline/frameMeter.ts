/** Times of the last frames, for the benchmark and the tests; only there when the address has `?measure`. */

import type { TimeRange } from '../base/timeRange';
import type { DumpSession } from '../session/session';
import type { BackendKind } from '../ui/lanes/backends/backend';

/** What a test needs to find a slice among the pixels. Lengths in CSS pixels. */
export interface TimelineProbe {
  readonly backend: BackendKind | undefined;
  readonly view: TimeRange;
  readonly scrollTop: number;
  readonly rulerHeight: number;
  /** Left edge and top of the drawing area (with the ruler) in the page. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Rectangles at hand for drawing: none before the first answer that has slices. */
  readonly quadCount: number;
  /** Nothing is awaited and nothing moves. */
  readonly isSettled: boolean;
  /** In the page: where row `row` of a lane is drawn. */
  laneTop(lane: number, row: number): { readonly top: number; readonly height: number } | undefined;
  xOf(ns: number): number;
}

export interface TracelaneMeasure {
  readonly frames: FrameMeter;
  readonly session: DumpSession;
  probe(): TimelineProbe;
}

declare global {
  interface Window {
    __tracelane?: TracelaneMeasure;
  }
}

const mostFrames = 4096;

export class FrameMeter {
  /**
   * Ms from the time of one frame to that of the next while something moved. A frame's time is the screen's: these are
   * whole multiples of its interval, and more than one where a frame was left out.
   */
  readonly intervalMs: number[] = [];
  /**
   * Ms from a frame's time until all of it was handed to the browser's compositor: waiting for the thread, our script,
   * and what the browser does after it (style, layout, paint, commit). More than the screen's interval is a frame late.
   */
  readonly readyMs: number[] = [];
  /** Ms of our script per frame. */
  readonly workMs: number[] = [];
  private previousFrameMs = Number.NEGATIVE_INFINITY;
  private frameMs = 0;
  private startedMs = 0;
  private readonly afterFrame = new MessageChannel();

  constructor(clock: Pick<Performance, 'now'>) {
    this.afterFrame.port1.onmessage = ({ data: frameMs }: MessageEvent<number>) => {
      push(this.readyMs, clock.now() - frameMs);
    };
  }

  /** `frameMs` is what `requestAnimationFrame` tells, `nowMs` the clock. */
  begin(frameMs: number, nowMs: number): void {
    // A longer pause is no slow frame: nothing had to be drawn.
    if (frameMs - this.previousFrameMs < 500) push(this.intervalMs, frameMs - this.previousFrameMs);
    this.previousFrameMs = frameMs;
    this.frameMs = frameMs;
    this.startedMs = nowMs;
  }

  end(nowMs: number): void {
    push(this.workMs, nowMs - this.startedMs);
    // Delivered as soon as the thread is free again, which is when the browser has finished this frame.
    this.afterFrame.port2.postMessage(this.frameMs);
  }

  /** Forgets all; what comes next is no continuation of what was before. */
  reset(): void {
    this.intervalMs.length = 0;
    this.readyMs.length = 0;
    this.workMs.length = 0;
    this.previousFrameMs = Number.NEGATIVE_INFINITY;
  }

  dispose(): void {
    this.afterFrame.port1.close();
  }
}

function push(list: number[], value: number): void {
  if (list.length === mostFrames) list.shift();
  list.push(value);
}
