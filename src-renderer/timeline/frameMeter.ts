/** Times of the last frames, for the benchmark and the tests; only there when the address has `?measure`. */
import type { DumpSession, TimeRange } from '../app/session';
import type { BackendKind } from './backends/backend';

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
  /** Ms of script per frame, oldest first. */
  readonly workMs: number[] = [];
  /** Ms between the starts of consecutive frames while something moved. */
  readonly intervalMs: number[] = [];
  private startedMs = 0;
  private previousMs = 0;

  begin(nowMs: number): void {
    // A longer pause is no slow frame: nothing had to be drawn.
    if (nowMs - this.previousMs < 500) push(this.intervalMs, nowMs - this.previousMs);
    this.previousMs = nowMs;
    this.startedMs = nowMs;
  }

  end(nowMs: number): void {
    push(this.workMs, nowMs - this.startedMs);
  }

  reset(): void {
    this.workMs.length = 0;
    this.intervalMs.length = 0;
  }
}

function push(list: number[], value: number): void {
  if (list.length === mostFrames) list.shift();
  list.push(value);
}
