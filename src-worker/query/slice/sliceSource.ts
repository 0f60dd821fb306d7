import type { SliceSource, SourcePlace } from '../../../src-contract';
import { importerNamed } from '../../importers/importers';
import { sliceWithSource, sourceOf } from '../../index/columns/indexSlices';
import { type EventSource, NO_SOURCE } from '../../index/eventSource';
import type { RankIndex } from '../../index/rankIndex';
import type { RankView } from '../rankView';
import { rowsOfLane, slicesStarting } from '../touching';

/**
 * What finds the slice again when its rank's parts are replaced: the source of its event, or, where it is computed, its lane
 * and when it starts, by the clock of the files. Neither depends on where it stands.
 */
export function sliceSourceOf(rank: RankView, slice: number): SliceSource {
  const { part, slice: own } = rank.sliceAt(slice);
  const { slices, lanes, baseUs } = part.index;
  const source = sourceOf(slices, own);
  // Rows of a file of lanes are numbered like the events of the rank's own files.
  if (source !== NO_SOURCE && rank.parts.includes(part)) return `event ${source}` as SliceSource;
  const { localId } = lanes[part.laneOfRow(part.rowOf(own))];
  return `lane ${localId} ${epochNs(baseUs) + BigInt(slices.startNs[own])}` as SliceSource;
}

/** The slice that was made of this, as numbered in the rank; undefined if there is none. */
export function sliceAtSource(rank: RankView, source: SliceSource): number | undefined {
  const [kind, ...numbers] = source.split(' ');
  if (kind === 'event' && /^\d+$/.test(numbers[0])) return sliceOfEvent(rank, Number(numbers[0]));
  if (kind === 'lane' && numbers.length === 2 && numbers.every((number) => /^-?\d+$/.test(number)))
    return sliceOfLane(rank, Number(numbers[0]), BigInt(numbers[1]));
  return undefined;
}

function sliceOfEvent(rank: RankView, source: number): number | undefined {
  for (const { index, place } of rank.parts) {
    const slice = sliceWithSource(index.slices, source);
    if (slice >= 0) return place.firstSlice + slice;
  }
  return undefined;
}

function sliceOfLane(rank: RankView, localId: number, startNs: bigint): number | undefined {
  for (const { part, lane } of rank.lanesWith(localId)) {
    const { index, place } = part;
    const ownNs = Number(startNs - epochNs(index.baseUs));
    const { first: firstRow, end: endRow } = rowsOfLane(index, lane);
    for (let row = firstRow; row < endRow; row++) {
      const { first, end } = slicesStarting(index, row, ownNs, ownNs);
      if (end > first) return place.firstSlice + first;
    }
  }
  return undefined;
}

function epochNs(baseUs: number): bigint {
  return BigInt(baseUs) * 1000n;
}

/** Where the slice's event stands; undefined for a computed slice. */
export function placeOfSlice({ slices, files }: RankIndex, slice: number): SourcePlace | undefined {
  const source = sourceOf(slices, slice) as EventSource;
  return source === NO_SOURCE ? undefined : importerNamed(files.importer).describe(files, source);
}
