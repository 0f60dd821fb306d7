import type { DumpState, RankState } from '../../src-contract';
import { flowCategoriesOf } from '../session/dumpSummary';

/** Names of all flow categories of the dump, each once: the order of their colours. */
export function flowCategoryNames(ranks: readonly RankState[]): readonly string[] {
  return flowCategoriesOf({ ranks }).map(({ name }) => name);
}

/** The colour of a category's arrows, for the timeline and for whoever lists the categories. */
export function flowColour(names: readonly string[], name: string, colours: readonly string[]): string {
  return colours[Math.max(0, names.indexOf(name)) % colours.length];
}

/** Flow category → CSS colour of its arrows. */
export function flowColours(dump: Pick<DumpState, 'ranks'>, colours: readonly string[]): ReadonlyMap<string, string> {
  const names = flowCategoryNames(dump.ranks);
  return new Map(names.map((name) => [name, flowColour(names, name, colours)]));
}
