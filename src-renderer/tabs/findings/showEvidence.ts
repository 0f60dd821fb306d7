import type { Finding, FindingEvidence, LaneId, RankIndex, RankState, TimePart } from '../../../src-contract';
import { type TimeRange, viewAround } from '../../base/timeRange';
import { findingsOf } from '../../session/findings/findings';
import type { DumpSession } from '../../session/session';
import type { TimelineMark } from '../../session/sessionState';
import type { Shell } from '../../session/shell';

/** Air at both ends, as a share of what is shown. */
const AIR = 0.25;

/** The timeline, zoomed to it, with its lanes above all others and its slices marked; Backspace leads back. */
export async function showEvidence(
  session: DumpSession,
  shell: Shell,
  finding: Pick<Finding, 'id' | 'evidence'>,
  evidence: readonly FindingEvidence[] = finding.evidence,
): Promise<void> {
  if (evidence.length === 0) return;
  const places = await Promise.all(evidence.map((own) => placeOf(session, own)));
  const { actions } = session;
  findingsOf(session).store.setState({ current: finding.id, evidenced: finding.id });
  const marks = places.map(({ mark }) => mark);
  actions.setView(viewAround(unionOf(marks), AIR), { isJump: true, from: 'findings' });
  // Low lanes first: those of a thread may be as tall as the screen.
  const ranges = places.filter(({ mark }) => !mark.spot);
  actions.pinLanes([...new Set([...ranges, ...places].flatMap(({ lanes }) => lanes))]);
  actions.mark(marks);
  const slice = evidence.find((own) => own.kind === 'slice');
  actions.selectSlice(slice?.ref);
  shell.showTab('timeline');
  const spot = marks.find((own) => own.spot)?.spot;
  const first = spot ?? { lane: places.flatMap(({ lanes }) => lanes)[0], row: 0 };
  if (first.lane !== undefined) actions.scrollTo(first.lane, first.row);
}

interface Place {
  readonly mark: TimelineMark;
  readonly lanes: readonly LaneId[];
}

async function placeOf(session: DumpSession, own: FindingEvidence): Promise<Place> {
  if (own.kind === 'range') {
    const { startNs, endNs, rank, step } = own;
    const parts = step === undefined ? PARTS_OF_GAP : PARTS_OF_STEP;
    return { mark: { startNs, endNs }, lanes: own.lanes.length > 0 ? own.lanes : partLanes(session, rank, parts) };
  }
  // Where its rank has been read again since, its place is the one that it had.
  const now = await session.engine.slice(session.dumpId, own.ref);
  const { startNs, durationNs, lane } = now ?? own;
  return { mark: { startNs, endNs: startNs + durationNs, spot: { lane, row: now?.row ?? 0 } }, lanes: [lane] };
}

const PARTS_OF_GAP: readonly TimePart[] = ['free'];
/** What a step's time is made of. */
const PARTS_OF_STEP: readonly TimePart[] = ['computing', 'exposed', 'free'];

/** Where these parts of a rank's time show: none without overlap lanes. */
function partLanes(session: DumpSession, rank: RankIndex, parts: readonly TimePart[]): readonly LaneId[] {
  const groups: RankState['groups'] = session.store.getState().dump.ranks[rank]?.groups ?? [];
  return groups
    .filter(({ kind }) => kind === 'overlap')
    .flatMap(({ lanes }) => lanes)
    .filter((lane) => lane.kind === 'slices' && lane.timePart !== undefined && parts.includes(lane.timePart))
    .map(({ id }) => id);
}

function unionOf(ranges: readonly TimeRange[]): TimeRange {
  return {
    startNs: Math.min(...ranges.map(({ startNs }) => startNs)),
    endNs: Math.max(...ranges.map(({ endNs }) => endNs)),
  };
}
