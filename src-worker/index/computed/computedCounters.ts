import type { LaneRegistry } from '../laneRegistry';
import { COUNTER_BLOCK, type IndexedSeries } from '../rankIndex';
import type { LaneSummary } from '../rankSummary';
import type { ComputedPart } from './computedPart';

/** A counter that is in no file; its values hold until the next one. */
export interface CounterLane {
  readonly name: string;
  /** Ascending; at least one. */
  readonly timeNs: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** The part with lanes of counters behind those of slices, in the same group. */
export function withCounters(
  part: ComputedPart,
  counters: readonly CounterLane[],
  registry: Pick<LaneRegistry, 'computed'>,
): ComputedPart {
  const lanes: LaneSummary[] = [];
  const all: IndexedSeries[] = [];
  for (const { name, timeNs, value } of counters) {
    const localId = registry.computed(name);
    const series = seriesOf(localId, name, timeNs, value);
    all.push(series);
    const info = {
      name,
      unit: '',
      sampleCount: value.length,
      minValue: series.blockMin.reduce((a, b) => Math.min(a, b)),
      maxValue: series.blockMax.reduce((a, b) => Math.max(a, b)),
    };
    lanes.push({
      localId,
      groupLocalId: part.group.localId,
      name,
      tid: '',
      startNs: timeNs[0],
      endNs: timeNs[timeNs.length - 1],
      isComputed: true,
      content: { kind: 'counter', series: [info] },
    });
  }
  const startNs = lanes.reduce((min, lane) => Math.min(min, lane.startNs), part.index.startNs);
  const endNs = lanes.reduce((max, lane) => Math.max(max, lane.endNs), part.index.endNs);
  return { ...part, index: { ...part.index, startNs, endNs, counters: all }, lanes: [...part.lanes, ...lanes] };
}

function seriesOf(
  laneLocalId: number,
  counter: string,
  timeNs: ArrayLike<number>,
  value: ArrayLike<number>,
): IndexedSeries {
  const values = shared(value);
  const blocks = Array.from({ length: Math.ceil(value.length / COUNTER_BLOCK) }, (_, block) =>
    values.subarray(block * COUNTER_BLOCK, (block + 1) * COUNTER_BLOCK),
  );
  return {
    laneLocalId,
    counter,
    series: 0,
    seriesName: counter,
    unit: '',
    timeNs: shared(timeNs),
    value: values,
    blockMin: shared(blocks.map((block) => Math.min(...block))),
    blockMax: shared(blocks.map((block) => Math.max(...block))),
  };
}

function shared(values: ArrayLike<number>): Float64Array {
  const column = new Float64Array(new SharedArrayBuffer(8 * values.length));
  column.set(values);
  return column;
}
