/** What of a search stands in args: they are read from the files again, block by block. */
import type { ArgEntry, ArgValue, SliceSearch } from '../../../src-contract';
import { sourceOf } from '../../index/columns/indexSlices';
import type { RankView } from '../rankView';
import { readSliceArgs } from '../slice/sliceArgs';
import { passing } from './textTest';

/** Slices whose args are read before what is found of them is told. */
const BLOCK = 10_000;

export interface ArgsBlock {
  /** Of which part of the rank, and which of its slices, in the order of the file. */
  readonly part: number;
  readonly slices: readonly number[];
  /** Slices whose args have been looked at by now, of the rank. */
  readonly read: number;
}

/**
 * Tells block by block what it has found. The first `done` of the candidates, a number of `ArgsBlock.read`, are not read again. Throws a
 * `TimeLimitError` as `passing`; what reading rejects with is passed on.
 */
export async function* foundArgs(
  rank: RankView,
  search: SliceSearch,
  /** Of each part, as `slicesWithoutName`. */
  candidates: readonly Uint32Array[],
  done: number,
): AsyncGenerator<ArgsBlock> {
  let read = 0;
  for (const [part, { index }] of rank.parts.entries()) {
    const { slices } = index;
    // As they stand in the files, so that those are read from the beginning to the end.
    const sources = Float64Array.from(candidates[part], (slice) => sourceOf(slices, slice));
    const order = Array.from(sources.keys()).sort((a, b) => sources[a] - sources[b]);
    for (let from = 0; from < order.length; from += BLOCK) {
      const block = order.slice(from, from + BLOCK).map((at) => candidates[part][at]);
      read += block.length;
      if (read <= done) continue;
      const owners: number[] = [];
      const texts: string[] = [];
      await readSliceArgs(index, block, (slice, args) => {
        for (const text of textsOf(args)) {
          owners.push(slice);
          texts.push(text);
        }
      });
      const passes = passing(search, texts);
      const hits = new Set<number>();
      for (let i = 0; i < owners.length; i++) if (passes[i] === 1) hits.add(owners[i]);
      yield { part, slices: [...hits], read };
    }
  }
}

/** Each key, and what it stands for as it is written, texts without their quotes. */
function* textsOf(entries: readonly ArgEntry[]): Generator<string> {
  for (const { key, value } of entries) {
    yield key;
    yield written(value);
  }
}

function written(value: ArgValue): string {
  switch (value.kind) {
    case 'text':
    case 'literal':
      return value.text;
    case 'number':
      return value.digits;
    case 'list':
      return `[${value.items.map(written).join(', ')}]`;
    case 'object':
      return `{${value.entries.map((entry) => `${entry.key}: ${written(entry.value)}`).join(', ')}}`;
  }
}
