/** The part of the dump that is at hand for drawing: one answer of `Engine.viewport`, indexed by lane and row. */
import type {
  CounterCurve,
  FoldedBusy,
  LaneId,
  LaneQuads,
  RankIndex,
  SliceIndex,
  ViewportQuery,
  ViewportResult,
} from '../../../src-contract';
import { type Quads, unpackQuads } from './quads';

export interface LaneData {
  readonly quads: LaneQuads;
  /** Rows from `quads.laneRow` on: the i-th of them has the quads `rowStart[i] … rowStart[i + 1] - 1`. */
  readonly rowStart: Uint32Array;
}

/** Quads [first, end). */
export interface QuadSpan {
  readonly first: number;
  readonly end: number;
}

/** The quads of a row of a lane; none if the row is not at hand. */
export function quadsOfRow({ quads, rowStart }: LaneData, row: number): QuadSpan {
  const at = row - quads.laneRow;
  return at >= 0 && at + 1 < rowStart.length ? { first: rowStart[at], end: rowStart[at + 1] } : { first: 0, end: 0 };
}

export class DataWindow {
  readonly quads: Quads;
  private readonly laneData = new Map<LaneId, LaneData>();
  private readonly foldedBusy = new Map<LaneId, FoldedBusy>();
  private readonly curves = new Map<LaneId, CounterCurve[]>();
  private readonly names = new Map<RankIndex, Map<number, string>>();

  constructor(
    readonly query: ViewportQuery,
    readonly result: ViewportResult,
  ) {
    this.quads = unpackQuads(result.quads);
    const { rowFirstQuad } = this.quads;
    for (const lane of result.lanes) {
      const rowStart = rowFirstQuad.subarray(lane.firstRow, lane.firstRow + lane.rowCount + 1);
      this.laneData.set(lane.lane, { quads: lane, rowStart });
    }
    for (const busy of result.folded) this.foldedBusy.set(busy.lane, busy);
    for (const curve of result.counters) {
      const list = this.curves.get(curve.lane);
      if (list === undefined) this.curves.set(curve.lane, [curve]);
      else list.push(curve);
    }
    for (const { rank, ids, names } of result.names) {
      const byId = this.names.get(rank) ?? new Map<number, string>();
      for (let at = 0; at < ids.length; at++) byId.set(ids[at], names[at]);
      this.names.set(rank, byId);
    }
  }

  lane(lane: LaneId): LaneData | undefined {
    return this.laneData.get(lane);
  }

  folded(lane: LaneId): FoldedBusy | undefined {
    return this.foldedBusy.get(lane);
  }

  counters(lane: LaneId): readonly CounterCurve[] {
    return this.curves.get(lane) ?? [];
  }

  /** Undefined where the quad was too narrow for its name to be sent. */
  nameOf(rank: RankIndex, name: number): string | undefined {
    return this.names.get(rank)?.get(name);
  }

  sliceOf(quad: number): SliceIndex {
    return this.quads.slice[quad] as SliceIndex;
  }
}
