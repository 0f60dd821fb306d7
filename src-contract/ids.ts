/** What things are named by. A brand keeps one number from being passed for another. */

declare const brand: unique symbol;
type Branded<T, B extends string> = T & { readonly [brand]: B };

/** One opened dump, for as long as it is open. */
export type DumpId = Branded<string, 'DumpId'>;
/** Position of a rank in `DumpState.ranks`; not the rank's number in the job (that is `RankState.rank`). */
export type RankIndex = Branded<number, 'RankIndex'>;
/** One lane (thread, stream, plane, counter) of one rank; unique within the dump and stable while it is open. */
export type LaneId = Branded<number, 'LaneId'>;
/** Row of a slice in its rank's slice table. Changes with the rank's `generation`. */
export type SliceIndex = Branded<number, 'SliceIndex'>;
/** Index into a rank's pool of distinct names. */
export type NameId = Branded<number, 'NameId'>;
/** What a slice was made of: the same in every generation of its rank. What is in it only the worker knows. */
export type SliceSource = Branded<string, 'SliceSource'>;
/** A job that is watched while it runs. */
export type LiveJobId = Branded<string, 'LiveJobId'>;
