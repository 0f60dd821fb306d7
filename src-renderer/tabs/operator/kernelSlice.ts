import type { RankIndex, SliceSummary } from '../../../src-contract';
import type { DumpSession } from '../../session/session';

/** The profilers write a kernel's start into tables and timelines with other roundings. */
const TOLERANCE_NS = 1000;

/**
 * The slice of a kernel; undefined where the rank's timeline has none, or there is no timeline. `isTimeline`: the kernel was
 * read from the timeline itself, whose groups may be of any kind.
 */
export async function kernelSlice(
  session: DumpSession,
  rank: RankIndex,
  startNs: number,
  name: string,
  isTimeline: boolean,
): Promise<SliceSummary | undefined> {
  if (Number.isNaN(startNs)) return undefined;
  const slice = await session.engine.findSlice({
    dump: session.dumpId,
    rank,
    startNs,
    toleranceNs: isTimeline ? 0 : TOLERANCE_NS,
    name,
    ...(!isTimeline && { groups: ['hardware', 'communication'] }),
  });
  // Another slice that starts then is not the kernel.
  return slice?.name === name ? slice : undefined;
}
