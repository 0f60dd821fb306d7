import { BATCH_EVENTS, BATCH_IDS, BATCH_SAMPLES } from './batch';
import {
  ID_ROWS,
  type IdRows,
  KINDS,
  type KindTotals,
  MARK_ROWS,
  type MarkRows,
  NO_ROWS,
  type RowCounts,
  SAMPLE_ROWS,
  type SampleRows,
  SLICE_ROWS,
  type SliceRows,
  type SortedBatch,
} from './kinds';
import { rowsOver } from './rows';

/** As in assembly/columns.ts. */
const ALIGN_ROWS = 8;

interface Address {
  readonly value: number;
}

/** Where assembly/kinds.ts and assembly/sampleRows.ts have their columns. */
export interface WasmKindLayout {
  readonly kindColumn: Address;
  readonly kindCounts: Address;
  readonly phaseCounts: Address;
  readonly sliceRows: Address;
  readonly pairedRows: Address;
  readonly flowEndRows: Address;
  readonly idRows: Address;
  readonly sampleRows: Address;
  readonly totalsAddress: Address;
}

/** Fields of `Totals` in assembly/kinds.ts, in units of 4 bytes. */
enum TotalsWord {
  badDurations = 0,
  missingDurations = 1,
  farTimes = 2,
  lostCategories = 3,
  slicesPerLane = 4,
  laneCapacity = 5,
  fields = 6,
}

/** What assembly/kinds.ts and assembly/sampleRows.ts have made of a batch. The columns are other ones after the memory has grown. */
export class WasmKinds implements SortedBatch {
  kinds!: Uint8Array;
  counts!: Uint32Array;
  slices!: SliceRows;
  paired!: MarkRows;
  flowEnds!: MarkRows;
  ids!: IdRows;
  samples!: SampleRows;
  first: RowCounts = NO_ROWS;
  /** What sorting the batch has answered, as the next two. */
  idCount = 0;
  sampleCount = 0;
  sampledCounters = 0;
  #memory: ArrayBuffer;

  constructor(
    memory: ArrayBuffer,
    readonly layout: WasmKindLayout,
  ) {
    this.#memory = memory;
    this.layOver(memory);
  }

  layOver(memory: ArrayBuffer): void {
    const { layout } = this;
    this.#memory = memory;
    this.kinds = new Uint8Array(memory, layout.kindColumn.value, BATCH_EVENTS);
    this.counts = new Uint32Array(memory, layout.kindCounts.value, KINDS);
    this.slices = rowsOver(SLICE_ROWS, BATCH_EVENTS + ALIGN_ROWS, memory, layout.sliceRows.value);
    this.paired = rowsOver(MARK_ROWS, BATCH_EVENTS + ALIGN_ROWS, memory, layout.pairedRows.value);
    this.flowEnds = rowsOver(MARK_ROWS, BATCH_EVENTS + ALIGN_ROWS, memory, layout.flowEndRows.value);
    this.ids = rowsOver(ID_ROWS, BATCH_IDS + ALIGN_ROWS, memory, layout.idRows.value);
    this.samples = rowsOver(SAMPLE_ROWS, BATCH_SAMPLES + ALIGN_ROWS, memory, layout.sampleRows.value);
  }

  /** Rows are to begin where they lie as they would behind so many others. */
  alignTo(behind: RowCounts): RowCounts {
    const { slices, paired, flowEnds, ids, samples } = behind;
    this.first = {
      slices: slices % ALIGN_ROWS,
      paired: paired % ALIGN_ROWS,
      flowEnds: flowEnds % ALIGN_ROWS,
      ids: ids % ALIGN_ROWS,
      samples: samples % ALIGN_ROWS,
    };
    return this.first;
  }

  totals(laneCount: number): KindTotals {
    const { layout } = this;
    const fields = new Uint32Array(this.#memory, layout.totalsAddress.value, TotalsWord.fields);
    // Lanes seen after the last batch was sorted have no slices yet, and may have no room.
    const known = Math.min(laneCount, fields[TotalsWord.laneCapacity]);
    const slicesPerLane = new Uint32Array(laneCount);
    slicesPerLane.set(new Uint32Array(this.#memory, fields[TotalsWord.slicesPerLane], known));
    return {
      countByPhase: Float64Array.from(new Uint32Array(this.#memory, layout.phaseCounts.value, 256)),
      slicesPerLane,
      badDurations: fields[TotalsWord.badDurations],
      missingDurations: fields[TotalsWord.missingDurations],
      farTimes: fields[TotalsWord.farTimes],
      lostCategories: fields[TotalsWord.lostCategories],
    };
  }
}
