/** A lane, before its slices are columns. */
export interface LaneRows {
  readonly name: string;
  readonly rows: readonly RunsOfRow[];
}

/** Slices of a row by time, none of which overlap. */
export interface RunsOfRow {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Name of each, or its place in a list of names; one text: of all of them. */
  readonly text: string | readonly string[] | ArrayLike<number>;
  /** Where each stands in the part's files; absent: they are in none. */
  readonly source?: ArrayLike<number>;
}
