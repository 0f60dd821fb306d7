/** Several slices selected at once. */
import type { BySourceQuestion, ChosenSlice, RunQuestion, SliceRun } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { RankView } from '../../query/rankView';
import { sliceAtSource, sliceSourceOf } from '../../query/slice/sliceSource';
import { askedSlice } from './slices';

/** The question `timeline.run`. The slices of a row are numbered by their starts. */
export async function sliceRun(
  dump: DumpContext,
  { from, to, mostSlices }: RunQuestion,
): Promise<SliceRun | undefined> {
  const [one, other] = [await askedSlice(dump, from), await askedSlice(dump, to)];
  if (!one || !other || one.view !== other.view || one.part !== other.part || one.row !== other.row) return undefined;
  const first = Math.min(from.slice, to.slice);
  const count = Math.abs(from.slice - to.slice) + 1;
  const listed = count > mostSlices ? 0 : count;
  return { count, slices: Array.from({ length: listed }, (_, at) => chosenSlice(one.view, first + at)) };
}

/** The question `timeline.bySource`. */
export async function slicesBySource(
  dump: DumpContext,
  { rank, sources }: BySourceQuestion,
): Promise<readonly (ChosenSlice | undefined)[]> {
  const view = await dump.timeline(rank);
  return sources.map((source) => {
    const slice = view && sliceAtSource(view, source);
    return view && slice !== undefined ? chosenSlice(view, slice) : undefined;
  });
}

/** `slice`: as numbered in the rank. */
function chosenSlice(view: RankView, slice: number): ChosenSlice {
  const { part, slice: own } = view.sliceAt(slice);
  return { ...part.summary(own), source: sliceSourceOf(view, slice) };
}
