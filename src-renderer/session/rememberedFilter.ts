/** Which lanes are left out, by what is the same when the dump is opened again: places, kinds and names. Pure. */
import type { DumpState } from '../../src-contract';
import { type LaneFilter, noLaneFilter } from './lanes/laneArrangement';
import { kindsInOrder } from './lanes/laneOrder';
import { keysOfLanes, lanesOfKeys, type RememberedFilter } from './remembered';
import { kindsOf, texts } from './rememberedLanes';

/** Undefined where nothing is left out. */
export function rememberedFilter(
  { text, ranks, kinds, lanes }: LaneFilter,
  dump: Pick<DumpState, 'ranks'>,
): RememberedFilter | undefined {
  if (text === '' && ranks.size === 0 && kinds.size === 0 && lanes === undefined) return undefined;
  return {
    text,
    ranks: dump.ranks.flatMap(({ index, place }) => (ranks.has(index) ? [place] : [])),
    kinds: [...kinds],
    ...(lanes && { lanes: { name: lanes.name, keys: keysOfLanes(lanes.ids, dump) } }),
  };
}

/** What of it is there: of ranks and lanes that are gone nothing is left, and they leave nothing out. */
export function filterOf({ text, ranks, kinds, lanes }: RememberedFilter, dump: Pick<DumpState, 'ranks'>): LaneFilter {
  const found = lanes ? lanesOfKeys(lanes.keys, dump).lanes : [];
  return {
    ...noLaneFilter,
    text,
    ranks: new Set(dump.ranks.flatMap(({ index, place }) => (ranks.includes(place) ? [index] : []))),
    kinds: kindsOf(kinds, kindsInOrder),
    ...(lanes && found.length > 0 && { lanes: { name: lanes.name, ids: new Set(found) } }),
  };
}

/** What was kept, whoever wrote it; undefined where it is none of ours. */
export function readRememberedFilter(kept: unknown): RememberedFilter | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { text, ranks, kinds, lanes } = kept as Readonly<Record<string, unknown>>;
  const chosen = typeof lanes === 'object' && lanes !== null ? (lanes as Readonly<Record<string, unknown>>) : undefined;
  const keys = texts(chosen?.keys);
  return {
    text: typeof text === 'string' ? text : '',
    ranks: texts(ranks),
    kinds: texts(kinds),
    ...(typeof chosen?.name === 'string' && keys.length > 0 && { lanes: { name: chosen.name, keys } }),
  };
}
