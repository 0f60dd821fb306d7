/** From a segment's ids to the common ones. */
export interface IdMaps {
  readonly name: Uint32Array;
  readonly category: Uint32Array;
  /** 1 for each of the segment's categories that is none of the common ones; absent where all are. */
  readonly isLost?: Uint8Array;
  /** To threads, or to lanes once it is known which threads have lanes of their own. */
  readonly lane: Uint32Array;
}
