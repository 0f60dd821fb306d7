import { BATCH_EVENTS, BATCH_IDS, EventFlag, type StringTable, type TokenBatch } from './batch';
import {
  COLLECTIVE_ARGS_FLAG,
  EXACT_NS,
  ID_ROWS,
  type IdRows,
  INSTANT_FLAG,
  KINDS,
  Kind,
  type KindTotals,
  MARK_ROWS,
  MAX_CATEGORY,
  type MarkRows,
  NO_ROWS,
  PHASES,
  type SampleRows,
  SLICE_ROWS,
  type SliceRows,
  type SortedBatch,
} from './kinds';
import { PlainSamples } from './plainSamples';
import { rowsOver } from './rows';

const KIND_BY_PHASE: Uint8Array = (() => {
  const kinds = new Uint8Array(256);
  for (const [kind, letters] of PHASES) for (const letter of letters) kinds[letter.charCodeAt(0)] = kind;
  return kinds;
})();

/** Sorts the batches of the plain tokenizer by kind: what assembly/kinds.ts is held against. */
export class PlainKinds implements SortedBatch {
  readonly first = NO_ROWS;
  readonly kinds = new Uint8Array(BATCH_EVENTS);
  readonly counts = new Uint32Array(KINDS);
  readonly slices: SliceRows = rowsOver(SLICE_ROWS, BATCH_EVENTS);
  readonly paired: MarkRows = rowsOver(MARK_ROWS, BATCH_EVENTS);
  readonly flowEnds: MarkRows = rowsOver(MARK_ROWS, BATCH_EVENTS);
  readonly ids: IdRows = rowsOver(ID_ROWS, BATCH_IDS);
  idCount = 0;
  readonly #samples = new PlainSamples();
  readonly #countByPhase = new Float64Array(256);
  #slicesPerLane = new Uint32Array(64);
  #badDurations = 0;
  #missingDurations = 0;
  #farTimes = 0;
  #lostCategories = 0;

  get samples(): SampleRows {
    return this.#samples.rows;
  }

  get sampleCount(): number {
    return this.#samples.count;
  }

  get sampledCounters(): number {
    return this.#samples.sampledCounters;
  }

  reset(): void {
    this.#samples.reset();
    this.#countByPhase.fill(0);
    this.#slicesPerLane.fill(0);
    this.#badDurations = 0;
    this.#missingDurations = 0;
    this.#farTimes = 0;
    this.#lostCategories = 0;
  }

  totals(laneCount: number): KindTotals {
    this.#makeRoomForLanes(laneCount);
    return {
      countByPhase: this.#countByPhase.slice(),
      slicesPerLane: this.#slicesPerLane.slice(0, laneCount),
      badDurations: this.#badDurations,
      missingDurations: this.#missingDurations,
      farTimes: this.#farTimes,
      lostCategories: this.#lostCategories,
    };
  }

  sort(batch: TokenBatch, laneCount: number, names: StringTable, fileBase: number, sliceBase: number): SortedBatch {
    const { phase, startNs, durationNs, flags, lane, name, category, byteOffset } = batch;
    const { slices, kinds, counts } = this;
    this.#makeRoomForLanes(laneCount);
    counts.fill(0);
    let to = 0;
    let pairedTo = 0;
    let flowTo = 0;
    let id = 0;
    this.idCount = 0;
    for (let row = 0; row < batch.count; row++) {
      this.#countByPhase[phase[row]]++;
      const kind = this.#kindOf(phase[row], startNs[row], flags[row]);
      kinds[row] = kind;
      counts[kind]++;
      if (kind === Kind.paired) this.#putMark(batch, row, fileBase, this.paired, pairedTo++);
      else if (kind === Kind.flow) this.#putMark(batch, row, fileBase, this.flowEnds, flowTo++);
      if (kind > Kind.instant) continue;
      const isInstant = kind === Kind.instant;
      slices.startNs[to] = startNs[row];
      slices.endNs[to] = isInstant || !(durationNs[row] > 0) ? startNs[row] : startNs[row] + durationNs[row];
      if (!isInstant && ((flags[row] & EventFlag.hasDuration) === 0 || durationNs[row] < 0))
        this.#noteDuration(flags[row], durationNs[row]);
      const collectiveFlag = (flags[row] & EventFlag.collectiveArgs) !== 0 ? COLLECTIVE_ARGS_FLAG : 0;
      slices.flags[to] = (isInstant ? INSTANT_FLAG : 0) | collectiveFlag;
      slices.lane[to] = lane[row];
      this.#slicesPerLane[lane[row]]++;
      slices.name[to] = name[row];
      slices.category[to] = this.#categoryOf(category[row]);
      slices.source[to] = fileBase + byteOffset[row];
      id = this.#putIds(batch, id, row, sliceBase + to);
      to++;
    }
    this.#samples.sort(batch, kinds, names);
    return this;
  }

  #kindOf(phase: number, startNs: number, flags: number): Kind {
    const kind: Kind = KIND_BY_PHASE[phase];
    const lacksStart =
      kind !== Kind.metadata && (flags & (EventFlag.hasStart | EventFlag.impossibleTime)) !== EventFlag.hasStart;
    if (kind === Kind.unknown || lacksStart) return Kind.skipped;
    if (kind !== Kind.metadata && Math.abs(startNs) > EXACT_NS) this.#farTimes++;
    return kind;
  }

  #putMark(batch: TokenBatch, row: number, fileBase: number, into: MarkRows, to: number): void {
    into.phase[to] = batch.phase[row];
    into.flags[to] = batch.flags[row];
    into.timeNs[to] = batch.startNs[row];
    into.lane[to] = batch.lane[row];
    into.name[to] = batch.name[row];
    into.category[to] = this.#categoryOf(batch.category[row]);
    into.idLow[to] = batch.idLow[row];
    into.idHigh[to] = batch.idHigh[row];
    into.source[to] = fileBase + batch.byteOffset[row];
  }

  /** The ids of the event at `row`, which are at `id` or behind it. Answers where the next event's may be. */
  #putIds(batch: TokenBatch, id: number, row: number, slice: number): number {
    const { ids } = this;
    let at = id;
    // Of events that are no slices.
    while (at < batch.idCount && batch.idEvent[at] < row) at++;
    for (; at < batch.idCount && batch.idEvent[at] === row; at++) {
      const to = this.idCount++;
      ids.slice[to] = slice;
      ids.kind[to] = batch.idKind[at];
      ids.valueLow[to] = batch.idValueLow[at];
      ids.valueHigh[to] = batch.idValueHigh[at];
    }
    return at;
  }

  #categoryOf(category: number): number {
    if (category <= MAX_CATEGORY) return category;
    this.#lostCategories++;
    return 0;
  }

  #noteDuration(flags: number, durationNs: number): void {
    if ((flags & EventFlag.badNumber) !== 0 || durationNs < 0) this.#badDurations++;
    else this.#missingDurations++;
  }

  #makeRoomForLanes(laneCount: number): void {
    if (this.#slicesPerLane.length >= laneCount) return;
    const longer = new Uint32Array(laneCount * 2);
    longer.set(this.#slicesPerLane);
    this.#slicesPerLane = longer;
  }
}
